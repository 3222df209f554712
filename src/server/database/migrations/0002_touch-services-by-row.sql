-- The triggers compared all rows of a statement with all rows as they were before: with some thousand that took longer than the statement.
CREATE FUNCTION "touch_service"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "report_touches" ("engagement_id") VALUES (NEW."id");
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "touch_service_of_template"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "report_touches" ("engagement_id") VALUES (NEW."engagement_id");
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Safe beside 0.1.0: the triggers that follow note the same services.
DROP TRIGGER "engagements_added" ON "engagements";
--> statement-breakpoint
-- Safe beside 0.1.0: the triggers that follow note the same services.
DROP TRIGGER "engagements_changed" ON "engagements";
--> statement-breakpoint
-- Safe beside 0.1.0: the triggers that follow note the same services.
DROP TRIGGER "templates_changed" ON "schedule_templates";
--> statement-breakpoint
-- Safe beside 0.1.0: no trigger calls it anymore.
DROP FUNCTION "touch_services"();
--> statement-breakpoint
-- Safe beside 0.1.0: no trigger calls it anymore.
DROP FUNCTION "touch_services_of_templates"();
--> statement-breakpoint
-- Safe beside 0.1.0: it notes what the triggers before it noted.
CREATE TRIGGER "engagements_added" AFTER INSERT ON "engagements" FOR EACH ROW
WHEN (NEW."status" <> 'ENGAGEMENT_STATUS_PROPOSED') EXECUTE FUNCTION "touch_service"();
--> statement-breakpoint
-- Proposals are priced anew by the day, and bring nothing.
-- Safe beside 0.1.0: it notes what the triggers before it noted.
CREATE TRIGGER "engagements_changed" AFTER UPDATE ON "engagements" FOR EACH ROW
WHEN ((OLD."status", OLD."base_cost", OLD."coupon_id") IS DISTINCT FROM (NEW."status", NEW."base_cost", NEW."coupon_id")
  AND (OLD."status" <> 'ENGAGEMENT_STATUS_PROPOSED' OR NEW."status" <> 'ENGAGEMENT_STATUS_PROPOSED'))
EXECUTE FUNCTION "touch_service"();
--> statement-breakpoint
-- Safe beside 0.1.0: it notes what the triggers before it noted.
CREATE TRIGGER "templates_changed" AFTER UPDATE ON "schedule_templates" FOR EACH ROW
WHEN ((OLD."frequency", OLD."interval") IS DISTINCT FROM (NEW."frequency", NEW."interval"))
EXECUTE FUNCTION "touch_service_of_template"();
