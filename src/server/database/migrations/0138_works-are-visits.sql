-- Works are visits by now, whose ids they keep, and services from before there were rows have plans: docs/decisions/039-visits-become-rows.md.
ALTER TABLE "charges" DROP CONSTRAINT "charges_work_id_works_id_fk";--> statement-breakpoint
ALTER TABLE "files" DROP CONSTRAINT "files_work_id_works_id_fk";--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_tip_work_id_works_id_fk";--> statement-breakpoint
ALTER TABLE "photo_links" DROP CONSTRAINT "photo_links_work_id_works_id_fk";--> statement-breakpoint
-- Rows that `settle` gave to works until now take over their ids.
ALTER TABLE "visit_history" DISABLE TRIGGER "visit_history_stays";--> statement-breakpoint
CREATE TEMPORARY TABLE "known" AS
SELECT DISTINCT ON ("works"."id") "visits"."id" AS "old", "works".*
FROM "works" JOIN "visits" ON "visits"."engagement_id" = "works"."engagement_id" AND "visits"."day" = "works"."date"
  AND "visits"."state" IN ('begun', 'done', 'could-not', 'missed')
ORDER BY "works"."id", "visits"."state" = 'missed';--> statement-breakpoint
UPDATE "visit_history" SET "visit_id" = "known"."id" FROM "known" WHERE "visit_id" = "known"."old";--> statement-breakpoint
ALTER TABLE "visit_history" ENABLE TRIGGER "visit_history_stays";--> statement-breakpoint
UPDATE "visits" SET "id" = "known"."id", "step" = "known"."status", "begun_at" = "known"."created_at", "arrived_at" = "known"."arrived_at",
  "travel_started_at" = "known"."travel_started_at", "travel_completed_at" = "known"."travel_completed_at",
  "work_started_at" = "known"."work_started_at", "work_completed_at" = "known"."work_completed_at", "finished_by" = "known"."finished_by"
FROM "known" WHERE "visits"."id" = "known"."old";--> statement-breakpoint
-- All others become rows of the day on which the plan had them.
INSERT INTO "visits" ("id", "engagement_id", "made_for", "nth", "home", "day", "worker_profile_id", "state", "step", "begun_at",
  "arrived_at", "travel_started_at", "travel_completed_at", "work_started_at", "work_completed_at", "finished_by", "changed_at")
SELECT "made"."id", "made"."engagement_id", "made"."made_for",
  (SELECT count(*) FROM "visits" WHERE "visits"."engagement_id" = "made"."engagement_id"
    AND date_trunc('week', "visits"."made_for") = date_trunc('week', "made"."made_for"))
  + row_number() OVER (PARTITION BY "made"."engagement_id", date_trunc('week', "made"."made_for") ORDER BY "made"."date") - 1,
  "made"."home", "made"."date", "made"."worker_profile_id", "made"."state", "made"."status", "made"."created_at", "made"."arrived_at",
  "made"."travel_started_at", "made"."travel_completed_at", "made"."work_started_at", "made"."work_completed_at", "made"."finished_by",
  greatest("made"."created_at", "made"."work_completed_at")
FROM (
  SELECT "works".*, coalesce("moves"."original_day", "works"."date") AS "made_for",
    CASE WHEN "moves"."is_kept" THEN "moves"."day" ELSE coalesce("moves"."moved_from", "moves"."original_day", "works"."date") END AS "home",
    CASE WHEN "skips"."kind" = 'missed' THEN 'missed' WHEN "skips"."kind" IS NOT NULL THEN 'could-not'
      WHEN "works"."status" = 'WORK_STATUS_WORK_COMPLETED' THEN 'done' ELSE 'begun' END AS "state"
  FROM "works"
  LEFT JOIN "moves" ON "moves"."engagement_id" = "works"."engagement_id" AND "moves"."day" = "works"."date"
  LEFT JOIN "skips" ON "skips"."engagement_id" = "works"."engagement_id" AND "skips"."date" = "works"."date"
  WHERE NOT EXISTS (SELECT FROM "known" WHERE "known"."id" = "works"."id")
) "made";--> statement-breakpoint
DROP TABLE "known";--> statement-breakpoint
DROP TABLE "works";--> statement-breakpoint
CREATE VIEW "works" AS
SELECT "id", "engagement_id", "worker_profile_id", "day" AS "date", "step" AS "status", "begun_at" AS "created_at", "arrived_at",
  "travel_started_at", "travel_completed_at", "work_started_at", "work_completed_at", "finished_by"
