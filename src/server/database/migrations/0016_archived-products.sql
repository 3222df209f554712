ALTER TABLE "products" ADD COLUMN "archived_at" timestamptz;--> statement-breakpoint
-- Of several with one name, the first keeps it.
UPDATE "products" SET "name" = "name" || ' ' || right("id"::text, 6) WHERE "id" IN (
  SELECT "id" FROM (SELECT "id", row_number() OVER (PARTITION BY lower("name") ORDER BY "created_at", "id") AS "number" FROM "products") AS "named"
  WHERE "number" > 1
);--> statement-breakpoint
CREATE UNIQUE INDEX "products_name_key" ON "products" USING btree (lower("name")) WHERE "products"."archived_at" is null;