-- A visit that was taken off is its worker's of that day, and lies where its address does: docs/decisions/030-reports.md.
CREATE FUNCTION "touch_days_of_service"("service" uuid, "since" date) RETURNS void LANGUAGE sql AS $$
  INSERT INTO "report_touches" ("day")
  SELECT "date" FROM "works" WHERE "engagement_id" = "service" AND "date" >= "since"
  UNION SELECT "date" FROM "skips" WHERE "engagement_id" = "service" AND "date" >= "since"
$$;--> statement-breakpoint
CREATE FUNCTION "touch_days_of_assignment"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- No day before is the new worker's; a day of the business may have begun on the one before.
  PERFORM "touch_days_of_service"(NEW."id", NEW."active_since"::date - 1);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "touch_days_of_other_yard"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "touch_days_of_service"(NEW."id", '-infinity');
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "touch_days_of_address"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "touch_days_of_service"("id", '-infinity') FROM "engagements" WHERE "service_address_id" = NEW."id";
  -- The first way of a day is from the worker's home.
  INSERT INTO "report_touches" ("day") SELECT DISTINCT "date" FROM "works" WHERE "worker_profile_id" = NEW."profile_id";
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "touch_services_of_places"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "report_touches" ("engagement_id")
  SELECT DISTINCT "template"."engagement_id" FROM "changed" JOIN "schedule_templates" "template" ON "template"."id" = "changed"."schedule_template_id";
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "engagements_assigned" AFTER UPDATE OF "worker_profile_id" ON "engagements" FOR EACH ROW
WHEN (OLD."worker_profile_id" IS DISTINCT FROM NEW."worker_profile_id")
EXECUTE FUNCTION "touch_days_of_assignment"();--> statement-breakpoint
CREATE TRIGGER "engagements_elsewhere" AFTER UPDATE OF "service_address_id" ON "engagements" FOR EACH ROW
WHEN (OLD."service_address_id" IS DISTINCT FROM NEW."service_address_id")
EXECUTE FUNCTION "touch_days_of_other_yard"();--> statement-breakpoint
CREATE TRIGGER "addresses_elsewhere" AFTER UPDATE ON "addresses" FOR EACH ROW
-- Of an address that is out of use, also since its owner was erased, the sums stay as they are.
WHEN (NEW."archived_at" IS NULL AND (OLD."city", OLD."latitude", OLD."longitude", OLD."primary_address")
  IS DISTINCT FROM (NEW."city", NEW."latitude", NEW."longitude", NEW."primary_address"))
EXECUTE FUNCTION "touch_days_of_address"();--> statement-breakpoint
CREATE TRIGGER "places_added" AFTER INSERT ON "schedule_template_days" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "touch_services_of_places"();--> statement-breakpoint
CREATE TRIGGER "places_removed" AFTER DELETE ON "schedule_template_days" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "touch_services_of_places"();--> statement-breakpoint
INSERT INTO "report_touches" ("day") SELECT "date" FROM "works" UNION SELECT "date" FROM "skips";--> statement-breakpoint
INSERT INTO "report_touches" ("engagement_id") SELECT "id" FROM "engagements" WHERE "status" <> 'ENGAGEMENT_STATUS_PROPOSED';
