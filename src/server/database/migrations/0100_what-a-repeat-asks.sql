ALTER TABLE "notes" ADD COLUMN "request_digest" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "request_digest" text;