CREATE TABLE "lost_payments" (
	"stripe_payment_intent_id" text PRIMARY KEY NOT NULL,
	"standstill_id" uuid NOT NULL,
	"engagement_id" uuid NOT NULL,
	"amount" integer NOT NULL,
	"description" text NOT NULL,
	"made_at" timestamptz NOT NULL,
	"taken_by_payment_id" uuid
);
--> statement-breakpoint
CREATE TABLE "standstills" (
	"id" uuid PRIMARY KEY NOT NULL,
	"saved_at" timestamptz NOT NULL,
	"restored_at" timestamptz NOT NULL,
	"compared_at" timestamptz,
	"ended_at" timestamptz
);
--> statement-breakpoint
ALTER TABLE "changes" DROP CONSTRAINT "changes_kind";--> statement-breakpoint
ALTER TABLE "lost_payments" ADD CONSTRAINT "lost_payments_standstill_id_standstills_id_fk" FOREIGN KEY ("standstill_id") REFERENCES "public"."standstills"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lost_payments" ADD CONSTRAINT "lost_payments_taken_by_payment_id_payments_id_fk" FOREIGN KEY ("taken_by_payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lost_payments_of_standstill" ON "lost_payments" USING btree ("standstill_id","made_at");--> statement-breakpoint
CREATE INDEX "lost_payments_open" ON "lost_payments" USING btree ("engagement_id") WHERE "lost_payments"."taken_by_payment_id" is null;--> statement-breakpoint
ALTER TABLE "changes" ADD CONSTRAINT "changes_kind" CHECK ("changes"."kind" in ('role-changed', 'employee-joined', 'factor-added', 'factor-removed', 'factors-taken', 'recovery-codes-made', 'account-closed', 'account-reopened', 'worker-approved', 'worker-refused', 'profile-changed', 'address-added', 'address-changed', 'address-archived', 'note-deleted', 'data-exported', 'data-erased', 'join-code-issued', 'join-code-revoked', 'service-asked', 'status-changed', 'service-changed', 'worker-lost', 'price-agreed', 'visit-skipped', 'skip-undone', 'visit-moved', 'worker-assigned', 'hold-made', 'hold-ended', 'rhythm-asked', 'rhythm-withdrawn', 'rhythm-accepted', 'missed-visit-seen', 'visit-finished', 'refund', 'write-off', 'try-again', 'move-card', 'stop-waiting', 'not-billed', 'credit', 'top-up-sent-again', 'payout-seen', 'finding-seen', 'message-sent-again', 'message-dropped', 'text-answered', 'inquiry-answered', 'inquiry-reopened', 'inquiry-lost', 'inquiry-erased', 'order-made', 'order-sent', 'order-taken-back', 'order-accepted', 'order-erased', 'product-created', 'product-changed', 'product-archived', 'product-restored', 'coupon-created', 'coupon-changed', 'coupon-deleted', 'settings-changed', 'settings-taken-back', 'holiday-set', 'holiday-taken-back', 'money-let-go-on'));