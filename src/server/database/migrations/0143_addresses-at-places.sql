-- Safe beside 0.1.0: what it finds by the place it finds by the new index, too.
DROP INDEX "addresses_places";--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "addresses_at_places" ON "addresses" USING btree ("state","zip_code","profile_id") WHERE "addresses"."archived_at" is null;
