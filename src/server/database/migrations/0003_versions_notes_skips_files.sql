CREATE TABLE "files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"work_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"content_type" text NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamptz NOT NULL,
	"uploaded_at" timestamptz
);
--> statement-breakpoint
CREATE TABLE "skips" (
	"id" uuid PRIMARY KEY NOT NULL,
	"engagement_id" uuid NOT NULL,
	"date" date NOT NULL,
	"skipped_by" text NOT NULL,
	"reason" text,
	"created_at" timestamptz NOT NULL,
	CONSTRAINT "skips_engagement_date_key" UNIQUE("engagement_id","date"),
	CONSTRAINT "skips_skipped_by" CHECK ("skips"."skipped_by" in ('customer', 'worker', 'employee'))
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "engagements" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "schedule_templates" ADD COLUMN "is_pinned" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "addresses" ADD COLUMN "latitude" double precision;--> statement-breakpoint
ALTER TABLE "addresses" ADD COLUMN "longitude" double precision;--> statement-breakpoint
ALTER TABLE "addresses" ADD COLUMN "gate_notes" text;--> statement-breakpoint
ALTER TABLE "addresses" ADD COLUMN "dog_notes" text;--> statement-breakpoint
ALTER TABLE "addresses" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_work_id_works_id_fk" FOREIGN KEY ("work_id") REFERENCES "public"."works"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_created_by_profiles_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "skips" ADD CONSTRAINT "skips_engagement_id_engagements_id_fk" FOREIGN KEY ("engagement_id") REFERENCES "public"."engagements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "files_work_id_index" ON "files" USING btree ("work_id");--> statement-breakpoint
CREATE INDEX "addresses_search" ON "addresses" USING gin (to_tsvector('simple', "label" || ' ' || "street_address1" || ' ' || "city" || ' ' || "zip_code"));--> statement-breakpoint
CREATE INDEX "profiles_search" ON "profiles" USING gin (to_tsvector('simple', "first_name" || ' ' || "last_name" || ' ' || "email" || ' ' || regexp_replace("phone", '[^0-9]', '', 'g')));