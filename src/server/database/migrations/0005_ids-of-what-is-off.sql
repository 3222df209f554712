DROP INDEX "visits_off_id";--> statement-breakpoint
DROP INDEX "visits_missed_id";--> statement-breakpoint
CREATE UNIQUE INDEX "visits_off_id" ON "visits" USING btree ("off_id") WHERE "visits"."off_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "visits_missed_id" ON "visits" USING btree ("missed_id") WHERE "visits"."missed_id" is not null;