CREATE TABLE "data_exports" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"profile_id" uuid NOT NULL,
	"expires_at" timestamptz NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "stripe_due_at" timestamptz;--> statement-breakpoint
CREATE INDEX "data_exports_expires_at_index" ON "data_exports" USING btree ("expires_at");--> statement-breakpoint
-- Safe beside 0.1.0: it does not know the new column, which says whom Stripe is still to be told about.
CREATE INDEX "users_stripe_due" ON "users" USING btree ("stripe_due_at") WHERE "users"."stripe_due_at" is not null;--> statement-breakpoint
-- Safe beside 0.1.0: it does not know the new column, which says whom Stripe is still to be told about.
UPDATE "users" SET "stripe_due_at" = 'epoch' WHERE "stripe_customer_id" IS NOT NULL;--> statement-breakpoint
CREATE FUNCTION "make_payer_due"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."stripe_due_at" := 'epoch';
  RETURN NEW;
END $$;--> statement-breakpoint
-- Safe beside 0.1.0: it does not know the new column, which says whom Stripe is still to be told about.
CREATE TRIGGER "users_make_payer_due" BEFORE UPDATE OF "email" ON "users"
FOR EACH ROW WHEN (NEW."email" <> OLD."email" AND NEW."stripe_customer_id" IS NOT NULL) EXECUTE FUNCTION "make_payer_due"();--> statement-breakpoint
CREATE FUNCTION "make_named_payer_due"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Safe beside 0.1.0: it does not know the new column, which says whom Stripe is still to be told about.
UPDATE "users" SET "stripe_due_at" = 'epoch' WHERE "id" = NEW."user_id" AND "stripe_customer_id" IS NOT NULL;
  RETURN NULL;
END $$;--> statement-breakpoint
-- Safe beside 0.1.0: it does not know the new column, which says whom Stripe is still to be told about.
CREATE TRIGGER "profiles_make_payer_due" AFTER UPDATE OF "first_name", "last_name" ON "profiles"
FOR EACH ROW WHEN (NEW."type" = 'PROFILE_TYPE_CUSTOMER'
  AND (NEW."first_name", NEW."last_name") IS DISTINCT FROM (OLD."first_name", OLD."last_name"))
EXECUTE FUNCTION "make_named_payer_due"();
