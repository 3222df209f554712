CREATE TABLE "recurring_steps" (
	"engagement_id" uuid NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"amount_before" integer NOT NULL,
	"amount_after" integer NOT NULL,
	"reason" text,
	CONSTRAINT "recurring_steps_engagement_id_day_pk" PRIMARY KEY("engagement_id","day"),
	CONSTRAINT "recurring_steps_kind" CHECK ("recurring_steps"."kind" in ('new', 'resumed', 'grown', 'shrunk', 'paused', 'left')),
	CONSTRAINT "recurring_steps_reason" CHECK ("recurring_steps"."reason" in ('moving', 'no-dog', 'too-expensive', 'not-satisfied', 'does-it-alone', 'break', 'other'))
);
--> statement-breakpoint
CREATE TABLE "recurring_sums" (
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"reason" text NOT NULL,
	"services" integer NOT NULL,
	"served" integer NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "recurring_sums_day_kind_reason_pk" PRIMARY KEY("day","kind","reason")
);
--> statement-breakpoint
CREATE TABLE "report_touches" (
	"day" date,
	"engagement_id" uuid,
	CONSTRAINT "report_touches_what" CHECK (num_nonnulls("report_touches"."day", "report_touches"."engagement_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "visit_sums" (
	"day" date NOT NULL,
	"dimension" text NOT NULL,
	"key" text NOT NULL,
	"planned" integer NOT NULL,
	"done" integer NOT NULL,
	"on_time" integer NOT NULL,
	"skipped" integer NOT NULL,
	"taken_off" integer NOT NULL,
	"could_not" integer NOT NULL,
	"missed" integer NOT NULL,
	"revenue" bigint NOT NULL,
	"fees" bigint NOT NULL,
	"minutes" double precision NOT NULL,
	"miles" double precision NOT NULL,
	CONSTRAINT "visit_sums_dimension_day_key_pk" PRIMARY KEY("dimension","day","key"),
	CONSTRAINT "visit_sums_dimension" CHECK ("visit_sums"."dimension" in ('all', 'worker', 'city', 'product'))
);
--> statement-breakpoint
ALTER TABLE "recurring_steps" ADD CONSTRAINT "recurring_steps_engagement_id_engagements_id_fk" FOREIGN KEY ("engagement_id") REFERENCES "public"."engagements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recurring_steps_of_day" ON "recurring_steps" USING btree ("day","engagement_id");--> statement-breakpoint
CREATE INDEX "recurring_steps_of_kind" ON "recurring_steps" USING btree ("kind","day","engagement_id");--> statement-breakpoint
ALTER TABLE "report_touches" REPLICA IDENTITY FULL;--> statement-breakpoint
CREATE FUNCTION "touch_days"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    INSERT INTO "report_touches" ("day") SELECT DISTINCT "date" FROM "removed";
  ELSE
    INSERT INTO "report_touches" ("day") SELECT DISTINCT "date" FROM "added";
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "touch_day_of_charge"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "report_touches" ("day") SELECT "date" FROM "works" WHERE "id" = NEW."work_id";
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "touch_days_of_move"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "report_touches" ("day")
  SELECT DISTINCT one FROM unnest(ARRAY[NEW."day", OLD."day"]) one WHERE one IS NOT NULL;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "touch_services"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO "report_touches" ("engagement_id")
    SELECT "id" FROM "added" WHERE "status" <> 'ENGAGEMENT_STATUS_PROPOSED';
  ELSE
    -- Proposals are priced anew by the day, and bring nothing.
    INSERT INTO "report_touches" ("engagement_id")
    SELECT "added"."id" FROM "added" JOIN "removed" ON "removed"."id" = "added"."id"
    WHERE ("added"."status", "added"."base_cost", "added"."coupon_id")
        IS DISTINCT FROM ("removed"."status", "removed"."base_cost", "removed"."coupon_id")
      AND ("added"."status" <> 'ENGAGEMENT_STATUS_PROPOSED' OR "removed"."status" <> 'ENGAGEMENT_STATUS_PROPOSED');
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "touch_services_of_templates"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "report_touches" ("engagement_id")
  SELECT "added"."engagement_id" FROM "added" JOIN "removed" ON "removed"."id" = "added"."id"
  WHERE ("added"."frequency", "added"."interval") IS DISTINCT FROM ("removed"."frequency", "removed"."interval");
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "works_added" AFTER INSERT ON "works" REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "touch_days"();--> statement-breakpoint
CREATE TRIGGER "works_changed" AFTER UPDATE ON "works" REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "touch_days"();--> statement-breakpoint
CREATE TRIGGER "works_removed" AFTER DELETE ON "works" REFERENCING OLD TABLE AS "removed" FOR EACH STATEMENT EXECUTE FUNCTION "touch_days"();--> statement-breakpoint
CREATE TRIGGER "skips_added" AFTER INSERT ON "skips" REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "touch_days"();--> statement-breakpoint
CREATE TRIGGER "skips_changed" AFTER UPDATE ON "skips" REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "touch_days"();--> statement-breakpoint
CREATE TRIGGER "skips_removed" AFTER DELETE ON "skips" REFERENCING OLD TABLE AS "removed" FOR EACH STATEMENT EXECUTE FUNCTION "touch_days"();--> statement-breakpoint
CREATE TRIGGER "charges_added" AFTER INSERT ON "charges" FOR EACH ROW EXECUTE FUNCTION "touch_day_of_charge"();--> statement-breakpoint
CREATE TRIGGER "charges_amount_changed" AFTER UPDATE OF "amount", "fee", "is_not_billed" ON "charges" FOR EACH ROW
WHEN ((OLD."amount", OLD."fee", OLD."is_not_billed") IS DISTINCT FROM (NEW."amount", NEW."fee", NEW."is_not_billed"))
EXECUTE FUNCTION "touch_day_of_charge"();--> statement-breakpoint
CREATE TRIGGER "moves_changed" AFTER INSERT OR UPDATE OR DELETE ON "moves" FOR EACH ROW EXECUTE FUNCTION "touch_days_of_move"();--> statement-breakpoint
CREATE TRIGGER "engagements_added" AFTER INSERT ON "engagements" REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "touch_services"();--> statement-breakpoint
CREATE TRIGGER "engagements_changed" AFTER UPDATE ON "engagements" REFERENCING OLD TABLE AS "removed" NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "touch_services"();--> statement-breakpoint
CREATE TRIGGER "templates_changed" AFTER UPDATE ON "schedule_templates" REFERENCING OLD TABLE AS "removed" NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "touch_services_of_templates"();--> statement-breakpoint
INSERT INTO "report_touches" ("day") SELECT "date" FROM "works" UNION SELECT "date" FROM "skips";--> statement-breakpoint
INSERT INTO "report_touches" ("engagement_id") SELECT "id" FROM "engagements" WHERE "status" <> 'ENGAGEMENT_STATUS_PROPOSED';
