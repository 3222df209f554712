ALTER TABLE "last_sweep" ADD COLUMN "bounces_tried_at" timestamptz;--> statement-breakpoint
ALTER TABLE "last_sweep" ADD COLUMN "bounces_read_at" timestamptz;--> statement-breakpoint
ALTER TABLE "last_sweep" ADD COLUMN "bounces_failed_at" timestamptz;--> statement-breakpoint
ALTER TABLE "last_sweep" ADD COLUMN "bounces_trouble" text;