CREATE TABLE "held_inquiries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"from_address" text NOT NULL,
	"form" jsonb,
	"request_digest" text,
	"token_hash" text NOT NULL,
	"received_at" timestamptz NOT NULL,
	"expires_at" timestamptz NOT NULL,
	CONSTRAINT "held_inquiries_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE INDEX "held_inquiries_expires_at_index" ON "held_inquiries" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "held_inquiries_from" ON "held_inquiries" USING btree (lower("from_address"));