-- Reports read visits alone, whose rows say on which day staff put them: docs/decisions/039-visits-become-rows.md.
UPDATE "visits" SET "set_day" = "visits"."day", "set_at" = "moves"."moved_at"
FROM "moves"
WHERE "moves"."engagement_id" = "visits"."engagement_id" AND "moves"."day" = "visits"."day" AND NOT "moves"."is_kept"
  AND coalesce("moves"."moved_from", "moves"."original_day") <> "moves"."day" AND "moves"."holiday_id" IS NULL
  AND "visits"."step" IS NOT NULL AND "visits"."set_day" IS NULL;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "touch_days_of_visits"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO "report_touches" ("day") SELECT "day" FROM "added"
    WHERE "step" IS NOT NULL OR "state" = 'missed' OR "off_by" IN ('customer', 'worker', 'employee')
    UNION SELECT "missed_on" FROM "added" WHERE "missed_on" IS NOT NULL;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO "report_touches" ("day") SELECT "day" FROM "removed"
    WHERE "step" IS NOT NULL OR "state" = 'missed' OR "off_by" IN ('customer', 'worker', 'employee')
    UNION SELECT "missed_on" FROM "removed" WHERE "missed_on" IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "touch_day_of_charge"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "report_touches" ("day") SELECT "day" FROM "visits" WHERE "id" = NEW."work_id";
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "touch_days_of_place"("service" uuid) RETURNS void LANGUAGE sql AS $$
  INSERT INTO "report_touches" ("day")
  SELECT "day" FROM "visits" WHERE "engagement_id" = "service"
    AND ("step" IS NOT NULL OR "state" = 'missed' OR "off_by" IN ('customer', 'worker', 'employee'))
  UNION SELECT "missed_on" FROM "visits" WHERE "engagement_id" = "service" AND "missed_on" IS NOT NULL
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "touch_days_of_other_yard"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "touch_days_of_place"(NEW."id");
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "touch_days_of_address"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "touch_days_of_place"("id") FROM "engagements" WHERE "service_address_id" = NEW."id";
  RETURN NULL;
END $$;--> statement-breakpoint
-- A visit has its worker, and its miles stay: only the city of its yard is read elsewhere.
DROP TRIGGER "addresses_elsewhere" ON "addresses";--> statement-breakpoint
CREATE TRIGGER "addresses_elsewhere" AFTER UPDATE ON "addresses" FOR EACH ROW
-- Of an address that is out of use, also since its owner was erased, the sums stay as they are.
WHEN (NEW."archived_at" IS NULL AND OLD."city" IS DISTINCT FROM NEW."city")
EXECUTE FUNCTION "touch_days_of_address"();--> statement-breakpoint
DROP TRIGGER "engagements_assigned" ON "engagements";--> statement-breakpoint
DROP FUNCTION "touch_days_of_assignment"();--> statement-breakpoint
DROP FUNCTION "touch_days_of_service"(uuid, date);--> statement-breakpoint
DROP TRIGGER "moves_changed" ON "moves";--> statement-breakpoint
DROP FUNCTION "touch_days_of_move"();--> statement-breakpoint
INSERT INTO "report_touches" ("day")
SELECT "day" FROM "visits" WHERE "step" IS NOT NULL OR "state" = 'missed' OR "off_by" IN ('customer', 'worker', 'employee')
UNION SELECT "missed_on" FROM "visits" WHERE "missed_on" IS NOT NULL;
