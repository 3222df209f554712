CREATE TABLE "untold_assignments" (
	"engagement_id" uuid PRIMARY KEY NOT NULL,
	"told_worker_profile_id" uuid,
	"told_week_days" text[] NOT NULL,
	"steps" jsonb NOT NULL,
	"changed_at" timestamptz NOT NULL
);
--> statement-breakpoint
ALTER TABLE "moves" ADD COLUMN "is_kept" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "moves" ADD COLUMN "is_announced" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "moves" ADD COLUMN "moved_from" date;--> statement-breakpoint
ALTER TABLE "untold_assignments" ADD CONSTRAINT "untold_assignments_engagement_id_engagements_id_fk" FOREIGN KEY ("engagement_id") REFERENCES "public"."engagements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "untold_assignments" ADD CONSTRAINT "untold_assignments_told_worker_profile_id_profiles_id_fk" FOREIGN KEY ("told_worker_profile_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "untold_assignments_changed_at_index" ON "untold_assignments" USING btree ("changed_at");--> statement-breakpoint
ALTER TABLE "past_assignments" DROP COLUMN "next_from";--> statement-breakpoint
-- Visits that only the plan has elsewhere since: nobody was told of a move, and they are where people know them to be.
UPDATE "moves" SET "is_kept" = true
WHERE "revision" = 0 AND "holiday_id" IS NULL AND "reason" IS NULL
	AND "worker_profile_id" IS NOT DISTINCT FROM "told_worker_profile_id"
	AND ("day" = "told_day" OR ("day" IS NULL AND "is_told_off"));
