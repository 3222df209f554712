-- Safe beside 0.1.0: no business has run it. Which services are on too few weekdays follows from their plans.
DROP TABLE "short_services";--> statement-breakpoint
CREATE INDEX "plans_short" ON "plans" USING btree ("made_at","engagement_id") WHERE (("plans"."wanted_at" is null or "plans"."accepted_at" is not null) and "plans"."ended_on" is null and cardinality("plans"."week_days") < "plans"."frequency");
