CREATE TABLE "cards" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text,
	"expires_on" date,
	"gone_at" timestamptz,
	"due_at" timestamptz
);
--> statement-breakpoint
ALTER TABLE "provider_events" DROP CONSTRAINT "provider_events_subject";--> statement-breakpoint
DROP INDEX "bills_of_customer";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "is_on_session" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "cards" ADD CONSTRAINT "cards_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cards_due" ON "cards" USING btree ("due_at") WHERE "cards"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "cards_gone" ON "cards" USING btree ("gone_at","id") WHERE "cards"."gone_at" is not null;--> statement-breakpoint
CREATE INDEX "bills_of_customer" ON "bills" USING btree ("customer_profile_id","created_at","number");--> statement-breakpoint
ALTER TABLE "provider_events" ADD CONSTRAINT "provider_events_subject" CHECK ("provider_events"."subject" in ('payment-intent', 'charge', 'account', 'payouts', 'fraud-warning', 'customer', 'payment-method'));--> statement-breakpoint
-- The cards of live services, to be read at the provider by the sweep.
INSERT INTO "cards" ("id", "user_id", "due_at")
SELECT DISTINCT ON ("engagements"."stripe_payment_method_id") "engagements"."stripe_payment_method_id", "profiles"."user_id", now()
FROM "engagements" JOIN "profiles" ON "profiles"."id" = "engagements"."customer_profile_id" JOIN "users" ON "users"."id" = "profiles"."user_id"
WHERE "engagements"."status" NOT IN ('ENGAGEMENT_STATUS_COMPLETED', 'ENGAGEMENT_STATUS_CANCELLED');
