CREATE TABLE "text_answers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"text_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"text" text NOT NULL,
	"by_user_id" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "text_answers_channel" CHECK ("text_answers"."channel" in ('email', 'text'))
);
--> statement-breakpoint
ALTER TABLE "changes" DROP CONSTRAINT "changes_kind";--> statement-breakpoint
DROP INDEX "inbound_texts_newest";--> statement-breakpoint
DROP INDEX "messages_listed";--> statement-breakpoint
ALTER TABLE "text_answers" ADD CONSTRAINT "text_answers_text_id_inbound_texts_id_fk" FOREIGN KEY ("text_id") REFERENCES "public"."inbound_texts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "text_answers" ADD CONSTRAINT "text_answers_by_user_id_users_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "text_answers_of_text" ON "text_answers" USING btree ("text_id","at");--> statement-breakpoint
CREATE INDEX "inbound_texts_listed" ON "inbound_texts" USING btree (("intent" is null and "read_at" is null),"received_at","id");--> statement-breakpoint
CREATE INDEX "messages_listed" ON "messages" USING btree (coalesce("delivery", "outcome", 'waiting'),"channel","class","created_at","id");--> statement-breakpoint
ALTER TABLE "changes" ADD CONSTRAINT "changes_kind" CHECK ("changes"."kind" in ('role-changed', 'employee-joined', 'factor-added', 'factor-removed', 'factors-taken', 'recovery-codes-made', 'account-closed', 'account-reopened', 'worker-approved', 'worker-refused', 'profile-changed', 'address-added', 'address-changed', 'address-archived', 'note-deleted', 'data-exported', 'data-erased', 'join-code-issued', 'join-code-revoked', 'service-asked', 'status-changed', 'service-changed', 'worker-lost', 'price-agreed', 'visit-skipped', 'skip-undone', 'visit-moved', 'worker-assigned', 'hold-made', 'hold-ended', 'rhythm-asked', 'rhythm-withdrawn', 'rhythm-accepted', 'missed-visit-seen', 'visit-finished', 'refund', 'write-off', 'try-again', 'move-card', 'stop-waiting', 'not-billed', 'credit', 'top-up-sent-again', 'payout-seen', 'finding-seen', 'message-sent-again', 'message-dropped', 'text-answered', 'inquiry-answered', 'inquiry-reopened', 'inquiry-lost', 'inquiry-erased', 'order-made', 'order-sent', 'order-taken-back', 'order-accepted', 'order-erased', 'product-created', 'product-changed', 'product-archived', 'product-restored', 'coupon-created', 'coupon-changed', 'coupon-deleted', 'settings-changed', 'settings-taken-back', 'holiday-set', 'holiday-taken-back'));