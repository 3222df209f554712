DROP INDEX "payments_failed";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "planned_for" timestamptz;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "asked_at" timestamptz;--> statement-breakpoint
ALTER TABLE "engagements" ADD COLUMN "is_paused_unpaid" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "payments_failed" ON "payments" USING btree (("status" = 'declined'),"created_at","id") WHERE (("payments"."status" = 'declined' and "payments"."attempt" >= 4) or "payments"."status" = 'action-required' or ("payments"."status" = 'pending' and "payments"."due_at" > "payments"."created_at") or ("payments"."status" = 'unknown' and "payments"."attempt" > 1));--> statement-breakpoint
UPDATE "engagements" SET "is_paused_unpaid" = true WHERE "status" = 'ENGAGEMENT_STATUS_PAUSED' AND EXISTS (SELECT 1 FROM "payments" JOIN "charges" ON "charges"."payment_id" = "payments"."id" WHERE "payments"."engagement_id" = "engagements"."id" AND "payments"."status" = 'declined');
