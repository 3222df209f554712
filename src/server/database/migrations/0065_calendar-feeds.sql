CREATE TABLE "calendar_feeds" (
	"customer_profile_id" uuid PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"renewed_at" timestamptz NOT NULL,
	CONSTRAINT "calendar_feeds_token_unique" UNIQUE("token")
);
--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_customer_profile_id_profiles_id_fk" FOREIGN KEY ("customer_profile_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;