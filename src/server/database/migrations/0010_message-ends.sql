DROP INDEX "messages_due";--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "class" text DEFAULT 'service' NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "not_after" timestamptz;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "give_up_at" timestamptz;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "outcome" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "ended_at" timestamptz;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "reason" text;--> statement-breakpoint
CREATE INDEX "messages_pointless" ON "messages" USING btree ("not_after") WHERE "messages"."not_after" is not null and ("messages"."outcome" is null or "messages"."outcome" = 'dead');--> statement-breakpoint
CREATE INDEX "messages_dead" ON "messages" USING btree ("ended_at","id") WHERE "messages"."outcome" = 'dead';--> statement-breakpoint
CREATE INDEX "messages_due" ON "messages" USING btree ("channel",array_position(array['security', 'now', 'bill', 'service'], "class"),"due_at") WHERE "messages"."due_at" is not null;--> statement-breakpoint
UPDATE "messages" SET "give_up_at" = "created_at" + interval '3 days', "reason" = "last_error", "ended_at" = "sent_at", "outcome" = CASE WHEN "sent_at" IS NOT NULL THEN 'sent' END, "class" = CASE WHEN "is_secret" THEN 'security' ELSE 'service' END;--> statement-breakpoint
ALTER TABLE "messages" ALTER COLUMN "give_up_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" DROP COLUMN "sent_at";--> statement-breakpoint
ALTER TABLE "messages" DROP COLUMN "last_error";--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_class" CHECK ("messages"."class" in ('security', 'now', 'bill', 'service'));--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_outcome" CHECK ("messages"."outcome" in ('sent', 'dropped', 'dead'));--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_end" CHECK (("messages"."outcome" is null) = ("messages"."due_at" is not null) and ("messages"."outcome" is null) = ("messages"."ended_at" is null));