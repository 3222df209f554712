CREATE TABLE "rhythm_requests" (
	"engagement_id" uuid PRIMARY KEY NOT NULL,
	"frequency" integer NOT NULL,
	"interval" integer NOT NULL,
	"start_day" date NOT NULL,
	"asked_by" text NOT NULL,
	"asked_at" timestamptz NOT NULL,
	CONSTRAINT "rhythm_requests_frequency" CHECK ("rhythm_requests"."frequency" between 1 and 7),
	CONSTRAINT "rhythm_requests_interval" CHECK ("rhythm_requests"."interval" between 1 and 2),
	CONSTRAINT "rhythm_requests_asked_by" CHECK ("rhythm_requests"."asked_by" in ('customer', 'employee'))
);
--> statement-breakpoint
ALTER TABLE "changes" DROP CONSTRAINT "changes_kind";--> statement-breakpoint
ALTER TABLE "rhythm_requests" ADD CONSTRAINT "rhythm_requests_engagement_id_engagements_id_fk" FOREIGN KEY ("engagement_id") REFERENCES "public"."engagements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "changes" ADD CONSTRAINT "changes_kind" CHECK ("changes"."kind" in ('role-changed', 'employee-joined', 'account-closed', 'account-reopened', 'worker-approved', 'worker-refused', 'profile-changed', 'address-added', 'address-changed', 'address-archived', 'note-deleted', 'data-exported', 'data-erased', 'join-code-issued', 'join-code-revoked', 'service-asked', 'status-changed', 'service-changed', 'worker-lost', 'price-agreed', 'visit-skipped', 'skip-undone', 'visit-moved', 'worker-assigned', 'hold-made', 'hold-ended', 'rhythm-asked', 'rhythm-withdrawn', 'rhythm-accepted', 'missed-visit-seen', 'visit-finished', 'refund', 'write-off', 'try-again', 'move-card', 'stop-waiting', 'not-billed', 'credit', 'top-up-sent-again', 'payout-seen', 'finding-seen', 'message-sent-again', 'message-dropped', 'inquiry-answered', 'inquiry-reopened', 'inquiry-lost', 'order-made', 'order-sent', 'order-taken-back', 'order-accepted', 'product-created', 'product-changed', 'product-archived', 'product-restored', 'coupon-created', 'coupon-changed', 'coupon-deleted', 'settings-changed', 'settings-taken-back', 'holiday-set', 'holiday-taken-back'));