-- The versions of a service's plan say who had it before staff gave it to its worker: docs/decisions/039-visits-become-rows.md.
-- A service from before there were plans has only that of its last worker, whose id is the service's. Those of the workers before get
-- smaller ones, in their order, and one more where a worker had agreed to another schedule that had not begun.
CREATE TEMPORARY TABLE "given" AS
SELECT "given".*, "plans"."made_at" AS "carried_at", lag("given_at") OVER "earlier" AS "since", lag("given") OVER "earlier" ->> 'from' AS "from",
  row_number() OVER (PARTITION BY "given"."engagement_id" ORDER BY "given"."id" DESC) = 1 AS "is_last"
FROM "hand_overs" "given"
JOIN "plans" ON "plans"."id" = "given"."engagement_id" AND "given"."given_at" < "plans"."made_at"
WINDOW "earlier" AS (PARTITION BY "given"."engagement_id" ORDER BY "given"."id");--> statement-breakpoint
INSERT INTO "plans" ("id", "engagement_id", "worker_profile_id", "first_day", "week_days", "frequency", "interval", "week_offset",
  "start_day", "fee_percent", "made_at", "told_at", "made_how", "made_by", "wanted_by", "wanted_at", "accepted_at")
SELECT ('00000000-0000-7000-8000-' || lpad(to_hex(row_number() OVER (ORDER BY "given"."id", "nth")), 12, '0'))::uuid,
  "given"."engagement_id", "given"."worker_profile_id",
  coalesce("given"."from"::date, ("given"."since" AT TIME ZONE 'America/Chicago')::date, ("plan" ->> 'startDay')::date),
  ARRAY(
    SELECT "day" FROM jsonb_array_elements_text("plan" -> 'weekDays') "day"
    ORDER BY array_position(ARRAY['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'], substr("day", 13))
  ),
  ("plan" ->> 'frequency')::integer, ("plan" ->> 'interval')::integer, ("plan" ->> 'weekOffset')::integer, ("plan" ->> 'startDay')::date,
  ("given"."before" ->> 'agreedFeePercent')::integer, "made_at", "made_at",
  CASE WHEN "is_agreed" THEN 'rhythm' END, CASE WHEN "is_agreed" THEN ("agreed" ->> 'acceptedBy')::uuid END,
  CASE WHEN "is_agreed" THEN "agreed" ->> 'askedBy' END, CASE WHEN "is_agreed" THEN "made_at" END, CASE WHEN "is_agreed" THEN "made_at" END
FROM "given"
JOIN "engagements" ON "engagements"."id" = "given"."engagement_id"
CROSS JOIN LATERAL coalesce("given"."since", "engagements"."created_at") "made_at"
CROSS JOIN LATERAL nullif("given"."before" -> 'rhythmBefore', 'null') "agreed"
CROSS JOIN LATERAL (VALUES (1, "agreed", false), (2, "given"."before", "agreed" IS NOT NULL)) "one" ("nth", "plan", "is_agreed")
WHERE "given"."worker_profile_id" IS NOT NULL AND jsonb_typeof("plan" -> 'weekDays') = 'array';--> statement-breakpoint
-- Safe beside 0.1.0: no business has run it.
UPDATE "plans" SET "made_at" = "given"."given_at", "made_how" = coalesce("made_how", 'assignment'),
  "first_day" = greatest("plans"."first_day", ("given"."given" ->> 'from')::date)
FROM "given" WHERE "plans"."engagement_id" = "given"."engagement_id" AND "plans"."made_at" = "given"."carried_at" AND "given"."is_last"
  AND "plans"."worker_profile_id" = "given"."to_worker_profile_id";--> statement-breakpoint
DROP TABLE "given";--> statement-breakpoint
-- Safe beside 0.1.0: no business has run it.
DROP TABLE "hand_overs";
