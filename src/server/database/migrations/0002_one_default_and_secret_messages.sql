ALTER TABLE "messages" ADD COLUMN "is_secret" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Links that were mailed before this column told of them.
UPDATE "messages" SET "is_secret" = true WHERE "dedupe_key" LIKE 'confirm:%' OR "dedupe_key" LIKE 'reset:%';--> statement-breakpoint
UPDATE "messages" SET "text" = '', "html" = NULL WHERE "is_secret" AND "sent_at" IS NOT NULL;--> statement-breakpoint
-- Of several, the one with the lowest id stays, so that the indexes below can be made.
UPDATE "addresses" SET "primary_address" = false WHERE "primary_address" AND EXISTS (SELECT FROM "addresses" "older" WHERE "older"."profile_id" = "addresses"."profile_id" AND "older"."primary_address" AND "older"."id" < "addresses"."id");--> statement-breakpoint
UPDATE "profiles" SET "is_default" = false WHERE "is_default" AND EXISTS (SELECT FROM "profiles" "older" WHERE "older"."user_id" = "profiles"."user_id" AND "older"."is_default" AND "older"."id" < "profiles"."id");--> statement-breakpoint
CREATE UNIQUE INDEX "addresses_one_primary" ON "addresses" USING btree ("profile_id") WHERE "addresses"."primary_address";--> statement-breakpoint
CREATE UNIQUE INDEX "profiles_one_default" ON "profiles" USING btree ("user_id") WHERE "profiles"."is_default";