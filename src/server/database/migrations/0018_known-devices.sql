ALTER TABLE "sessions" ADD COLUMN "last_used_at" timestamptz;--> statement-breakpoint
UPDATE "sessions" SET "last_used_at" = coalesce((SELECT max("expires_at") - interval '30 days' FROM "session_tokens" WHERE "session_id" = "sessions"."id" AND "kind" = 'refresh'), "started_at");--> statement-breakpoint
ALTER TABLE "sessions" ALTER COLUMN "last_used_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "device_hash" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "device" text;