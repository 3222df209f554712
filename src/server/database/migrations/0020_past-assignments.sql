CREATE TABLE "past_assignments" (
	"engagement_id" uuid NOT NULL,
	"worker_profile_id" uuid NOT NULL,
	"week_days" text[] NOT NULL,
	"since" timestamptz NOT NULL,
	"until" timestamptz NOT NULL,
	CONSTRAINT "past_assignments_engagement_id_until_pk" PRIMARY KEY("engagement_id","until")
);
--> statement-breakpoint
ALTER TABLE "past_assignments" ADD CONSTRAINT "past_assignments_engagement_id_engagements_id_fk" FOREIGN KEY ("engagement_id") REFERENCES "public"."engagements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "past_assignments" ADD CONSTRAINT "past_assignments_worker_profile_id_profiles_id_fk" FOREIGN KEY ("worker_profile_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;