FROM "visits" WHERE "step" IS NOT NULL AND "state" IN ('begun', 'done', 'could-not', 'missed');--> statement-breakpoint
-- A service that has no plan yet has the one of its schedule, from the first day on that has not ended.
CREATE TEMPORARY TABLE "carried" AS
SELECT "engagements"."id", "engagements"."worker_profile_id", "engagements"."agreed_fee_percent", "template"."id" AS "template_id",
  "template"."frequency", "template"."interval", "template"."week_offset", "template"."start_day", "today"."day" AS "today",
  greatest("today"."day", "template"."start_day", (
    SELECT max("original_day") + 1 FROM "moves" WHERE "moves"."engagement_id" = "engagements"."id" AND "moves"."day" IS NULL
  )) AS "first_day"
FROM "engagements"
JOIN "schedule_templates" "template" ON "template"."engagement_id" = "engagements"."id"
CROSS JOIN (SELECT coalesce(max("day") + 1, (now() AT TIME ZONE 'America/Chicago')::date) AS "day" FROM "closed_days") "today"
WHERE "engagements"."worker_profile_id" IS NOT NULL
  AND "engagements"."status" IN ('ENGAGEMENT_STATUS_ACCEPTED', 'ENGAGEMENT_STATUS_RUNNING', 'ENGAGEMENT_STATUS_PAUSED')
  AND NOT EXISTS (SELECT FROM "plans" WHERE "plans"."engagement_id" = "engagements"."id");--> statement-breakpoint
-- The id of its service is smaller than that of any later version.
INSERT INTO "plans" ("id", "engagement_id", "worker_profile_id", "first_day", "week_days", "frequency", "interval", "week_offset",
  "start_day", "fee_percent", "made_at")
SELECT "id", "id", "worker_profile_id", "first_day", ARRAY(
    SELECT "day_of_week" FROM "schedule_template_days" WHERE "schedule_template_id" = "template_id"
    ORDER BY array_position(ARRAY['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'], substr("day_of_week", 13))
  ), "frequency", "interval", "week_offset", "start_day", "agreed_fee_percent", now()
FROM "carried";--> statement-breakpoint
-- What was moved counts as chosen by staff, but for what a day off moves again; so do days of the schedule before its plan counts.
INSERT INTO "visits" ("id", "engagement_id", "made_for", "nth", "set_day", "set_worker_profile_id", "set_at", "home", "day",
  "worker_profile_id", "state", "changed_at")
SELECT gen_random_uuid(), "ahead"."id", "made_for",
  (SELECT count(*) FROM "visits" WHERE "visits"."engagement_id" = "ahead"."id"
    AND date_trunc('week', "visits"."made_for") = date_trunc('week', "ahead"."made_for"))
  + row_number() OVER (PARTITION BY "ahead"."id", date_trunc('week', "made_for") ORDER BY "made_for") - 1,
  "set_day", CASE WHEN "set_day" IS NOT NULL THEN "maker" END, CASE WHEN "set_day" IS NOT NULL THEN "at" END, "made_for", "day",
  coalesce("maker", "worker_profile_id"), 'planned', "at"
