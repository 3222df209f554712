CREATE TABLE "bill_numbers" (
	"year" integer PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bills" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"customer_profile_id" uuid NOT NULL,
	"worker_profile_id" uuid NOT NULL,
	"amount" integer NOT NULL,
	"fee" integer NOT NULL,
	"created_at" timestamptz NOT NULL,
	CONSTRAINT "bills_number_unique" UNIQUE("number"),
	CONSTRAINT "bills_amount" CHECK ("bills"."amount" > 0 and "bills"."fee" between 0 and "bills"."amount")
);
--> statement-breakpoint
ALTER TABLE "entries" ALTER COLUMN "visit_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "bill_id" uuid;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "bill_id" uuid;--> statement-breakpoint
ALTER TABLE "bills" ADD CONSTRAINT "bills_customer_profile_id_profiles_id_fk" FOREIGN KEY ("customer_profile_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bills" ADD CONSTRAINT "bills_worker_profile_id_profiles_id_fk" FOREIGN KEY ("worker_profile_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bills_of_customer" ON "bills" USING btree ("customer_profile_id","created_at","id");--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_bill_id_bills_id_fk" FOREIGN KEY ("bill_id") REFERENCES "public"."bills"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_bill_id_bills_id_fk" FOREIGN KEY ("bill_id") REFERENCES "public"."bills"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "charges_of_bill" ON "charges" USING btree ("bill_id");--> statement-breakpoint
CREATE INDEX "charges_unbilled" ON "charges" USING btree ("engagement_id") WHERE ("charges"."bill_id" is null and "charges"."written_off_at" is null and "charges"."amount" > 0);--> statement-breakpoint
CREATE INDEX "payments_of_bill" ON "payments" USING btree ("bill_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_last_of_bill" ON "payments" USING btree ("bill_id") WHERE not "payments"."is_taken_over";--> statement-breakpoint
CREATE INDEX "payments_open" ON "payments" USING btree ("engagement_id") WHERE ("payments"."status" not in ('paid', 'refunded') and not "payments"."is_taken_over");--> statement-breakpoint
CREATE INDEX "payments_paid_twice" ON "payments" USING btree ("settled_at","id") WHERE ("payments"."status" = 'paid' and "payments"."is_taken_over");--> statement-breakpoint
-- The attempts of each bill until now: the one that has its charges, and before it those that it was made after, as the
-- desk has found them: one transaction declined a payment and made the next, unless the customer asked for that later.
CREATE TEMPORARY TABLE "attempts" AS
WITH RECURSIVE "before" AS (
  SELECT p."id", b."id" AS "before_id"
  FROM "payments" p, LATERAL (
    SELECT b."id" FROM "payments" b
    WHERE b."engagement_id" = p."engagement_id" AND b."amount" = p."amount" AND b."application_fee" = p."application_fee"
      AND b."stripe_destination_account_id" = p."stripe_destination_account_id"
      AND b."status" = 'declined' AND b."is_taken_over" AND b."id" <> p."id" AND b."settled_at" <= p."created_at"
      AND CASE p."attempt" WHEN 5 THEN b."attempt" >= 4
        ELSE b."attempt" BETWEEN p."attempt" - 1 AND p."attempt" AND p."created_at" - b."settled_at" < interval '1 minute' END
    ORDER BY b."settled_at" DESC LIMIT 1
  ) b
), "chain" AS (
  SELECT DISTINCT p."id", p."id" AS "last_id" FROM "payments" p JOIN "charges" c ON c."payment_id" = p."id"
  UNION
  SELECT b."before_id", c."last_id" FROM "chain" c JOIN "before" b ON b."id" = c."id"
)
SELECT c."id", c."last_id", p."created_at" FROM "chain" c JOIN "payments" p ON p."id" = c."id";--> statement-breakpoint
CREATE TEMPORARY TABLE "made" AS
SELECT gen_random_uuid() AS "id", p."id" AS "last_id", p."amount", p."application_fee" AS "fee", a."created_at",
  extract(year FROM a."created_at" AT TIME ZONE 'America/Chicago')::int AS "year", e."customer_profile_id" AS "customer",
  (SELECT w."worker_profile_id" FROM "charges" c JOIN "works" w ON w."id" = c."work_id"
    WHERE c."payment_id" = p."id" ORDER BY c."id" LIMIT 1) AS "worker"
FROM (SELECT "last_id", min("created_at") AS "created_at" FROM "attempts" GROUP BY 1) a
JOIN "payments" p ON p."id" = a."last_id" JOIN "engagements" e ON e."id" = p."engagement_id";--> statement-breakpoint
INSERT INTO "bills" ("id", "number", "customer_profile_id", "worker_profile_id", "amount", "fee", "created_at")
SELECT "id",
  'Y-' || "year" || '-' || lpad((row_number() OVER (PARTITION BY "year" ORDER BY "created_at", "last_id"))::text, 6, '0'),
  "customer", "worker", "amount", "fee", "created_at" FROM "made";--> statement-breakpoint
INSERT INTO "bill_numbers" ("year", "last") SELECT "year", count(*) FROM "made" GROUP BY 1;--> statement-breakpoint
UPDATE "payments" p SET "bill_id" = m."id" FROM "attempts" a JOIN "made" m ON m."last_id" = a."last_id" WHERE a."id" = p."id";--> statement-breakpoint
UPDATE "charges" c SET "bill_id" = m."id" FROM "made" m WHERE m."last_id" = c."payment_id";--> statement-breakpoint
DROP TABLE "attempts", "made";--> statement-breakpoint
-- What was collected, kept and asked for must be what the bills say, charge by charge and attempt by attempt.
DO $$
DECLARE "wrong" text;
BEGIN
  SELECT string_agg("what", ', ') INTO "wrong" FROM (
    SELECT 'a charge that was taken up and is on no bill' AS "what" WHERE EXISTS (
      SELECT FROM "charges" c LEFT JOIN "payments" p ON p."id" = c."payment_id" WHERE c."bill_id" IS DISTINCT FROM p."bill_id"
        OR (c."payment_id" IS NOT NULL AND c."bill_id" IS NULL))
    UNION ALL SELECT 'a bill and its charges' WHERE EXISTS (
      SELECT FROM "bills" b LEFT JOIN "charges" c ON c."bill_id" = b."id" GROUP BY b."id"
      HAVING b."amount" IS DISTINCT FROM sum(c."amount") OR b."fee" IS DISTINCT FROM sum(c."fee"))
    UNION ALL SELECT 'a bill and its attempts' WHERE EXISTS (
      SELECT FROM "bills" b LEFT JOIN "payments" p ON p."bill_id" = b."id" GROUP BY b."id"
      HAVING count(*) FILTER (WHERE NOT p."is_taken_over") <> 1 OR count(*) FILTER (WHERE p."status" IN ('paid', 'refunded')) > 1
        OR bool_or(p."amount" <> b."amount" OR p."application_fee" <> b."fee"))
    UNION ALL SELECT 'what was paid and is on no bill' WHERE EXISTS (
      SELECT FROM "payments" WHERE "status" <> 'declined' AND "bill_id" IS NULL)
  ) "faults";
  IF "wrong" IS NOT NULL THEN
    RAISE EXCEPTION 'The bills do not agree with what was there: %. Nothing was changed.', "wrong";
  END IF;
END $$;
