CREATE TABLE "visit_month_sums" (
	"month" date NOT NULL,
	"dimension" text NOT NULL,
	"key" text NOT NULL,
	"planned" integer NOT NULL,
	"done" integer NOT NULL,
	"on_time" integer NOT NULL,
	"skipped" integer NOT NULL,
	"taken_off" integer NOT NULL,
	"could_not" integer NOT NULL,
	"missed" integer NOT NULL,
	"revenue" bigint NOT NULL,
	"fees" bigint NOT NULL,
	"minutes" double precision NOT NULL,
	"miles" double precision NOT NULL,
	"revenue_of_hours" bigint DEFAULT 0 NOT NULL,
	"revenue_of_miles" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "visit_month_sums_dimension_month_key_pk" PRIMARY KEY("dimension","month","key")
);
--> statement-breakpoint
INSERT INTO "visit_month_sums" ("month", "dimension", "key", "planned", "done", "on_time", "skipped", "taken_off", "could_not", "missed", "revenue", "fees", "minutes", "miles", "revenue_of_hours", "revenue_of_miles")
SELECT date_trunc('month', "day")::date, "dimension", "key", sum("planned"), sum("done"), sum("on_time"), sum("skipped"), sum("taken_off"), sum("could_not"), sum("missed"), sum("revenue"), sum("fees"), sum("minutes"), sum("miles"), sum("revenue_of_hours"), sum("revenue_of_miles")
FROM "visit_sums" WHERE "dimension" <> 'all' GROUP BY 1, 2, 3;
