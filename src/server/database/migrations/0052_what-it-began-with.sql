ALTER TABLE "settings" DROP CONSTRAINT "settings_count_later";--> statement-breakpoint
ALTER TABLE "settings" ALTER COLUMN "saved_by" DROP NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "settings_began" ON "settings" USING btree (("saved_by" is null)) WHERE "settings"."saved_by" is null;--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_count_later" CHECK ("settings"."from" > "settings"."saved_at" or "settings"."saved_by" is null);