-- Whose a visit was that its customer or staff took off is read from its row now. Days that were over before there were rows have
-- it noted: who was to make that visit alone, or whose the service was when the day ended, or else last before.
-- Safe beside 0.1.0: it reads a noted worker first, and finds the same one otherwise.
UPDATE "skips" SET "worker_profile_id" = coalesce((
  SELECT "had"."worker_profile_id" FROM (
    SELECT "past"."worker_profile_id", "past"."since", "past"."until" FROM "past_moves" "past"
    WHERE "past"."engagement_id" = "skips"."engagement_id" AND "past"."day" = "skips"."date"
    UNION ALL
    SELECT "move"."worker_profile_id", "move"."moved_at", 'infinity' FROM "moves" "move"
    WHERE "move"."engagement_id" = "skips"."engagement_id" AND "move"."day" = "skips"."date"
  ) "had"
  WHERE "had"."since" < "day"."end" AND "had"."until" >= "day"."end" LIMIT 1
), (
  SELECT "had"."worker_profile_id" FROM (
    SELECT "past"."worker_profile_id", "past"."since", "past"."until" FROM "past_assignments" "past"
    WHERE "past"."engagement_id" = "skips"."engagement_id"
    UNION ALL
    SELECT "has"."worker_profile_id", "has"."active_since", 'infinity' FROM "engagements" "has"
    WHERE "has"."id" = "skips"."engagement_id" AND "has"."worker_profile_id" IS NOT NULL
  ) "had"
  WHERE "had"."since" < "day"."end"
  ORDER BY "had"."until" < "day"."end", CASE WHEN "had"."until" >= "day"."end" THEN "had"."until" END, "had"."until" DESC LIMIT 1
))
FROM (
  SELECT "id", (("date" + 1)::timestamp AT TIME ZONE 'America/Chicago') AS "end" FROM "skips"
  WHERE "worker_profile_id" IS NULL AND "date" <= (SELECT max("day") FROM "closed_days")
) "day"
WHERE "day"."id" = "skips"."id";--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "skips_date_engagement_id_index" ON "skips" USING btree ("date","engagement_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "works_date_engagement_id_index" ON "works" USING btree ("date","engagement_id");--> statement-breakpoint
-- Safe beside 0.1.0: what it finds by the day it finds by the new index, too.
DROP INDEX "skips_date_index";--> statement-breakpoint
-- Safe beside 0.1.0: what it finds by the day it finds by the new index, too.
DROP INDEX "works_date_worker_profile_id_index";
