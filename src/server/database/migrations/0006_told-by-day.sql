-- What readers believe is noted by day, and not by visit any more.
ALTER TABLE "visit_told" RENAME TO "visit_told_before";--> statement-breakpoint
DROP INDEX "visit_told_of_engagement";--> statement-breakpoint
CREATE TABLE "visit_told" (
	"engagement_id" uuid NOT NULL,
	"reader_profile_id" uuid NOT NULL,
	"day" date NOT NULL,
	"worker_profile_id" uuid,
	"visit_id" uuid,
	CONSTRAINT "visit_told_engagement_id_reader_profile_id_day_pk" PRIMARY KEY("engagement_id","reader_profile_id","day"),
	CONSTRAINT "visit_told_visit" CHECK ("visit_told"."visit_id" is null or "visit_told"."worker_profile_id" is not null)
);--> statement-breakpoint
-- On the day on which they believe a visit to be there is one; on the day on which it is, unless they believe it there, there is none.
INSERT INTO "visit_told" ("engagement_id", "reader_profile_id", "day", "worker_profile_id", "visit_id")
SELECT DISTINCT ON (one."engagement_id", one."reader", one."day") one."engagement_id", one."reader", one."day", one."worker", one."visit"
FROM (
	SELECT told."engagement_id", told."reader_profile_id" AS "reader", told."day", told."worker_profile_id" AS "worker", told."visit_id" AS "visit"
	FROM "visit_told_before" told WHERE told."worker_profile_id" IS NOT NULL
	UNION ALL
	SELECT told."engagement_id", told."reader_profile_id", visit."day", NULL, NULL
	FROM "visit_told_before" told
	JOIN "visits" visit ON visit."id" = told."visit_id" AND visit."state" IN ('planned', 'begun', 'done')
	JOIN "engagements" service ON service."id" = told."engagement_id" AND told."reader_profile_id" IN (service."customer_profile_id", visit."worker_profile_id")
	WHERE told."day" IS DISTINCT FROM visit."day"
) one
ORDER BY one."engagement_id", one."reader", one."day", one."worker";--> statement-breakpoint
DROP TABLE "visit_told_before";--> statement-breakpoint
ALTER TABLE "visit_told" ADD CONSTRAINT "visit_told_engagement_id_engagements_id_fk" FOREIGN KEY ("engagement_id") REFERENCES "public"."engagements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit_told" ADD CONSTRAINT "visit_told_visit_id_visits_id_fk" FOREIGN KEY ("visit_id") REFERENCES "public"."visits"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "visit_told_of_visit" ON "visit_told" USING btree ("visit_id") WHERE "visit_told"."visit_id" is not null;
