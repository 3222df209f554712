CREATE TABLE "message_visits" (
	"message_id" uuid NOT NULL,
	"visit_id" uuid NOT NULL,
	"day" date,
	"worker_profile_id" uuid,
	CONSTRAINT "message_visits_message_id_visit_id_pk" PRIMARY KEY("message_id","visit_id")
);
--> statement-breakpoint
-- Safe beside 0.1.0: it has never written a row of the table.
ALTER TABLE "visit_told" DROP CONSTRAINT "visit_told_reader_profile_id_profiles_id_fk";
--> statement-breakpoint
-- Safe beside 0.1.0: it has never written a row of the table.
DROP INDEX "visit_told_reader";--> statement-breakpoint
ALTER TABLE "holds" ADD COLUMN "told_first_day" date;--> statement-breakpoint
ALTER TABLE "holds" ADD COLUMN "told_last_day" date;--> statement-breakpoint
ALTER TABLE "engagements" ADD COLUMN "tell_after" timestamptz;--> statement-breakpoint
-- Safe beside 0.1.0: it does not know the column, which Postgres writes.
ALTER TABLE "messages" ADD COLUMN "kind" text GENERATED ALWAYS AS (split_part(dedupe_key, ':', 1)) STORED;--> statement-breakpoint
-- Safe beside 0.1.0: it does not know the column, which Postgres writes.
ALTER TABLE "messages" ADD COLUMN "subject_id" uuid GENERATED ALWAYS AS (case when split_part(dedupe_key, ':', 2) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
  then split_part(dedupe_key, ':', 2)::uuid end) STORED;--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "made_how" text;--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "made_by" uuid;--> statement-breakpoint
-- Safe beside 0.1.0: it has never written a row of the table.
ALTER TABLE "visit_told" ADD COLUMN "engagement_id" uuid NOT NULL;--> statement-breakpoint
ALTER TABLE "message_visits" ADD CONSTRAINT "message_visits_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_visits" ADD CONSTRAINT "message_visits_visit_id_visits_id_fk" FOREIGN KEY ("visit_id") REFERENCES "public"."visits"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_visits_of_visit" ON "message_visits" USING btree ("visit_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "engagements_to_tell" ON "engagements" USING btree ("tell_after") WHERE "engagements"."tell_after" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "messages_of_subject" ON "messages" USING btree ("subject_id","kind") WHERE "messages"."subject_id" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "visit_told_of_engagement" ON "visit_told" USING btree ("engagement_id");--> statement-breakpoint
-- Safe beside 0.1.0: it does not know the column.
ALTER TABLE "plans" ADD CONSTRAINT "plans_made_how" CHECK ("plans"."made_how" in ('claim', 'assignment', 'weekdays', 'weeks', 'rhythm', 'rhythm-back'));--> statement-breakpoint
-- Safe beside 0.1.0: it has never written a row of the table.
ALTER TABLE "visit_told" ADD CONSTRAINT "visit_told_place" CHECK ("visit_told"."worker_profile_id" is null or "visit_told"."day" is not null);--> statement-breakpoint
-- People know all plans and days away from before.
-- Safe beside 0.1.0: it does not read the column.
UPDATE "plans" SET "told_at" = "made_at" WHERE "told_at" IS NULL;--> statement-breakpoint
-- Safe beside 0.1.0: it does not know the columns.
UPDATE "holds" SET "told_first_day" = "first_day", "told_last_day" = "last_day";