CREATE INDEX "plans_of_worker" ON "plans" USING btree ("worker_profile_id");--> statement-breakpoint
-- Who had a service before there were versions of plans: docs/decisions/039-visits-become-rows.md. None counts in a week that has days to come.
INSERT INTO "plans" ("id", "engagement_id", "worker_profile_id", "first_day", "week_days", "frequency", "interval", "week_offset",
  "start_day", "fee_percent", "made_how", "made_by", "made_at", "ended_on", "ended_how")
SELECT (lpad(to_hex((extract(epoch from "past"."since") * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3)
    || '8' || substr(md5(random()::text), 1, 15))::uuid,
  "past"."engagement_id", "past"."worker_profile_id", "past"."since"::date, "past"."week_days", "template"."frequency",
  "template"."interval", "template"."week_offset", "template"."start_day", "past"."agreed_fee_percent", 'claim',
  "past"."worker_profile_id", "past"."since",
  greatest("past"."since"::date, least("past"."until"::date, date_trunc('week', now())::date)), 'released'
FROM "past_assignments" "past"
JOIN "schedule_templates" "template" ON "template"."engagement_id" = "past"."engagement_id"
WHERE NOT EXISTS (
  SELECT FROM "plans" "one"
  WHERE "one"."engagement_id" = "past"."engagement_id" AND "one"."worker_profile_id" = "past"."worker_profile_id"
    AND ("one"."wanted_at" IS NULL OR "one"."accepted_at" IS NOT NULL)
);--> statement-breakpoint
-- Safe beside 0.1.0: no business has run it; its rows are carried over above.
DROP TABLE "past_assignments" CASCADE;
