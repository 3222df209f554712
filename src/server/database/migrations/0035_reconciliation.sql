CREATE TABLE "findings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"amount" bigint,
	"profile_id" uuid,
	"engagement_id" uuid,
	"bill_id" uuid,
	"day" date,
	"detail" text,
	"found_at" timestamptz NOT NULL,
	"gone_at" timestamptz,
	"seen_at" timestamptz,
	"seen_by_profile_id" uuid
);
--> statement-breakpoint
CREATE TABLE "reconciliations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"night" date,
	"by_profile_id" uuid,
	"started_at" timestamptz NOT NULL,
	"due_at" timestamptz,
	"finished_at" timestamptz,
	"failure" text,
	CONSTRAINT "reconciliations_night_unique" UNIQUE("night")
);
--> statement-breakpoint
ALTER TABLE "findings" ADD CONSTRAINT "findings_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "findings" ADD CONSTRAINT "findings_engagement_id_engagements_id_fk" FOREIGN KEY ("engagement_id") REFERENCES "public"."engagements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "findings" ADD CONSTRAINT "findings_bill_id_bills_id_fk" FOREIGN KEY ("bill_id") REFERENCES "public"."bills"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "findings" ADD CONSTRAINT "findings_seen_by_profile_id_profiles_id_fk" FOREIGN KEY ("seen_by_profile_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliations" ADD CONSTRAINT "reconciliations_by_profile_id_profiles_id_fk" FOREIGN KEY ("by_profile_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "findings_open" ON "findings" USING btree ("kind","subject") WHERE "findings"."gone_at" is null;--> statement-breakpoint
CREATE INDEX "findings_on_desk" ON "findings" USING btree ("found_at","id") WHERE ("findings"."gone_at" is null and "findings"."seen_at" is null);--> statement-breakpoint
CREATE UNIQUE INDEX "reconciliations_running" ON "reconciliations" USING btree ((true)) WHERE "reconciliations"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "reconciliations_started_at_index" ON "reconciliations" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "reconciliations_failed" ON "reconciliations" USING btree ("finished_at") WHERE "reconciliations"."failure" is not null;--> statement-breakpoint
CREATE INDEX "payments_fee_unknown" ON "payments" USING btree ("settled_at") WHERE ("payments"."status" in ('paid', 'refunded') and "payments"."processing_fee" is null);--> statement-breakpoint
CREATE INDEX "entries_of_payment" ON "entries" USING btree ("payment_id");