ALTER TABLE "notes" ADD COLUMN "engagement_id" uuid;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "visit_day" date;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "is_to_customer" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "read_at" timestamptz;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "read_by" uuid;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_engagement_id_engagements_id_fk" FOREIGN KEY ("engagement_id") REFERENCES "public"."engagements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_read_by_profiles_id_fk" FOREIGN KEY ("read_by") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notes_of_visits" ON "notes" USING btree ("engagement_id","visit_day") WHERE "notes"."engagement_id" is not null;--> statement-breakpoint
CREATE INDEX "notes_unread" ON "notes" USING btree ("created_at","id") WHERE ("notes"."engagement_id" is not null and not "notes"."is_to_customer" and "notes"."read_at" is null);--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_visit" CHECK (("notes"."engagement_id" is null) = ("notes"."visit_day" is null));--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_to_customer" CHECK (not "notes"."is_to_customer" or "notes"."engagement_id" is not null);