CREATE TABLE "daily_sums" (
	"account" text NOT NULL,
	"account_id" uuid NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "daily_sums_account_account_id_day_kind_pk" PRIMARY KEY("account","account_id","day","kind")
);
--> statement-breakpoint
CREATE TABLE "entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamptz NOT NULL,
	"day" date NOT NULL,
	"cause" text NOT NULL,
	"line" smallint NOT NULL,
	"kind" text NOT NULL,
	"account" text NOT NULL,
	"account_id" uuid NOT NULL,
	"against" text NOT NULL,
	"amount" integer NOT NULL,
	"visit_id" uuid NOT NULL,
	"payment_id" uuid,
	CONSTRAINT "entries_cause_line_key" UNIQUE("cause","line"),
	CONSTRAINT "entries_pair" CHECK (("entries"."kind", "entries"."account", "entries"."against") in (('charge', 'customer', 'business'), ('discount', 'customer', 'business'), ('write-off', 'customer', 'business'), ('collected', 'customer', 'provider'), ('earning', 'worker', 'business'), ('fee', 'worker', 'business'), ('transfer', 'worker', 'provider'), ('refund', 'customer', 'business'), ('paid-back', 'customer', 'provider'))),
	CONSTRAINT "entries_amount" CHECK ("entries"."amount" <> 0)
);
--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "fee" integer;--> statement-breakpoint
-- A payment's fee is shared out to its charges, each the rounded sum up to it less the one before, so that no cent is lost.
UPDATE "charges" SET "fee" = "split"."fee" FROM (
  SELECT c."id", round(p."application_fee" * sum(c."amount") OVER "upto"::numeric / p."amount")
    - round(p."application_fee" * (sum(c."amount") OVER "upto" - c."amount")::numeric / p."amount") AS "fee"
  FROM "charges" c JOIN "payments" p ON p."id" = c."payment_id"
  WINDOW "upto" AS (PARTITION BY p."id" ORDER BY c."id")
) "split" WHERE "split"."id" = "charges"."id";--> statement-breakpoint
-- What no attempt has taken up yet has the percentage of the newest payment; the setting's default without one.
UPDATE "charges" SET "fee" = round("amount" * coalesce((
  SELECT round(100.0 * "application_fee" / "amount") FROM "payments" WHERE "amount" >= 1000 ORDER BY "id" DESC LIMIT 1
), 20) / 100) WHERE "fee" IS NULL;--> statement-breakpoint
ALTER TABLE "charges" ALTER COLUMN "fee" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "entries_of_account" ON "entries" USING btree ("account","account_id","day","id");--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_fee" CHECK ("charges"."fee" between 0 and "charges"."amount");--> statement-breakpoint
-- What has moved until now, at its moment. Ids are of the kind that the app makes: ordered by the moment, then by the line.
INSERT INTO "entries" ("id", "at", "day", "cause", "line", "kind", "account", "account_id", "against", "amount", "visit_id", "payment_id")
SELECT (lpad(to_hex((extract(epoch from "at") * 1000)::bigint), 12, '0') || '7' || lpad(to_hex("line"), 3, '0') || '8'
    || substr(md5("cause"), 1, 15))::uuid,
  "at", ("at" AT TIME ZONE 'America/Chicago')::date, "cause", "line", "kind", "account",
  CASE "account" WHEN 'customer' THEN "customer" ELSE "worker" END, "against", "amount", "work_id", "payment_id"
