CREATE TABLE "closed_days" (
	"day" date PRIMARY KEY NOT NULL,
	"closed_at" timestamptz NOT NULL
);
--> statement-breakpoint
ALTER TABLE "skips" ALTER COLUMN "skipped_by" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "kind" text DEFAULT 'visit' NOT NULL;--> statement-breakpoint
ALTER TABLE "engagements" ADD COLUMN "active_since" timestamptz;--> statement-breakpoint
ALTER TABLE "schedule_template_days" ADD COLUMN "planned_at" timestamptz;--> statement-breakpoint
ALTER TABLE "skips" ADD COLUMN "kind" text DEFAULT 'skipped' NOT NULL;--> statement-breakpoint
ALTER TABLE "skips" ADD COLUMN "worker_profile_id" uuid;--> statement-breakpoint
ALTER TABLE "skips" ADD COLUMN "due_at" timestamptz;--> statement-breakpoint
ALTER TABLE "skips" ADD CONSTRAINT "skips_worker_profile_id_profiles_id_fk" FOREIGN KEY ("worker_profile_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "skips_due" ON "skips" USING btree ("due_at") WHERE "skips"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "skips_missed_days" ON "skips" USING btree ("date","id") WHERE "skips"."kind" = 'missed';--> statement-breakpoint
CREATE INDEX "works_unfinished" ON "works" USING btree ("date","id") WHERE "works"."status" <> 'WORK_STATUS_WORK_COMPLETED';--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_kind" CHECK ("charges"."kind" in ('visit', 'way'));--> statement-breakpoint
ALTER TABLE "skips" ADD CONSTRAINT "skips_kind" CHECK ("skips"."kind" in ('skipped', 'could-not', 'missed'));--> statement-breakpoint
ALTER TABLE "skips" ADD CONSTRAINT "skips_missed" CHECK (("skips"."kind" = 'missed') = ("skips"."skipped_by" is null));--> statement-breakpoint
UPDATE "engagements" SET "active_since" = now() WHERE "status" in ('ENGAGEMENT_STATUS_ACCEPTED', 'ENGAGEMENT_STATUS_RUNNING');
