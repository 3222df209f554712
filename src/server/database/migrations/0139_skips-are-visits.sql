-- What did not take place is said by its visit's row: docs/decisions/039-visits-become-rows.md.
ALTER TABLE "visits" ADD COLUMN "off_id" uuid;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "off_worker_profile_id" uuid;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "missed_on" date;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "missed_at" timestamptz;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "missed_id" uuid;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "missed_worker_profile_id" uuid;--> statement-breakpoint
ALTER TABLE "visits" DROP CONSTRAINT "visits_off";--> statement-breakpoint
ALTER TABLE "visits" DROP CONSTRAINT "visits_due";--> statement-breakpoint
ALTER TABLE "visits" DROP CONSTRAINT "visits_seen";--> statement-breakpoint
-- A missed visit that is made up for has moved on since: its row is the one that it was made for.
CREATE TEMPORARY TABLE "of" AS
SELECT DISTINCT ON ("skips"."id") "skips"."id", "skips"."engagement_id", "skips"."date", "skips"."kind", "skips"."skipped_by",
  "skips"."worker_profile_id", "skips"."reason", "skips"."created_at", "skips"."due_at", "skips"."seen_at", "skips"."seen_by",
  "made_up"."original_day" AS "made_up", "visits"."id" AS "visit"
FROM "skips"
LEFT JOIN LATERAL (
  SELECT "moves"."original_day" FROM "moves"
  WHERE "skips"."kind" = 'missed' AND "moves"."engagement_id" = "skips"."engagement_id" AND "moves"."day" <> "skips"."date"
    AND "moves"."moved_at" >= "skips"."created_at" AND ("moves"."original_day" = "skips"."date" OR EXISTS (
      SELECT FROM "past_moves" "past" WHERE "past"."engagement_id" = "moves"."engagement_id"
        AND "past"."original_day" = "moves"."original_day" AND "past"."day" = "skips"."date"
        AND "past"."since" < "skips"."created_at" AND "past"."until" >= "skips"."created_at"))
  LIMIT 1
) "made_up" ON true
LEFT JOIN "visits" ON "visits"."engagement_id" = "skips"."engagement_id" AND "visits"."off_by" IS DISTINCT FROM 'plan'
  AND CASE WHEN "made_up"."original_day" IS NULL THEN "visits"."day" = "skips"."date" ELSE "visits"."made_for" = "made_up"."original_day" END
ORDER BY "skips"."id", "visits"."step" IS NOT NULL DESC, "visits"."state" = 'missed' DESC, "visits"."off_by" = "skips"."skipped_by" DESC,
  "visits"."state" = 'planned' DESC, "visits"."nth";--> statement-breakpoint
UPDATE "visits" SET "missed_id" = "of"."id", "missed_on" = "of"."date", "missed_at" = "of"."created_at",
  "missed_worker_profile_id" = coalesce("of"."worker_profile_id", "visits"."worker_profile_id"),
  "due_at" = "of"."due_at", "seen_at" = "of"."seen_at", "seen_by" = "of"."seen_by",
  "state" = CASE WHEN "made_up" IS NULL THEN 'missed' ELSE "state" END, "off_by" = CASE WHEN "made_up" IS NOT NULL THEN "off_by" END
FROM "of" WHERE "visits"."id" = "of"."visit" AND "of"."kind" = 'missed';--> statement-breakpoint
UPDATE "visits" SET "off_id" = "of"."id", "off_at" = "of"."created_at", "off_worker_profile_id" = "of"."worker_profile_id", "reason" = "of"."reason", "off_by" = "of"."skipped_by",
  "state" = CASE WHEN "step" IS NULL THEN 'off' ELSE 'could-not' END
FROM "of" WHERE "visits"."id" = "of"."visit" AND "of"."kind" <> 'missed';--> statement-breakpoint
INSERT INTO "visits" ("id", "engagement_id", "made_for", "nth", "home", "day", "worker_profile_id", "state", "off_by", "reason", "off_worker_profile_id",
  "off_id", "off_at", "missed_id", "missed_on", "missed_at", "missed_worker_profile_id", "due_at", "seen_at", "seen_by", "changed_at")
SELECT gen_random_uuid(), "made"."engagement_id", "made_for",
  (SELECT count(*) FROM "visits" WHERE "visits"."engagement_id" = "made"."engagement_id"
    AND date_trunc('week', "visits"."made_for") = date_trunc('week', "made"."made_for"))
  + row_number() OVER (PARTITION BY "made"."engagement_id", date_trunc('week', "made_for") ORDER BY "made"."date") - 1,
  "home", "date", "worker", CASE "kind" WHEN 'missed' THEN 'missed' ELSE 'off' END, "skipped_by", "made"."reason", CASE WHEN "kind" <> 'missed' THEN "made"."worker_profile_id" END,
  CASE WHEN "kind" <> 'missed' THEN "made"."id" END, CASE WHEN "kind" <> 'missed' THEN "made"."created_at" END,
  CASE "kind" WHEN 'missed' THEN "made"."id" END, CASE "kind" WHEN 'missed' THEN "date" END,
  CASE "kind" WHEN 'missed' THEN "made"."created_at" END, CASE "kind" WHEN 'missed' THEN "worker" END,
  "made"."due_at", "made"."seen_at", "made"."seen_by", "made"."created_at"
