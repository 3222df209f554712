ALTER TABLE "engagements" ADD COLUMN "request_digest" text;--> statement-breakpoint
ALTER TABLE "inquiries" ADD COLUMN "request_digest" text;