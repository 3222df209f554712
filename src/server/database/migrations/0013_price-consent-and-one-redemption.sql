ALTER TABLE "coupons" ADD COLUMN "once_per_customer" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "engagements" ADD COLUMN "is_only_redemption" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "engagements" ADD COLUMN "agreed_base_cost" integer;--> statement-breakpoint
UPDATE "engagements" SET "agreed_base_cost" = "base_cost";--> statement-breakpoint
ALTER TABLE "engagements" ALTER COLUMN "agreed_base_cost" SET NOT NULL;--> statement-breakpoint
-- Of several that a customer has with one coupon, the first holds the redemption; one that ended before a visit holds none.
UPDATE "engagements" SET "is_only_redemption" = true WHERE "id" IN (
  SELECT DISTINCT ON ("customer_profile_id", "coupon_id") "id" FROM "engagements" AS "used"
  WHERE "coupon_id" IS NOT NULL AND ("status" NOT IN ('ENGAGEMENT_STATUS_CANCELLED', 'ENGAGEMENT_STATUS_COMPLETED')
    OR EXISTS (SELECT 1 FROM "works" WHERE "works"."engagement_id" = "used"."id"))
  ORDER BY "customer_profile_id", "coupon_id", "created_at"
);--> statement-breakpoint
CREATE UNIQUE INDEX "engagements_only_redemption" ON "engagements" USING btree ("customer_profile_id","coupon_id") WHERE "engagements"."is_only_redemption";--> statement-breakpoint
ALTER TABLE "engagements" ADD CONSTRAINT "engagements_agreed_price" CHECK ("engagements"."base_cost" <= "engagements"."agreed_base_cost" or "engagements"."status" not in ('ENGAGEMENT_STATUS_ACCEPTED', 'ENGAGEMENT_STATUS_RUNNING'));