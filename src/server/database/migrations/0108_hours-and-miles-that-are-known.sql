ALTER TABLE "visit_sums" ADD COLUMN "revenue_of_hours" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "visit_sums" ADD COLUMN "revenue_of_miles" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- All days are summed anew: what is on time has changed, too.
INSERT INTO "report_touches" ("day") SELECT DISTINCT "day" FROM "visit_sums";
