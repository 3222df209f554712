CREATE TABLE "backups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamptz NOT NULL,
	"reason" text NOT NULL,
	"bytes" bigint NOT NULL,
	"rows" bigint NOT NULL,
	"photos" integer,
	"is_encrypted" boolean NOT NULL,
	"seconds" integer NOT NULL
);
