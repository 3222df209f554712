CREATE TABLE "rhythms_before" (
	"engagement_id" uuid PRIMARY KEY NOT NULL,
	"until" date NOT NULL,
	"frequency" integer NOT NULL,
	"interval" integer NOT NULL,
	"start_day" date NOT NULL,
	"week_offset" integer NOT NULL,
	"accepted_by" uuid NOT NULL,
	"asked_by" text NOT NULL,
	CONSTRAINT "rhythms_before_rhythm" CHECK ("rhythms_before"."frequency" between 1 and 31 and "rhythms_before"."interval" between 1 and 2),
	CONSTRAINT "rhythms_before_asked_by" CHECK ("rhythms_before"."asked_by" in ('customer', 'employee'))
);
--> statement-breakpoint
ALTER TABLE "rhythms_before" ADD CONSTRAINT "rhythms_before_engagement_id_engagements_id_fk" FOREIGN KEY ("engagement_id") REFERENCES "public"."engagements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rhythms_before" ADD CONSTRAINT "rhythms_before_accepted_by_profiles_id_fk" FOREIGN KEY ("accepted_by") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;