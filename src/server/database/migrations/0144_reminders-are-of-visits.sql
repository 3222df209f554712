UPDATE "visits" SET "reminded_day" = "told"."day", "reminded_worker_profile_id" = "told"."worker_profile_id", "reminder_id" = "told"."letter_id"
FROM "visit_reminders" "told"
WHERE "visits"."engagement_id" = "told"."engagement_id" AND "visits"."day" = "told"."day" AND "visits"."state" = 'planned';--> statement-breakpoint
-- Safe beside 0.1.0: no business has run it, and its rows are carried over above.
DROP TABLE "visit_reminders";--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "visits_of_reminder" ON "visits" USING btree ("reminder_id") WHERE "visits"."reminder_id" is not null;
