CREATE TABLE "credit_balances" (
	"customer_profile_id" uuid PRIMARY KEY NOT NULL,
	"amount" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "credit_balances_amount" CHECK ("credit_balances"."amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "top_ups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"bill_id" uuid NOT NULL,
	"amount" integer NOT NULL,
	"stripe_destination_account_id" text NOT NULL,
	"status" text NOT NULL,
	"stripe_transfer_id" text,
	"failure" text,
	"attempt" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz NOT NULL,
	"due_at" timestamptz,
	"asked_at" timestamptz,
	"settled_at" timestamptz,
	CONSTRAINT "top_ups_billId_unique" UNIQUE("bill_id"),
	CONSTRAINT "top_ups_stripeTransferId_unique" UNIQUE("stripe_transfer_id"),
	CONSTRAINT "top_ups_status" CHECK ("top_ups"."status" in ('pending', 'unknown', 'done', 'refused')),
	CONSTRAINT "top_ups_amount" CHECK ("top_ups"."amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_amount";--> statement-breakpoint
ALTER TABLE "entries" DROP CONSTRAINT "entries_pair";--> statement-breakpoint
ALTER TABLE "bills" ADD COLUMN "credit_used" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bills" ADD COLUMN "is_credit_returned" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "credit_used" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "credit_balances" ADD CONSTRAINT "credit_balances_customer_profile_id_profiles_id_fk" FOREIGN KEY ("customer_profile_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "top_ups" ADD CONSTRAINT "top_ups_bill_id_bills_id_fk" FOREIGN KEY ("bill_id") REFERENCES "public"."bills"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "top_ups_due" ON "top_ups" USING btree ("due_at") WHERE "top_ups"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "top_ups_refused" ON "top_ups" USING btree ("created_at","id") WHERE ("top_ups"."status" <> 'done' and "top_ups"."failure" is not null);--> statement-breakpoint
CREATE INDEX "entries_of_credit" ON "entries" USING btree ("account_id","at","id") WHERE "entries"."kind" = 'credit';--> statement-breakpoint
ALTER TABLE "bills" ADD CONSTRAINT "bills_credit" CHECK ("bills"."credit_used" between 0 and "bills"."amount");--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_credit" CHECK ("charges"."credit_used" between 0 and "charges"."amount");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_amount" CHECK ("payments"."amount" >= 0 and "payments"."application_fee" between 0 and "payments"."amount");--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_pair" CHECK (("entries"."kind", "entries"."account", "entries"."against") in (('charge', 'customer', 'business'), ('discount', 'customer', 'business'), ('write-off', 'customer', 'business'), ('credit', 'customer', 'business'), ('credit-used', 'customer', 'business'), ('collected', 'customer', 'provider'), ('earning', 'worker', 'business'), ('fee', 'worker', 'business'), ('transfer', 'worker', 'provider'), ('top-up', 'worker', 'provider'), ('tip', 'customer', 'business'), ('tip-passed', 'worker', 'business'), ('refund', 'customer', 'business'), ('paid-back', 'customer', 'provider'), ('processing', 'business', 'provider'), ('dispute', 'business', 'provider'), ('dispute-fee', 'business', 'provider'), ('declined', 'card', 'bank')));