-- A rhythm that is wanted is a version of the plan that nobody has agreed to yet: docs/decisions/039-visits-become-rows.md.
INSERT INTO "plans" ("id", "engagement_id", "worker_profile_id", "first_day", "week_days", "frequency", "interval", "week_offset",
  "start_day", "wanted_by", "wanted_at", "made_at")
SELECT gen_random_uuid(), "engagement_id", "told_worker_profile_id", "start_day", '{}', "frequency", "interval", 0,
  "start_day", "asked_by", "asked_at", "asked_at"
FROM "rhythm_requests";--> statement-breakpoint
-- Those that were accepted and have not begun say who wanted and who accepted them.
CREATE TEMPORARY TABLE "accepted" AS
SELECT DISTINCT ON ("before"."engagement_id") "plans".*, "asked_by", "accepted_by", "before"."week_days" AS "days_before",
  "before"."frequency" AS "frequency_before", "before"."interval" AS "interval_before", "before"."start_day" AS "start_day_before",
  "before"."week_offset" AS "week_offset_before", (now() AT TIME ZONE 'America/Chicago')::date AS "today"
FROM "rhythms_before" "before"
JOIN "schedule_templates" "template" ON "template"."engagement_id" = "before"."engagement_id" AND "template"."start_day" = "until"
JOIN "plans" ON "plans"."engagement_id" = "before"."engagement_id" AND "plans"."start_day" = "until"
  AND "plans"."frequency" = "template"."frequency" AND "plans"."interval" = "template"."interval" AND "plans"."ended_on" IS NULL
WHERE "until" > (now() AT TIME ZONE 'America/Chicago')::date AND "plans"."wanted_at" IS NULL
ORDER BY "before"."engagement_id", coalesce("made_how" = 'rhythm', false) DESC, "plans"."id";--> statement-breakpoint
UPDATE "plans" SET "wanted_by" = "asked_by", "wanted_at" = "accepted"."made_at", "accepted_at" = "accepted"."made_at",
  "made_how" = 'rhythm', "made_by" = "accepted_by"
FROM "accepted" WHERE "plans"."id" = "accepted"."id";--> statement-breakpoint
-- A service from before there were plans has only one: the other one counts until then, with an id of a moment before.
INSERT INTO "plans" ("id", "engagement_id", "worker_profile_id", "first_day", "week_days", "frequency", "interval", "week_offset",
  "start_day", "fee_percent", "told_at", "made_at")
SELECT (lpad(to_hex(('x' || left("hex", 12))::bit(48)::bigint - 1), 12, '0') || substr("hex", 13))::uuid, "engagement_id",
  "worker_profile_id", "today", "days_before", "frequency_before", "interval_before", "week_offset_before", "start_day_before",
  "fee_percent", "told_at", "made_at"
FROM "accepted", LATERAL (SELECT replace("accepted"."id"::text, '-', '') AS "hex") "text"
WHERE "days_before" IS NOT NULL AND NOT EXISTS (
  SELECT FROM "plans" WHERE "plans"."engagement_id" = "accepted"."engagement_id" AND "plans"."id" < "accepted"."id"
    AND "plans"."ended_on" IS NULL AND ("plans"."wanted_at" IS NULL OR "plans"."accepted_at" IS NOT NULL)
);--> statement-breakpoint
DROP TABLE "accepted";--> statement-breakpoint
-- Safe beside 0.1.0: no business has run it.
DROP TABLE "rhythm_requests";--> statement-breakpoint
-- Safe beside 0.1.0: no business has run it.
DROP TABLE "rhythms_before";--> statement-breakpoint
CREATE UNIQUE INDEX "plans_open_wish" ON "plans" USING btree ("engagement_id") WHERE ("plans"."wanted_at" is not null and "plans"."accepted_at" is null and "plans"."ended_on" is null);--> statement-breakpoint
CREATE INDEX "plans_open_wishes" ON "plans" USING btree ("wanted_at","engagement_id") WHERE ("plans"."wanted_at" is not null and "plans"."accepted_at" is null and "plans"."ended_on" is null);--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_wanted" CHECK (("plans"."wanted_by" is null) = ("plans"."wanted_at" is null));--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_accepted" CHECK ("plans"."accepted_at" is null or "plans"."wanted_at" is not null);--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_told" CHECK ("plans"."told_at" is null or ("plans"."wanted_at" is null or "plans"."accepted_at" is not null));