FROM (
  SELECT "of".*, coalesce("of"."worker_profile_id", "engagements"."worker_profile_id") AS "worker",
    coalesce("moves"."original_day", "of"."date") AS "made_for",
    CASE WHEN "moves"."is_kept" THEN "moves"."day" ELSE coalesce("moves"."moved_from", "moves"."original_day", "of"."date") END AS "home"
  FROM "of" JOIN "engagements" ON "engagements"."id" = "of"."engagement_id"
  LEFT JOIN "moves" ON "moves"."engagement_id" = "of"."engagement_id" AND "moves"."day" = "of"."date"
  WHERE "of"."visit" IS NULL
) "made";--> statement-breakpoint
-- What nobody took off any more is planned or goes on.
UPDATE "visits" SET "state" = CASE WHEN "step" IS NULL THEN 'planned' WHEN "step" = 'WORK_STATUS_WORK_COMPLETED' THEN 'done' ELSE 'begun' END, "off_by" = NULL
WHERE "off_id" IS NULL AND "missed_id" IS NULL AND ("state" IN ('could-not', 'missed') OR "off_by" IN ('customer', 'worker', 'employee'));--> statement-breakpoint
DROP TABLE "of";--> statement-breakpoint
SET CONSTRAINTS ALL IMMEDIATE;--> statement-breakpoint
DROP TABLE "skips";--> statement-breakpoint
DROP FUNCTION "touch_days"();--> statement-breakpoint
CREATE VIEW "skips" AS
SELECT "off_id" AS "id", "engagement_id", "day" AS "date", CASE "state" WHEN 'off' THEN 'skipped' ELSE 'could-not' END AS "kind",
  "off_by" AS "skipped_by", "off_worker_profile_id" AS "worker_profile_id",
  "reason", "off_at" AS "created_at", NULL::timestamptz AS "due_at", NULL::timestamptz AS "seen_at", NULL::uuid AS "seen_by"
FROM "visits" WHERE "off_by" IN ('customer', 'worker', 'employee')
UNION ALL
SELECT "missed_id", "engagement_id", "missed_on", 'missed', NULL, "missed_worker_profile_id", NULL, "missed_at", "due_at", "seen_at", "seen_by"
FROM "visits" WHERE "missed_on" IS NOT NULL;--> statement-breakpoint
CREATE OR REPLACE VIEW "works" AS
SELECT "id", "engagement_id", "worker_profile_id", "day" AS "date", "step" AS "status", "begun_at" AS "created_at", "arrived_at",
  "travel_started_at", "travel_completed_at", "work_started_at", "work_completed_at", "finished_by",
  "state" IN ('could-not', 'missed') AS "is_off"
FROM "visits" WHERE "step" IS NOT NULL AND "state" IN ('begun', 'done', 'could-not', 'missed');--> statement-breakpoint
CREATE UNIQUE INDEX "visits_off_id" ON "visits" USING btree ("off_id");--> statement-breakpoint
CREATE UNIQUE INDEX "visits_missed_id" ON "visits" USING btree ("missed_id");--> statement-breakpoint
CREATE INDEX "visits_missed_on" ON "visits" USING btree ("missed_on","missed_id") WHERE "visits"."missed_on" is not null;--> statement-breakpoint
CREATE INDEX "visits_unseen" ON "visits" USING btree ("missed_on","missed_id") WHERE "visits"."missed_on" is not null and "visits"."seen_at" is null;--> statement-breakpoint
CREATE INDEX "visits_to_tell" ON "visits" USING btree ("due_at") WHERE "visits"."due_at" is not null;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_off_by_people" CHECK ("visits"."off_by" not in ('customer', 'worker', 'employee') or "visits"."off_id" is not null);--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_off_at" CHECK (("visits"."off_id" is null) = ("visits"."off_at" is null));--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_missed" CHECK ("visits"."missed_on" is not null or "visits"."state" <> 'missed');--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_missed_day" CHECK (num_nonnulls("visits"."missed_on", "visits"."missed_at", "visits"."missed_id") in (0, 3));--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_not_begun" CHECK ("visits"."step" is null or "visits"."state" not in ('planned', 'off'));--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_in_steps" CHECK ("visits"."step" is not null or "visits"."state" not in ('begun', 'done', 'could-not'));--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_due" CHECK ("visits"."due_at" is null or "visits"."missed_on" is not null);--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_seen" CHECK (("visits"."seen_at" is null and "visits"."seen_by" is null) or "visits"."missed_on" is not null);--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_off" CHECK (("visits"."state" in ('off', 'could-not')) = ("visits"."off_by" is not null));
