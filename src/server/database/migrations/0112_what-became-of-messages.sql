CREATE TABLE "broken_emails" (
	"email" text PRIMARY KEY NOT NULL,
	"why" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"at" timestamptz NOT NULL,
	"by_user_id" uuid,
	CONSTRAINT "broken_emails_why" CHECK ("broken_emails"."why" in ('bounced', 'complained', 'staff'))
);
--> statement-breakpoint
-- Safe beside 0.1.0: the list of kinds only grows, and that release writes the kinds that were there.
ALTER TABLE "changes" DROP CONSTRAINT "changes_kind";--> statement-breakpoint
-- Safe beside 0.1.0: it lists messages by the same columns, only more slowly, and writes none of what is indexed here.
DROP INDEX "messages_listed";--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "delivery_code" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "reported_at" timestamptz;--> statement-breakpoint
-- Safe beside 0.1.0: it lists messages by the same columns, only more slowly, and writes none of what is indexed here.
CREATE INDEX "messages_reported" ON "messages" USING btree ("channel","delivery","reported_at") WHERE "messages"."reported_at" is not null;--> statement-breakpoint
-- Safe beside 0.1.0: it lists messages by the same columns, only more slowly, and writes none of what is indexed here.
CREATE INDEX "messages_listed" ON "messages" USING btree (coalesce("delivery", case when "outcome" = 'dead' and "unanswered" > 0 then 'unknown' else "outcome" end, 'waiting'),"channel","class","created_at","id");--> statement-breakpoint
-- Safe beside 0.1.0: the list of kinds only grows, and that release writes the kinds that were there.
ALTER TABLE "changes" ADD CONSTRAINT "changes_kind" CHECK ("changes"."kind" in ('role-changed', 'employee-joined', 'factor-added', 'factor-removed', 'factors-taken', 'recovery-codes-made', 'account-closed', 'account-reopened', 'worker-approved', 'worker-refused', 'profile-changed', 'address-added', 'address-changed', 'address-archived', 'note-written', 'note-changed', 'note-deleted', 'data-exported', 'data-erased', 'join-code-issued', 'join-code-revoked', 'service-asked', 'status-changed', 'service-changed', 'worker-lost', 'price-agreed', 'visit-skipped', 'skip-undone', 'visit-moved', 'worker-assigned', 'hold-made', 'hold-ended', 'rhythm-asked', 'rhythm-withdrawn', 'rhythm-accepted', 'missed-visit-seen', 'visit-finished', 'refund', 'write-off', 'try-again', 'move-card', 'stop-waiting', 'not-billed', 'credit', 'top-up-sent-again', 'payout-seen', 'finding-seen', 'message-sent-again', 'message-dropped', 'text-answered', 'person-written', 'texts-ended', 'email-broken', 'email-works', 'sender-ended', 'inquiry-answered', 'inquiry-reopened', 'inquiry-lost', 'inquiry-joined', 'inquiry-separated', 'inquiry-erased', 'order-made', 'order-sent', 'order-taken-back', 'order-accepted', 'order-erased', 'product-created', 'product-changed', 'product-archived', 'product-restored', 'coupon-created', 'coupon-changed', 'coupon-deleted', 'settings-changed', 'settings-taken-back', 'holiday-set', 'holiday-taken-back', 'money-let-go-on'));