CREATE TABLE "logos" (
	"hash" text PRIMARY KEY NOT NULL,
	"picture" "bytea" NOT NULL,
	"kept_at" timestamptz NOT NULL,
	"kept_by" uuid NOT NULL
);
