CREATE TABLE "setup_checks" (
	"check" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"is_stand_in" boolean NOT NULL,
	"reference" text,
	"checked_at" timestamptz NOT NULL,
	"checked_by" uuid NOT NULL,
	CONSTRAINT "setup_checks_check" CHECK ("setup_checks"."check" in ('business', 'area', 'payments', 'webhook', 'mail', 'text')),
	CONSTRAINT "setup_checks_state" CHECK ("setup_checks"."state" in ('waiting', 'good', 'failed'))
);
