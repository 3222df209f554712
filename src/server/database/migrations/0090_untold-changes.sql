CREATE TABLE "untold_changes" (
	"engagement_id" uuid PRIMARY KEY NOT NULL,
	"told" jsonb NOT NULL,
	"plan_from" date,
	"plan_by" uuid,
	"plan_letter" text,
	"is_rest_told" boolean DEFAULT false NOT NULL,
	"changed_at" timestamptz NOT NULL,
	"due_at" timestamptz
);
--> statement-breakpoint
ALTER TABLE "holidays" ADD COLUMN "told_at" timestamptz;--> statement-breakpoint
ALTER TABLE "untold_changes" ADD CONSTRAINT "untold_changes_engagement_id_engagements_id_fk" FOREIGN KEY ("engagement_id") REFERENCES "public"."engagements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "untold_changes" ADD CONSTRAINT "untold_changes_plan_by_profiles_id_fk" FOREIGN KEY ("plan_by") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "untold_changes_due" ON "untold_changes" USING btree ("due_at") WHERE "untold_changes"."due_at" is not null;--> statement-breakpoint
UPDATE "holidays" SET "told_at" = "created_at" WHERE "was_told";--> statement-breakpoint
INSERT INTO "untold_changes" ("engagement_id", "told", "changed_at", "due_at")
SELECT engagement.id, jsonb_build_object(
    'workerProfileId', CASE WHEN untold.engagement_id IS NULL THEN engagement.worker_profile_id ELSE untold.told_worker_profile_id END,
    'weekDays', CASE WHEN untold.engagement_id IS NULL THEN (
      SELECT coalesce(jsonb_agg(planned.day_of_week), '[]') FROM schedule_template_days planned
      WHERE planned.schedule_template_id = template.id
    ) ELSE to_jsonb(untold.told_week_days) END,
    'startDay', template.start_day, 'interval', template.interval, 'weekOffset', template.week_offset,
    'moves', (
      SELECT coalesce(jsonb_agg(jsonb_build_object(
        'originalDay', move.original_day, 'day', CASE WHEN NOT move.is_told_off THEN move.told_day END,
        'workerProfileId', move.told_worker_profile_id, 'reason', NULL, 'holidayId', move.holiday_id, 'isKept', move.is_kept, 'movedFrom', move.moved_from
      )), '[]')
      FROM moves move WHERE move.engagement_id = engagement.id
    ),
    'holds', (
      SELECT coalesce(jsonb_agg(jsonb_build_object('firstDay', hold.first_day, 'lastDay', hold.last_day)), '[]')
      FROM holds hold WHERE hold.engagement_id = engagement.id AND hold.first_day <= hold.last_day
    ),
    'holidays', '[]'::jsonb
  ), coalesce(untold.changed_at, now()), coalesce(untold.changed_at, now())
FROM engagements engagement
JOIN schedule_templates template ON template.engagement_id = engagement.id
LEFT JOIN untold_assignments untold ON untold.engagement_id = engagement.id
WHERE untold.engagement_id IS NOT NULL OR EXISTS (
  SELECT FROM moves move WHERE move.engagement_id = engagement.id AND move.holiday_id IS NULL
    AND greatest(move.day, move.told_day) >= current_date
    AND (move.is_told_off OR move.day IS DISTINCT FROM move.told_day OR move.worker_profile_id IS DISTINCT FROM move.told_worker_profile_id)
);--> statement-breakpoint
DELETE FROM "moves" WHERE "day" = "original_day" AND "worker_profile_id" IS NULL;
