ALTER TABLE "messages" ADD COLUMN "about_id" uuid;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "waits_for_day" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "messages_about" ON "messages" USING btree ("about_id","created_at") WHERE "messages"."about_id" is not null;--> statement-breakpoint
-- Safe beside 0.1.0: it does not know the new column, and finds the messages of an order by their keys, whosever they are.
UPDATE "messages" SET "about_id" = o."id", "user_id" = o."user_id" FROM "order_links" l JOIN "orders" o ON o."id" = l."order_id"
  WHERE "messages"."dedupe_key" = 'order-link:' || l."token_hash" || ':' || l."channel";
