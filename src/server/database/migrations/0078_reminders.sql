CREATE TABLE "visit_reminders" (
	"day" date NOT NULL,
	"engagement_id" uuid NOT NULL,
	"worker_profile_id" uuid NOT NULL,
	"letter_id" uuid,
	CONSTRAINT "visit_reminders_day_engagement_id_pk" PRIMARY KEY("day","engagement_id")
);
--> statement-breakpoint
ALTER TABLE "engagements" ADD COLUMN "told_open_since" timestamptz;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "visit_reminders" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "visit_reminders" ADD CONSTRAINT "visit_reminders_engagement_id_engagements_id_fk" FOREIGN KEY ("engagement_id") REFERENCES "public"."engagements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit_reminders" ADD CONSTRAINT "visit_reminders_worker_profile_id_profiles_id_fk" FOREIGN KEY ("worker_profile_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "visit_reminders_letter_id_index" ON "visit_reminders" USING btree ("letter_id");--> statement-breakpoint
CREATE INDEX "engagements_unclaimed_untold" ON "engagements" USING btree ("open_since") WHERE "engagements"."status" = 'ENGAGEMENT_STATUS_PROPOSED' and "engagements"."told_open_since" is distinct from "engagements"."open_since";