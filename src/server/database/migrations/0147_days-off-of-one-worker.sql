DROP INDEX "holidays_standing";--> statement-breakpoint
ALTER TABLE "holidays" ADD COLUMN "worker_profile_id" uuid;--> statement-breakpoint
ALTER TABLE "holidays" ADD COLUMN "last_day" date;--> statement-breakpoint
ALTER TABLE "holidays" ADD COLUMN "by_profile_id" uuid;--> statement-breakpoint
ALTER TABLE "holidays" ADD CONSTRAINT "holidays_worker_profile_id_profiles_id_fk" FOREIGN KEY ("worker_profile_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "holidays" ADD CONSTRAINT "holidays_by_profile_id_profiles_id_fk" FOREIGN KEY ("by_profile_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "holidays_of_worker" ON "holidays" USING btree ("worker_profile_id") WHERE "holidays"."worker_profile_id" is not null;--> statement-breakpoint
CREATE INDEX "holidays_covered_by" ON "holidays" USING btree ("by_profile_id") WHERE "holidays"."by_profile_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "holidays_standing" ON "holidays" USING btree ("day") WHERE "holidays"."taken_back_at" is null and "holidays"."worker_profile_id" is null;