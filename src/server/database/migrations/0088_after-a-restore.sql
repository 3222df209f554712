ALTER TABLE "bill_numbers" ADD COLUMN "skipped" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "standstills" ADD COLUMN "lost_top_ups" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "standstills" ADD COLUMN "lost_top_ups_amount" integer DEFAULT 0 NOT NULL;