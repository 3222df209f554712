CREATE TABLE "provider_events" (
	"id" text PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"subject_id" text NOT NULL,
	"received_at" timestamptz NOT NULL,
	"due_at" timestamptz,
	"attempts" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "provider_events_subject" CHECK ("provider_events"."subject" in ('payment-intent', 'account'))
);
--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "held_since" timestamptz;--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "written_off_at" timestamptz;--> statement-breakpoint
ALTER TABLE "connected_accounts" ADD COLUMN "restricted_at" timestamptz;--> statement-breakpoint
CREATE INDEX "provider_events_due" ON "provider_events" USING btree ("due_at") WHERE "provider_events"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "provider_events_done" ON "provider_events" USING btree ("received_at") WHERE "provider_events"."due_at" is null;--> statement-breakpoint
CREATE INDEX "charges_held" ON "charges" USING btree ("work_id") WHERE ("charges"."held_since" is not null and "charges"."payment_id" is null and "charges"."written_off_at" is null);--> statement-breakpoint
CREATE INDEX "charges_written_off" ON "charges" USING btree ("written_off_at","id") WHERE "charges"."written_off_at" is not null;--> statement-breakpoint
CREATE INDEX "connected_accounts_restricted" ON "connected_accounts" USING btree ("restricted_at") WHERE "connected_accounts"."restricted_at" is not null;