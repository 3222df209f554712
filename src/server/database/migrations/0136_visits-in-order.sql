-- Safe beside 0.1.0: it knows no visits.
DROP INDEX "visits_of_worker";--> statement-breakpoint
-- Safe beside 0.1.0: it knows no visits.
DROP INDEX "visits_of_day";--> statement-breakpoint
-- Safe beside 0.1.0: it knows no visits.
CREATE INDEX "visits_in_order" ON "visits" USING btree ("day","engagement_id");--> statement-breakpoint
-- Safe beside 0.1.0: it knows no visits.
CREATE INDEX "visits_of_home" ON "visits" USING btree ("home") WHERE "visits"."home" <> "visits"."day";--> statement-breakpoint
-- Safe beside 0.1.0: it knows no visits.
CREATE INDEX "visits_set_days" ON "visits" USING btree ("set_day") WHERE "visits"."set_day" is not null;--> statement-breakpoint
-- Safe beside 0.1.0: it knows no visits.
CREATE INDEX "visits_set_workers" ON "visits" USING btree ("set_worker_profile_id") WHERE "visits"."set_worker_profile_id" is not null;--> statement-breakpoint
-- Safe beside 0.1.0: it knows no visits.
CREATE INDEX "visits_not_made" ON "visits" USING btree ("day","engagement_id") WHERE "visits"."state" in ('could-not', 'missed') or "visits"."off_by" in ('customer', 'worker', 'employee');--> statement-breakpoint
-- Safe beside 0.1.0: it knows no visits.
CREATE INDEX "visits_of_worker" ON "visits" USING btree ("worker_profile_id","day");--> statement-breakpoint
-- Safe beside 0.1.0: it knows no visits.
CREATE INDEX "visits_of_day" ON "visits" USING btree ("day","worker_profile_id");