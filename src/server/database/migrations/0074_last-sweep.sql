CREATE TABLE "last_sweep" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"ended_at" timestamptz NOT NULL,
	CONSTRAINT "last_sweep_one" CHECK ("last_sweep"."is_only")
);
