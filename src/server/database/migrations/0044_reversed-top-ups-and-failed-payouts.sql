ALTER TABLE "provider_events" DROP CONSTRAINT "provider_events_subject";--> statement-breakpoint
DROP INDEX "entries_of_whole_bills";--> statement-breakpoint
ALTER TABLE "top_ups" ADD COLUMN "reversed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "connected_accounts" ADD COLUMN "failed_payout_amount" integer;--> statement-breakpoint
ALTER TABLE "connected_accounts" ADD COLUMN "checked_at" timestamptz;--> statement-breakpoint
CREATE INDEX "entries_of_whole_bills" ON "entries" USING btree ("account_id","day","id") WHERE ("entries"."visit_id" is null and "entries"."kind" in ('transfer', 'top-up'));--> statement-breakpoint
ALTER TABLE "provider_events" ADD CONSTRAINT "provider_events_subject" CHECK ("provider_events"."subject" in ('payment-intent', 'charge', 'account', 'payouts', 'fraud-warning', 'customer', 'payment-method', 'transfer'));