ALTER TABLE "provider_events" DROP CONSTRAINT "provider_events_subject";--> statement-breakpoint
ALTER TABLE "connected_accounts" ADD COLUMN "failed_payout_id" text;--> statement-breakpoint
ALTER TABLE "connected_accounts" ADD COLUMN "payout_failed_at" timestamptz;--> statement-breakpoint
ALTER TABLE "connected_accounts" ADD COLUMN "payout_seen_at" timestamptz;--> statement-breakpoint
ALTER TABLE "connected_accounts" ADD COLUMN "payout_seen_by" uuid;--> statement-breakpoint
ALTER TABLE "connected_accounts" ADD CONSTRAINT "connected_accounts_payout_seen_by_profiles_id_fk" FOREIGN KEY ("payout_seen_by") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "connected_accounts_payout_failed" ON "connected_accounts" USING btree ("payout_failed_at","id") WHERE ("connected_accounts"."payout_failed_at" is not null and "connected_accounts"."payout_seen_at" is null);--> statement-breakpoint
ALTER TABLE "provider_events" ADD CONSTRAINT "provider_events_subject" CHECK ("provider_events"."subject" in ('payment-intent', 'charge', 'account', 'payouts'));