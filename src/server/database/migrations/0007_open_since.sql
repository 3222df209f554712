DROP INDEX "engagements_open_proposals";--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "engagements" ADD COLUMN "open_since" timestamptz;--> statement-breakpoint
UPDATE "engagements" SET "open_since" = "created_at";--> statement-breakpoint
ALTER TABLE "engagements" ALTER COLUMN "open_since" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "connected_accounts" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "engagements_open_proposals" ON "engagements" USING btree ("open_since") WHERE "engagements"."status" = 'ENGAGEMENT_STATUS_PROPOSED';