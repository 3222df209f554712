ALTER TABLE "profiles" ADD COLUMN "has_card" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "cards_user_id_index" ON "cards" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "engagements_active_of_customer" ON "engagements" USING btree ("customer_profile_id") WHERE "engagements"."status" in ('ENGAGEMENT_STATUS_ACCEPTED', 'ENGAGEMENT_STATUS_RUNNING');--> statement-breakpoint
CREATE INDEX "engagements_paused_of_customer" ON "engagements" USING btree ("customer_profile_id") WHERE "engagements"."status" = 'ENGAGEMENT_STATUS_PAUSED';--> statement-breakpoint
CREATE INDEX "messages_to" ON "messages" USING btree ("recipient","created_at","id");--> statement-breakpoint
CREATE INDEX "addresses_places" ON "addresses" USING btree ("state","zip_code") WHERE "addresses"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "profiles_customers" ON "profiles" USING btree ("id") WHERE "profiles"."type" = 'PROFILE_TYPE_CUSTOMER';--> statement-breakpoint
CREATE INDEX "profiles_customers_without_card" ON "profiles" USING btree ("id") WHERE "profiles"."type" = 'PROFILE_TYPE_CUSTOMER' and not "profiles"."has_card";--> statement-breakpoint
UPDATE "profiles" SET "has_card" = true WHERE "type" = 'PROFILE_TYPE_CUSTOMER'
AND EXISTS (SELECT 1 FROM "cards" WHERE "cards"."user_id" = "profiles"."user_id" AND "cards"."gone_at" IS NULL);--> statement-breakpoint
CREATE FUNCTION "mark_customer_with_card"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "profiles" customer SET "has_card" = NOT customer."has_card"
  WHERE customer."type" = 'PROFILE_TYPE_CUSTOMER' AND customer."user_id" IN (OLD."user_id", NEW."user_id")
  AND customer."has_card" <> EXISTS (
    SELECT 1 FROM "cards" WHERE "cards"."user_id" = customer."user_id" AND "cards"."gone_at" IS NULL
  );
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "cards_mark_customer" AFTER INSERT OR DELETE OR UPDATE OF "user_id", "gone_at" ON "cards"
FOR EACH ROW EXECUTE FUNCTION "mark_customer_with_card"();
