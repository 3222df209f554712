CREATE TABLE "holds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"engagement_id" uuid NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"made_by" text NOT NULL,
	"created_at" timestamptz NOT NULL,
	"due_at" timestamptz,
	CONSTRAINT "holds_days" CHECK ("holds"."first_day" <= "holds"."last_day"),
	CONSTRAINT "holds_made_by" CHECK ("holds"."made_by" in ('customer', 'employee'))
);
--> statement-breakpoint
CREATE TABLE "holidays" (
	"day" date PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"moved_to" date,
	"created_at" timestamptz NOT NULL,
	"due_at" timestamptz,
	"told_up_to" uuid
);
--> statement-breakpoint
CREATE TABLE "moves" (
	"id" uuid PRIMARY KEY NOT NULL,
	"engagement_id" uuid NOT NULL,
	"original_day" date NOT NULL,
	"day" date NOT NULL,
	"worker_profile_id" uuid,
	"told_day" date NOT NULL,
	"told_worker_profile_id" uuid,
	"revision" integer DEFAULT 1 NOT NULL,
	"reason" text,
	"moved_at" timestamptz NOT NULL,
	CONSTRAINT "moves_original_day_key" UNIQUE("engagement_id","original_day"),
	CONSTRAINT "moves_day_key" UNIQUE("engagement_id","day")
);
--> statement-breakpoint
ALTER TABLE "changes" DROP CONSTRAINT "changes_kind";--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "holds_engagement_id_engagements_id_fk" FOREIGN KEY ("engagement_id") REFERENCES "public"."engagements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moves" ADD CONSTRAINT "moves_engagement_id_engagements_id_fk" FOREIGN KEY ("engagement_id") REFERENCES "public"."engagements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moves" ADD CONSTRAINT "moves_worker_profile_id_profiles_id_fk" FOREIGN KEY ("worker_profile_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moves" ADD CONSTRAINT "moves_told_worker_profile_id_profiles_id_fk" FOREIGN KEY ("told_worker_profile_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "holds_engagement_id_last_day_index" ON "holds" USING btree ("engagement_id","last_day");--> statement-breakpoint
CREATE INDEX "holds_due" ON "holds" USING btree ("due_at") WHERE "holds"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "moves_day_index" ON "moves" USING btree ("day");--> statement-breakpoint
CREATE INDEX "moves_of_worker" ON "moves" USING btree ("worker_profile_id","day") WHERE "moves"."worker_profile_id" is not null;--> statement-breakpoint
ALTER TABLE "changes" ADD CONSTRAINT "changes_kind" CHECK ("changes"."kind" in ('role-changed', 'employee-joined', 'account-closed', 'account-reopened', 'join-code-issued', 'join-code-revoked', 'service-asked', 'status-changed', 'service-changed', 'worker-lost', 'price-agreed', 'visit-skipped', 'skip-undone', 'visit-moved', 'missed-visit-seen', 'visit-finished', 'refund', 'write-off', 'try-again', 'move-card', 'stop-waiting', 'not-billed', 'credit', 'top-up-sent-again', 'payout-seen', 'finding-seen', 'message-sent-again', 'message-dropped', 'inquiry-answered', 'inquiry-reopened', 'inquiry-lost', 'order-made', 'order-sent', 'order-taken-back', 'order-accepted', 'product-created', 'product-changed', 'product-archived', 'product-restored', 'coupon-created', 'coupon-changed', 'coupon-deleted', 'settings-changed', 'settings-taken-back'));