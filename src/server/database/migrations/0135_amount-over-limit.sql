-- Safe beside 0.1.0: the list of reasons only grows, and that release writes the reasons that were there.
ALTER TABLE "payments" DROP CONSTRAINT "payments_failure_reason";--> statement-breakpoint
-- Safe beside 0.1.0: the list of reasons only grows, and that release writes the reasons that were there.
ALTER TABLE "method_blocks" DROP CONSTRAINT "method_blocks_reason";--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "order_links_sent_to_index" ON "order_links" USING btree ("sent_to");--> statement-breakpoint
-- Safe beside 0.1.0: the list of reasons only grows, and that release writes the reasons that were there.
ALTER TABLE "payments" ADD CONSTRAINT "payments_failure_reason" CHECK ("payments"."failure_reason" in ('declined', 'method-gone', 'kind-not-taken', 'card-refused', 'card-expired', 'card-details', 'account-short', 'account-limit', 'amount-over-limit', 'account-closed', 'account-unknown', 'account-unauthorized', 'account-refused', 'disputed-as-fraud', 'disputed'));--> statement-breakpoint
-- Safe beside 0.1.0: the list of reasons only grows, and that release writes the reasons that were there.
ALTER TABLE "method_blocks" ADD CONSTRAINT "method_blocks_reason" CHECK ("method_blocks"."reason" in ('declined', 'method-gone', 'kind-not-taken', 'card-refused', 'card-expired', 'card-details', 'account-short', 'account-limit', 'amount-over-limit', 'account-closed', 'account-unknown', 'account-unauthorized', 'account-refused', 'disputed-as-fraud', 'disputed'));