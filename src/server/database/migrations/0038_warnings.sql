ALTER TABLE "provider_events" DROP CONSTRAINT "provider_events_subject";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "deleted_stripe_customer_id" text;--> statement-breakpoint
ALTER TABLE "provider_events" ADD CONSTRAINT "provider_events_subject" CHECK ("provider_events"."subject" in ('payment-intent', 'charge', 'account', 'payouts', 'fraud-warning', 'customer'));