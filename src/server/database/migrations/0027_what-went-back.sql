CREATE TABLE "disputes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"stripe_dispute_id" text NOT NULL,
	"payment_id" uuid NOT NULL,
	"status" text NOT NULL,
	"amount" integer NOT NULL,
	"taken" integer NOT NULL,
	"fee" integer NOT NULL,
	"reason" text NOT NULL,
	"answer_by" timestamptz,
	"opened_at" timestamptz NOT NULL,
	CONSTRAINT "disputes_stripeDisputeId_unique" UNIQUE("stripe_dispute_id"),
	CONSTRAINT "disputes_status" CHECK ("disputes"."status" in ('inquiry', 'open', 'won', 'lost', 'closed'))
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount" integer NOT NULL,
	"status" text NOT NULL,
	"stripe_refund_id" text,
	"by_profile_id" uuid,
	"reason" text,
	"failure" text,
	"created_at" timestamptz NOT NULL,
	"due_at" timestamptz,
	"asked_at" timestamptz,
	"settled_at" timestamptz,
	CONSTRAINT "refunds_stripeRefundId_unique" UNIQUE("stripe_refund_id"),
	CONSTRAINT "refunds_status" CHECK ("refunds"."status" in ('pending', 'unknown', 'done', 'failed', 'refused')),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "entries" DROP CONSTRAINT "entries_pair";--> statement-breakpoint
ALTER TABLE "provider_events" DROP CONSTRAINT "provider_events_subject";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "refunded" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "owed_back" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "reversed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "fee_returned" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "processing_fee" integer;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "readings" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_by_profile_id_profiles_id_fk" FOREIGN KEY ("by_profile_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "disputes_payment_id_index" ON "disputes" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "disputes_open" ON "disputes" USING btree ("opened_at","id") WHERE "disputes"."status" in ('inquiry', 'open');--> statement-breakpoint
CREATE INDEX "refunds_payment_id_index" ON "refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refunds_due" ON "refunds" USING btree ("due_at") WHERE "refunds"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "refunds_failed" ON "refunds" USING btree ("settled_at","id") WHERE "refunds"."status" = 'failed';--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_pair" CHECK (("entries"."kind", "entries"."account", "entries"."against") in (('charge', 'customer', 'business'), ('discount', 'customer', 'business'), ('write-off', 'customer', 'business'), ('collected', 'customer', 'provider'), ('earning', 'worker', 'business'), ('fee', 'worker', 'business'), ('transfer', 'worker', 'provider'), ('refund', 'customer', 'business'), ('paid-back', 'customer', 'provider'), ('processing', 'business', 'provider'), ('dispute', 'business', 'provider'), ('dispute-fee', 'business', 'provider')));--> statement-breakpoint
ALTER TABLE "provider_events" ADD CONSTRAINT "provider_events_subject" CHECK ("provider_events"."subject" in ('payment-intent', 'charge', 'account'));
--> statement-breakpoint
-- What was booked as sent back until now was the whole of a payment. What went back of its fee and transfer is read with
-- the next event about it.
UPDATE "payments" p SET "refunded" = e."amount" FROM (
  SELECT "payment_id", -sum("amount") AS "amount" FROM "entries" WHERE "kind" = 'paid-back' GROUP BY 1
) e WHERE e."payment_id" = p."id";
