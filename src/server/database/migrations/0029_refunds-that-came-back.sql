DROP INDEX "refunds_failed";--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "attempt" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "payments_owed_back" ON "payments" USING btree ("engagement_id") WHERE ("payments"."owed_back" > 0 and not "payments"."is_taken_over");--> statement-breakpoint
CREATE INDEX "refunds_failed" ON "refunds" USING btree ("settled_at","id") WHERE "refunds"."status" in ('failed', 'refused');