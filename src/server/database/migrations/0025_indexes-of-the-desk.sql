DROP INDEX "works_date_index";--> statement-breakpoint
DROP INDEX "payments_failed";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "is_taken_over" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "payments" SET "is_taken_over" = true WHERE "status" = 'declined' and not exists (select from "charges" where "charges"."payment_id" = "payments"."id");--> statement-breakpoint
CREATE INDEX "payments_declined" ON "payments" USING btree ("engagement_id","settled_at") WHERE ("payments"."status" = 'declined');--> statement-breakpoint
CREATE INDEX "skips_date_index" ON "skips" USING btree ("date");--> statement-breakpoint
CREATE INDEX "skips_unseen" ON "skips" USING btree ("date","id") WHERE "skips"."kind" = 'missed' and "skips"."seen_at" is null;--> statement-breakpoint
CREATE INDEX "works_date_worker_profile_id_index" ON "works" USING btree ("date","worker_profile_id");--> statement-breakpoint
CREATE INDEX "works_under_way" ON "works" USING btree ("date","worker_profile_id") WHERE "works"."status" <> 'WORK_STATUS_WORK_COMPLETED';--> statement-breakpoint
CREATE INDEX "payments_failed" ON "payments" USING btree (("status" = 'declined'),"created_at","id") WHERE (not "payments"."is_taken_over" and (("payments"."status" = 'declined' and "payments"."attempt" >= 4) or "payments"."status" = 'action-required' or ("payments"."status" = 'pending' and "payments"."due_at" > "payments"."created_at") or ("payments"."status" = 'unknown' and "payments"."attempt" > 1)));