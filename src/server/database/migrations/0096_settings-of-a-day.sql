ALTER TABLE "settings" ADD COLUMN "from_day" date;--> statement-breakpoint
-- Safe beside 0.1.0: it neither reads nor writes the new column, and the moments from which changes count stay as they are.
-- What begins with a midnight of the zone of then was planned for that day.
UPDATE "settings" SET "from_day" = ("settings"."from" AT TIME ZONE "zone"."name")::date FROM (
  SELECT "planned"."id", (
    SELECT "earlier"."values" ->> 'timeZone' FROM "settings" "earlier"
    WHERE "earlier"."from" < "planned"."from" AND "earlier"."taken_back_at" IS NULL AND "earlier"."values" ? 'timeZone'
    ORDER BY "earlier"."from" DESC LIMIT 1
  ) AS "name" FROM "settings" "planned"
) "zone" WHERE "zone"."id" = "settings"."id" AND "settings"."saved_by" IS NOT NULL AND "zone"."name" IS NOT NULL
  AND ("settings"."from" AT TIME ZONE "zone"."name")::time = '00:00';