FROM (
  SELECT "carried"."id", "carried"."worker_profile_id", "moves"."original_day" AS "made_for", "moves"."day",
    CASE WHEN NOT "is_of_day_off" THEN "moves"."day" WHEN "moves"."worker_profile_id" IS NOT NULL THEN "moves"."original_day" END AS "set_day",
    "moves"."worker_profile_id" AS "maker", "moves"."moved_at" AS "at"
  FROM "carried" JOIN "moves" ON "moves"."engagement_id" = "carried"."id",
  LATERAL (SELECT "moves"."holiday_id" IS NOT NULL AND NOT "moves"."is_kept" AND EXISTS (
    SELECT FROM "holidays" WHERE "holidays"."day" = "moves"."original_day" AND "holidays"."taken_back_at" IS NULL
  ) AS "is_of_day_off") "of"
  WHERE "moves"."day" >= "carried"."today" OR "moves"."day" IS NOT NULL AND "moves"."original_day" >= date_trunc('week', "carried"."today")
  UNION ALL
  SELECT "carried"."id", "carried"."worker_profile_id", "one"::date, "one"::date, "one"::date, NULL, now()
  FROM "carried" CROSS JOIN LATERAL generate_series("carried"."today", "carried"."first_day" - 1, interval '1 day') "one"
  JOIN "schedule_template_days" ON "schedule_template_id" = "template_id"
    AND "day_of_week" = 'DAY_OF_WEEK_' || trim(to_char("one", 'DAY'))
  WHERE "one" >= "start_day"
    AND (("one"::date - date '0001-01-01') / 7 - ("start_day" - date '0001-01-01') / 7 + "week_offset") % "interval" = 0
    AND NOT EXISTS (SELECT FROM "moves" WHERE "moves"."engagement_id" = "carried"."id" AND "moves"."original_day" = "one"::date)
) "ahead"
WHERE NOT EXISTS (SELECT FROM "visits" WHERE "visits"."engagement_id" = "ahead"."id"
  AND ("visits"."made_for" = "ahead"."made_for" OR "visits"."day" = "ahead"."day"));--> statement-breakpoint
DROP TABLE "carried";--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_work_id_visits_id_fk" FOREIGN KEY ("work_id") REFERENCES "public"."visits"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_tip_work_id_visits_id_fk" FOREIGN KEY ("tip_work_id") REFERENCES "public"."visits"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_work_id_visits_id_fk" FOREIGN KEY ("work_id") REFERENCES "public"."visits"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photo_links" ADD CONSTRAINT "photo_links_work_id_visits_id_fk" FOREIGN KEY ("work_id") REFERENCES "public"."visits"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "visits_under_way" ON "visits" USING btree ("day","worker_profile_id") WHERE "visits"."state" = 'begun';--> statement-breakpoint
CREATE INDEX "visits_unfinished" ON "visits" USING btree ("day","id") WHERE "visits"."state" = 'begun';--> statement-breakpoint
-- Reports count a day anew on which something has happened to a visit, or has not happened after all.
CREATE FUNCTION "touch_days_of_visits"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO "report_touches" ("day") SELECT DISTINCT "day" FROM "added"
    WHERE "state" IN ('begun', 'done', 'could-not', 'missed') OR "off_by" IN ('customer', 'worker', 'employee');
  END IF;
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO "report_touches" ("day") SELECT DISTINCT "day" FROM "removed"
    WHERE "state" IN ('begun', 'done', 'could-not', 'missed') OR "off_by" IN ('customer', 'worker', 'employee');
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "visits_added" AFTER INSERT ON "visits" REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "touch_days_of_visits"();--> statement-breakpoint
CREATE TRIGGER "visits_changed" AFTER UPDATE ON "visits" REFERENCING OLD TABLE AS "removed" NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "touch_days_of_visits"();--> statement-breakpoint
CREATE TRIGGER "visits_removed" AFTER DELETE ON "visits" REFERENCING OLD TABLE AS "removed" FOR EACH STATEMENT EXECUTE FUNCTION "touch_days_of_visits"();
