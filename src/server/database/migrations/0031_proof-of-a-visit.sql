ALTER TABLE "charges" ADD COLUMN "yard_size" text;--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "multiplier" integer;--> statement-breakpoint
ALTER TABLE "engagements" ADD COLUMN "price_multiplier" integer;--> statement-breakpoint
ALTER TABLE "works" ADD COLUMN "finished_by" uuid;--> statement-breakpoint
ALTER TABLE "works" ADD CONSTRAINT "works_finished_by_profiles_id_fk" FOREIGN KEY ("finished_by") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;