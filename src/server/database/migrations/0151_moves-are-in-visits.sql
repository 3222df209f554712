-- Why staff moved a visit: docs/decisions/027-visits-are-rows.md. Migration 0138 has carried the rest over.
UPDATE "visits" SET "set_reason" = "moves"."reason"
FROM "moves"
WHERE "moves"."engagement_id" = "visits"."engagement_id" AND "moves"."day" = "visits"."day" AND "moves"."holiday_id" IS NULL
  AND "moves"."reason" IS NOT NULL AND "visits"."set_reason" IS NULL AND "visits"."set_day" = "moves"."day";--> statement-breakpoint
-- Safe beside 0.1.0: no business has run it; its rows are carried over above and by 0138 to 0141.
DROP TABLE "moves" CASCADE;--> statement-breakpoint
-- Safe beside 0.1.0: no business has run it; visit_history has where visits were.
DROP TABLE "past_moves" CASCADE;--> statement-breakpoint
-- Safe beside 0.1.0: no business has run it; visit_told has what people believe.
DROP TABLE "untold_changes" CASCADE;
