ALTER TABLE "addresses" ADD COLUMN "precision" text;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "addresses_to_locate" ON "addresses" USING btree ("created_at","id") WHERE ("addresses"."precision" is null and "addresses"."archived_at" is null);--> statement-breakpoint
-- What was kept before texts were cleaned as they come in (src/domain/cleaning.ts). A joiner goes where no script needs it.
CREATE FUNCTION pg_temp.clean_marks(dirty text) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT normalize(regexp_replace(regexp_replace(regexp_replace(regexp_replace(dirty,
    '[\u00AD\u034F\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB]', '', 'g'),
    '(^|[\u0001-\u024F])[\u200C\u200D]+', '\1', 'g'),
    '[\u200C\u200D]+($|[\u0001-\u024F])', '\1', 'g'),
    '[\u00A0\u1680\u2000-\u200A\u202F\u205F\u2800\u3000]', ' ', 'g'), NFC)
$$;--> statement-breakpoint
CREATE FUNCTION pg_temp.clean_lines(dirty text) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT btrim(replace(pg_temp.clean_marks(regexp_replace(dirty, '\r\n?|[\u000B\u000C\u0085\u2028\u2029]', chr(10), 'g')), chr(9), ' '), ' ' || chr(10))
$$;--> statement-breakpoint
CREATE FUNCTION pg_temp.clean_line(dirty text) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT regexp_replace(pg_temp.clean_lines(dirty), '[ \n]+', ' ', 'g')
$$;--> statement-breakpoint
CREATE FUNCTION pg_temp.clean_name(dirty text) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT coalesce(nullif(regexp_replace(pg_temp.clean_line(dirty), '[\u2010\u2011]', '-', 'g'), ''), dirty)
$$;--> statement-breakpoint
CREATE FUNCTION pg_temp.clean_street(dirty text) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT coalesce(nullif(regexp_replace(pg_temp.clean_line(dirty), '[\u2010-\u2015\u2212]', '-', 'g'), ''), dirty)
$$;--> statement-breakpoint
-- Safe beside 0.1.0: it shows the names as they are now.
UPDATE "profiles" SET "label" = pg_temp.clean_name("label"), "first_name" = pg_temp.clean_name("first_name"),
    "last_name" = pg_temp.clean_name("last_name"), "display_name" = pg_temp.clean_name("display_name")
  WHERE ("label", "first_name", "last_name", "display_name") IS DISTINCT FROM (pg_temp.clean_name("label"),
    pg_temp.clean_name("first_name"), pg_temp.clean_name("last_name"), pg_temp.clean_name("display_name"));--> statement-breakpoint
-- Safe beside 0.1.0: it shows the addresses as they are now.
UPDATE "addresses" SET "label" = pg_temp.clean_street("label"), "street_address1" = pg_temp.clean_street("street_address1"),
    "street_address2" = pg_temp.clean_street("street_address2"), "city" = pg_temp.clean_name("city"),
    "gate_notes" = pg_temp.clean_lines("gate_notes"), "dog_notes" = pg_temp.clean_lines("dog_notes")
  WHERE ("label", "street_address1", "street_address2", "city", "gate_notes", "dog_notes") IS DISTINCT FROM (
    pg_temp.clean_street("label"), pg_temp.clean_street("street_address1"), pg_temp.clean_street("street_address2"),
    pg_temp.clean_name("city"), pg_temp.clean_lines("gate_notes"), pg_temp.clean_lines("dog_notes"));--> statement-breakpoint
-- Safe beside 0.1.0: it shows the orders as they are now.
UPDATE "orders" SET "first_name" = pg_temp.clean_name("first_name"), "last_name" = pg_temp.clean_name("last_name")
  WHERE ("first_name", "last_name") IS DISTINCT FROM (pg_temp.clean_name("first_name"), pg_temp.clean_name("last_name"));--> statement-breakpoint
-- Safe beside 0.1.0: it shows the notes as they are now.
UPDATE "notes" SET "text" = pg_temp.clean_lines("text")
  WHERE "text" <> pg_temp.clean_lines("text") AND pg_temp.clean_lines("text") <> '';--> statement-breakpoint
-- Safe beside 0.1.0: it reads a number in this form, too, and finds its customer by the email meanwhile.
UPDATE "inquiries" SET "data" = jsonb_set(pg_temp.clean_marks("data"::text)::jsonb, '{personal,phone}',
    to_jsonb('+1' || right(regexp_replace("data" #>> '{personal,phone}', '[^0-9]', '', 'g'), 10)))
  WHERE regexp_replace("data" #>> '{personal,phone}', '[^0-9]', '', 'g') ~ '^1?[0-9]{10}$';--> statement-breakpoint
-- Safe beside 0.1.0: it shows the names as they are now. One that another offered product has stays as it is.
UPDATE "products" "dirty" SET "name" = pg_temp.clean_name("name"), "description" = pg_temp.clean_lines("description")
  WHERE ("name", "description") IS DISTINCT FROM (pg_temp.clean_name("name"), pg_temp.clean_lines("description"))
    AND pg_temp.clean_lines("description") <> '' AND NOT EXISTS (SELECT 1 FROM "products" "other"
      WHERE "other"."id" <> "dirty"."id" AND lower(pg_temp.clean_name("other"."name")) = lower(pg_temp.clean_name("dirty"."name")));--> statement-breakpoint
-- Safe beside 0.1.0: it takes the names as they are now. One that another coupon has stays as it is.
UPDATE "coupons" "dirty" SET "name" = pg_temp.clean_street("name")
  WHERE "name" <> pg_temp.clean_street("name") AND NOT EXISTS (SELECT 1 FROM "coupons" "other"
    WHERE "other"."id" <> "dirty"."id" AND lower(pg_temp.clean_street("other"."name")) = lower(pg_temp.clean_street("dirty"."name")));
