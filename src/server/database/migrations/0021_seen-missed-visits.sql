ALTER TABLE "skips" ADD COLUMN "seen_at" timestamptz;--> statement-breakpoint
ALTER TABLE "skips" ADD COLUMN "seen_by" uuid;--> statement-breakpoint
ALTER TABLE "skips" ADD CONSTRAINT "skips_seen_by_profiles_id_fk" FOREIGN KEY ("seen_by") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;