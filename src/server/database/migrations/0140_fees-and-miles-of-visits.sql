-- What was agreed with the worker of a visit, and how far they drove, is kept with it: docs/decisions/039-visits-become-rows.md.
UPDATE "visits" SET "fee_percent" = (
  SELECT coalesce("past"."agreed_fee_percent", "service"."agreed_fee_percent") FROM "engagements" "service"
  LEFT JOIN LATERAL (
    SELECT "agreed_fee_percent" FROM "past_assignments"
    WHERE "engagement_id" = "service"."id" AND "worker_profile_id" = "visits"."worker_profile_id"
      AND "worker_profile_id" IS DISTINCT FROM "service"."worker_profile_id"
    ORDER BY "until" DESC LIMIT 1
  ) "past" ON true
  WHERE "service"."id" = "visits"."engagement_id"
) WHERE "step" IS NOT NULL;--> statement-breakpoint
UPDATE "visits" SET "miles" = 1.2 * 2 * 3958.8 * asin(least(1, sqrt(
    power(sin((radians("way"."latitude") - radians("way"."from_latitude")) / 2), 2)
    + cos(radians("way"."from_latitude")) * cos(radians("way"."latitude"))
      * power(sin((radians("way"."longitude") - radians("way"."from_longitude")) / 2), 2))))
FROM (
  SELECT "made"."id", "yard"."latitude", "yard"."longitude",
    CASE WHEN row_number() OVER "route" = 1 THEN "home"."latitude" ELSE lag("yard"."latitude") OVER "route" END AS "from_latitude",
    CASE WHEN row_number() OVER "route" = 1 THEN "home"."longitude" ELSE lag("yard"."longitude") OVER "route" END AS "from_longitude"
  FROM "visits" "made"
  JOIN "engagements" ON "engagements"."id" = "made"."engagement_id"
  JOIN "addresses" "yard" ON "yard"."id" = "engagements"."service_address_id"
  LEFT JOIN "addresses" "home" ON "home"."profile_id" = "made"."worker_profile_id" AND "home"."primary_address"
  WHERE "made"."step" IS NOT NULL
  WINDOW "route" AS (PARTITION BY "made"."worker_profile_id", "made"."day"
    ORDER BY coalesce("made"."travel_started_at", "made"."begun_at"), "made"."id")
) "way"
WHERE "way"."id" = "visits"."id" AND "visits"."state" IN ('done', 'could-not');
