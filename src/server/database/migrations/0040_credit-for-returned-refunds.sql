DROP INDEX "payments_owed_back";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "credited_back" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "payments_owed_back" ON "payments" USING btree ("engagement_id") WHERE ("payments"."owed_back" > "payments"."credited_back" and not "payments"."is_taken_over");