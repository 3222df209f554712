CREATE TABLE "untold_yards" (
	"subject_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"profile_id" uuid NOT NULL,
	"before" text NOT NULL,
	"due_at" timestamptz NOT NULL,
	CONSTRAINT "untold_yards_subject_id_profile_id_pk" PRIMARY KEY("subject_id","profile_id")
);
--> statement-breakpoint
ALTER TABLE "untold_yards" ADD CONSTRAINT "untold_yards_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "untold_yards_due" ON "untold_yards" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "untold_yards_profile" ON "untold_yards" USING btree ("profile_id");