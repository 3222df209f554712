CREATE TABLE "changed_values" (
	"change_id" uuid PRIMARY KEY NOT NULL,
	"about_user_id" uuid NOT NULL,
	"fields" jsonb NOT NULL
);
--> statement-breakpoint
CREATE INDEX "changed_values_about" ON "changed_values" USING btree ("about_user_id");