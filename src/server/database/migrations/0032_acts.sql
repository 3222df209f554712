CREATE TABLE "acts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"customer_profile_id" uuid NOT NULL,
	"bill_id" uuid,
	"work_id" uuid,
	"amount" integer NOT NULL,
	"reason" text,
	"stripe_payment_method_id" text,
	"card" text,
	"by_profile_id" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "acts_kind" CHECK ("acts"."kind" in ('write-off', 'try-again', 'move-card', 'not-billed', 'credit'))
);
--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_status";--> statement-breakpoint
DROP INDEX "payments_open";--> statement-breakpoint
ALTER TABLE "acts" ADD CONSTRAINT "acts_customer_profile_id_profiles_id_fk" FOREIGN KEY ("customer_profile_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "acts" ADD CONSTRAINT "acts_bill_id_bills_id_fk" FOREIGN KEY ("bill_id") REFERENCES "public"."bills"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "acts" ADD CONSTRAINT "acts_by_profile_id_profiles_id_fk" FOREIGN KEY ("by_profile_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "acts_of_bill" ON "acts" USING btree ("bill_id") WHERE "acts"."bill_id" is not null;--> statement-breakpoint
CREATE INDEX "acts_of_customer" ON "acts" USING btree ("customer_profile_id","at","id") WHERE "acts"."bill_id" is null;--> statement-breakpoint
CREATE INDEX "payments_open" ON "payments" USING btree ("engagement_id") WHERE ("payments"."status" not in ('paid', 'refunded', 'written-off') and not "payments"."is_taken_over");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_status" CHECK ("payments"."status" in ('pending', 'unknown', 'paid', 'declined', 'action-required', 'refunded', 'written-off'));