CREATE TABLE "method_blocks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"stripe_payment_method_id" text NOT NULL,
	"fingerprint" text,
	"reason" text NOT NULL,
	"payment_id" uuid NOT NULL,
	"since" timestamptz NOT NULL,
	"ended_at" timestamptz,
	CONSTRAINT "method_blocks_reason" CHECK ("method_blocks"."reason" in ('declined', 'card-refused', 'card-expired', 'card-details', 'account-short', 'account-closed', 'account-unknown', 'account-unauthorized', 'account-refused', 'disputed-as-fraud', 'disputed'))
);
--> statement-breakpoint
-- Safe beside 0.1.0: the list of kinds only grows, and that release writes the kinds that were there.
ALTER TABLE "acts" DROP CONSTRAINT "acts_kind";--> statement-breakpoint
-- Safe beside 0.1.0: the list of kinds only grows, and that release writes the kinds that were there.
ALTER TABLE "changes" DROP CONSTRAINT "changes_kind";--> statement-breakpoint
-- Safe beside 0.1.0: it finds open disputes without the index, and there are few.
DROP INDEX "disputes_open";--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "decision" text;--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "decided_at" timestamptz;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "failure_reason" text;--> statement-breakpoint
ALTER TABLE "cards" ADD COLUMN "fingerprint" text;--> statement-breakpoint
ALTER TABLE "method_blocks" ADD CONSTRAINT "method_blocks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "method_blocks" ADD CONSTRAINT "method_blocks_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "method_blocks_in_force" ON "method_blocks" USING btree ("user_id") WHERE ("method_blocks"."ended_at" is null);--> statement-breakpoint
CREATE UNIQUE INDEX "method_blocks_of_payment" ON "method_blocks" USING btree ("payment_id","reason");--> statement-breakpoint
-- Safe beside 0.1.0: it finds open disputes by other columns, and there are few.
CREATE INDEX "disputes_open" ON "disputes" USING btree ("opened_at","id") WHERE ("disputes"."status" in ('inquiry', 'open') or ("disputes"."status" = 'lost' and "disputes"."decision" is null));--> statement-breakpoint
-- Safe beside 0.1.0: the list of kinds only grows, and that release writes the kinds that were there.
ALTER TABLE "acts" ADD CONSTRAINT "acts_kind" CHECK ("acts"."kind" in ('write-off', 'try-again', 'move-card', 'stop-waiting', 'not-billed', 'credit', 'dispute-written-off', 'dispute-paid', 'dispute-ended'));--> statement-breakpoint
-- Safe beside 0.1.0: it does not write the new column.
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_decision" CHECK ("disputes"."decision" in ('written-off', 'paid', 'ended'));--> statement-breakpoint
-- Safe beside 0.1.0: it does not write the new column.
ALTER TABLE "payments" ADD CONSTRAINT "payments_failure_reason" CHECK ("payments"."failure_reason" in ('declined', 'card-refused', 'card-expired', 'card-details', 'account-short', 'account-closed', 'account-unknown', 'account-unauthorized', 'account-refused', 'disputed-as-fraud', 'disputed'));--> statement-breakpoint
-- Safe beside 0.1.0: the list of kinds only grows, and that release writes the kinds that were there.
ALTER TABLE "changes" ADD CONSTRAINT "changes_kind" CHECK ("changes"."kind" in ('role-changed', 'employee-joined', 'factor-added', 'factor-removed', 'factors-taken', 'recovery-codes-made', 'account-closed', 'account-reopened', 'worker-approved', 'worker-refused', 'profile-changed', 'address-added', 'address-changed', 'address-archived', 'note-written', 'note-changed', 'note-deleted', 'data-exported', 'data-erased', 'join-code-issued', 'join-code-revoked', 'service-asked', 'status-changed', 'service-changed', 'worker-lost', 'price-agreed', 'visit-skipped', 'skip-undone', 'visit-moved', 'worker-assigned', 'hold-made', 'hold-ended', 'rhythm-asked', 'rhythm-withdrawn', 'rhythm-accepted', 'missed-visit-seen', 'visit-finished', 'refund', 'write-off', 'try-again', 'move-card', 'stop-waiting', 'not-billed', 'credit', 'dispute-written-off', 'dispute-paid', 'dispute-ended', 'top-up-sent-again', 'payout-seen', 'finding-seen', 'message-sent-again', 'message-dropped', 'text-answered', 'person-written', 'texts-ended', 'email-broken', 'email-works', 'sender-ended', 'inquiry-answered', 'inquiry-reopened', 'inquiry-lost', 'inquiry-joined', 'inquiry-separated', 'inquiry-erased', 'order-made', 'order-sent', 'order-taken-back', 'order-accepted', 'order-erased', 'product-created', 'product-changed', 'product-archived', 'product-restored', 'coupon-created', 'coupon-changed', 'coupon-deleted', 'settings-changed', 'settings-taken-back', 'holiday-set', 'holiday-taken-back', 'money-let-go-on'));--> statement-breakpoint
-- What was lost before is decided, but for debits that came back and nobody has seen to.
-- Safe beside 0.1.0: it does not know the new columns.
UPDATE "disputes" SET "decision" = 'written-off', "decided_at" = "opened_at" WHERE "status" = 'lost' AND NOT EXISTS (
	SELECT FROM "findings" WHERE "kind" = 'debit-returned' AND "subject" = "disputes"."payment_id"::text AND "gone_at" IS NULL AND "seen_at" IS NULL
);--> statement-breakpoint
-- Safe beside 0.1.0: it shows such findings, which the desk shows as lost disputes from now on.
DELETE FROM "findings" WHERE "kind" = 'debit-returned';
