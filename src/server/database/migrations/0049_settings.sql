CREATE TABLE "settings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"from" timestamptz NOT NULL,
	"values" jsonb NOT NULL,
	"saved_at" timestamptz NOT NULL,
	"saved_by" uuid NOT NULL,
	"taken_back_at" timestamptz,
	CONSTRAINT "settings_count_later" CHECK ("settings"."from" > "settings"."saved_at"),
	CONSTRAINT "settings_taken_back_before" CHECK ("settings"."taken_back_at" < "settings"."from")
);
--> statement-breakpoint
ALTER TABLE "changes" DROP CONSTRAINT "changes_kind";--> statement-breakpoint
ALTER TABLE "engagements" ADD COLUMN "agreed_fee_percent" integer;--> statement-breakpoint
ALTER TABLE "changes" ADD CONSTRAINT "changes_kind" CHECK ("changes"."kind" in ('role-changed', 'employee-joined', 'account-closed', 'account-reopened', 'join-code-issued', 'join-code-revoked', 'service-asked', 'status-changed', 'service-changed', 'worker-lost', 'price-agreed', 'visit-skipped', 'skip-undone', 'missed-visit-seen', 'visit-finished', 'refund', 'write-off', 'try-again', 'move-card', 'stop-waiting', 'not-billed', 'credit', 'top-up-sent-again', 'payout-seen', 'finding-seen', 'message-sent-again', 'message-dropped', 'inquiry-answered', 'inquiry-reopened', 'product-created', 'product-changed', 'product-archived', 'product-restored', 'coupon-created', 'coupon-changed', 'coupon-deleted', 'settings-changed', 'settings-taken-back'));