ALTER TABLE "engagements" ADD COLUMN "cancel_reason" text;--> statement-breakpoint
ALTER TABLE "engagements" ADD COLUMN "cancel_note" text;--> statement-breakpoint
ALTER TABLE "engagements" ADD CONSTRAINT "engagements_cancel_reason" CHECK ("engagements"."cancel_reason" in ('moving', 'no-dog', 'too-expensive', 'not-satisfied', 'does-it-alone', 'break', 'other'));