FROM (
  SELECT *, row_number() OVER (PARTITION BY "cause" ORDER BY "charge_id", "kind") - 1 AS "line"
  FROM (
    SELECT c."id" AS "charge_id", c."work_id", e."customer_profile_id" AS "customer", w."worker_profile_id" AS "worker", m.*
    FROM "charges" c
    JOIN "engagements" e ON e."id" = c."engagement_id"
    JOIN "works" w ON w."id" = c."work_id"
    LEFT JOIN "payments" p ON p."id" = c."payment_id" AND p."status" IN ('paid', 'refunded'),
    LATERAL (VALUES
      ('charge:' || c."id", c."created_at", 'charge', 'customer', 'business', -(c."amount" + c."discount"), NULL::uuid),
      ('charge:' || c."id", c."created_at", 'discount', 'customer', 'business', c."discount", NULL),
      ('write-off:' || c."id", c."written_off_at", 'write-off', 'customer', 'business', c."amount", NULL),
      ('payment:' || p."id" || ':paid', coalesce(p."settled_at", p."created_at"), 'collected', 'customer', 'provider', c."amount", p."id"),
      ('payment:' || p."id" || ':paid', coalesce(p."settled_at", p."created_at"), 'earning', 'worker', 'business', c."amount", p."id"),
      ('payment:' || p."id" || ':paid', coalesce(p."settled_at", p."created_at"), 'fee', 'worker', 'business', -c."fee", p."id"),
      ('payment:' || p."id" || ':paid', coalesce(p."settled_at", p."created_at"), 'transfer', 'worker', 'provider', c."fee" - c."amount", p."id"),
      ('payment:' || p."id" || ':refunded', CASE p."status" WHEN 'refunded' THEN coalesce(p."settled_at", p."created_at") END, 'refund', 'customer', 'business', c."amount", p."id"),
      ('payment:' || p."id" || ':refunded', CASE p."status" WHEN 'refunded' THEN coalesce(p."settled_at", p."created_at") END, 'paid-back', 'customer', 'provider', -c."amount", p."id")
    ) m ("cause", "at", "kind", "account", "against", "amount", "payment_id")
    WHERE m."at" IS NOT NULL AND m."amount" <> 0
  ) "moves"
) "numbered";--> statement-breakpoint
INSERT INTO "daily_sums" ("account", "account_id", "day", "kind", "amount")
SELECT "account", "account_id", "day", "kind", sum("amount") FROM "entries" GROUP BY 1, 2, 3, 4
UNION ALL
SELECT "against", '00000000-0000-0000-0000-000000000000'::uuid, "day", "kind", -sum("amount") FROM "entries" GROUP BY 1, 2, 3, 4;--> statement-breakpoint
-- The sums before, read from charges and payments, must be those after, read from the ledger.
DO $$
DECLARE "wrong" text;
BEGIN
  SELECT string_agg("what", ', ') INTO "wrong" FROM (
    SELECT 'what was charged' AS "what" WHERE (SELECT coalesce(sum("amount"), 0) FROM "charges")
      <> -(SELECT coalesce(sum("amount"), 0) FROM "entries" WHERE "kind" IN ('charge', 'discount'))
    UNION ALL SELECT 'what was written off' WHERE (SELECT coalesce(sum("amount"), 0) FROM "charges" WHERE "written_off_at" IS NOT NULL)
      <> (SELECT coalesce(sum("amount"), 0) FROM "entries" WHERE "kind" = 'write-off')
    UNION ALL SELECT 'what was collected' WHERE (SELECT coalesce(sum("amount"), 0) FROM "payments" WHERE "status" IN ('paid', 'refunded'))
      <> (SELECT coalesce(sum("amount"), 0) FROM "entries" WHERE "kind" = 'collected')
    UNION ALL SELECT 'what workers have got' WHERE (SELECT coalesce(sum("amount" - "application_fee"), 0) FROM "payments" WHERE "status" IN ('paid', 'refunded'))
      <> -(SELECT coalesce(sum("amount"), 0) FROM "entries" WHERE "kind" = 'transfer')
    UNION ALL SELECT 'what a payment was for' WHERE EXISTS (
      SELECT FROM "payments" p JOIN "charges" c ON c."payment_id" = p."id" GROUP BY p."id"
      HAVING p."amount" <> sum(c."amount") OR p."application_fee" <> sum(c."fee"))
    UNION ALL SELECT 'what a customer owes' WHERE EXISTS (
      SELECT FROM (
        SELECT e."customer_profile_id" AS "id", sum(c."amount") AS "owed"
        FROM "charges" c JOIN "engagements" e ON e."id" = c."engagement_id" LEFT JOIN "payments" p ON p."id" = c."payment_id"
        WHERE c."written_off_at" IS NULL AND coalesce(p."status" NOT IN ('paid', 'refunded'), true) GROUP BY 1
      ) "house" FULL JOIN (
        SELECT "account_id" AS "id", -sum("amount") AS "owed" FROM "entries" WHERE "account" = 'customer' GROUP BY 1
      ) "ledger" USING ("id") WHERE coalesce("house"."owed", 0) <> coalesce("ledger"."owed", 0))
  ) "faults";
  IF "wrong" IS NOT NULL THEN
    RAISE EXCEPTION 'The ledger does not agree with what was there: %. Nothing was changed.', "wrong";
  END IF;
END $$;--> statement-breakpoint
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'An entry of the ledger is never changed';
END $$;--> statement-breakpoint
CREATE TRIGGER "entries_stay" BEFORE UPDATE OR DELETE ON "entries" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
