DROP INDEX "schedule_template_days_of_day";--> statement-breakpoint
ALTER TABLE "schedule_template_days" ADD COLUMN "worker_profile_id" uuid;--> statement-breakpoint
UPDATE "schedule_template_days" place SET "worker_profile_id" = engagement."worker_profile_id"
FROM "schedule_templates" template JOIN "engagements" engagement ON engagement."id" = template."engagement_id"
WHERE template."id" = place."schedule_template_id" AND engagement."worker_profile_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "schedule_template_days_of_worker" ON "schedule_template_days" USING btree ("day_of_week","worker_profile_id","schedule_template_id","sequence");--> statement-breakpoint
CREATE FUNCTION "take_worker_of_engagement"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT engagement."worker_profile_id" INTO NEW."worker_profile_id"
  FROM "schedule_templates" template JOIN "engagements" engagement ON engagement."id" = template."engagement_id"
  WHERE template."id" = NEW."schedule_template_id";
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "places_take_worker" BEFORE INSERT OR UPDATE OF "schedule_template_id", "worker_profile_id" ON "schedule_template_days"
FOR EACH ROW EXECUTE FUNCTION "take_worker_of_engagement"();--> statement-breakpoint
CREATE FUNCTION "give_worker_to_places"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "schedule_template_days" place SET "worker_profile_id" = NEW."worker_profile_id"
  FROM "schedule_templates" template
  WHERE template."engagement_id" = NEW."id" AND place."schedule_template_id" = template."id";
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "engagements_give_worker" AFTER UPDATE OF "worker_profile_id" ON "engagements"
FOR EACH ROW WHEN (OLD."worker_profile_id" IS DISTINCT FROM NEW."worker_profile_id") EXECUTE FUNCTION "give_worker_to_places"();
