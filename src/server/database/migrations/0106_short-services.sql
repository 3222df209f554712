CREATE TABLE "short_services" (
	"engagement_id" uuid PRIMARY KEY NOT NULL,
	"since" timestamptz NOT NULL
);
--> statement-breakpoint
ALTER TABLE "short_services" ADD CONSTRAINT "short_services_engagement_id_engagements_id_fk" FOREIGN KEY ("engagement_id") REFERENCES "public"."engagements"("id") ON DELETE cascade ON UPDATE no action;