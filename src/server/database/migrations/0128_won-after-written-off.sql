-- What was decided of disputes that were won since, back on the day of the decision, as the app posts it from now on.
-- Safe beside 0.1.0: it adds entries of a kind that release sums nowhere, and changes none.
INSERT INTO "entries" ("id", "at", "day", "cause", "line", "kind", "account", "account_id", "against", "amount", "payment_id")
SELECT (lpad(to_hex((extract(epoch from e."at") * 1000)::bigint), 12, '0') || '70009' || substr(md5(d."id"::text), 1, 15))::uuid,
  e."at", e."day", 'dispute-won:' || d."id", 0, 'dispute-written-off', 'card', e."account_id", 'bank', d."received" - d."amount", d."payment_id"
FROM "disputes" d JOIN LATERAL (
  SELECT * FROM "entries" WHERE "payment_id" = d."payment_id" AND "kind" = 'dispute-written-off' AND "amount" = d."amount" - d."received"
  ORDER BY "at" LIMIT 1) e ON true
WHERE d."decision" IS NOT NULL AND d."status" <> 'lost' AND d."amount" > d."received";--> statement-breakpoint
-- Safe beside 0.1.0: it adds to sums of a kind that release does not know.
INSERT INTO "daily_sums" ("account", "account_id", "day", "kind", "amount")
SELECT "account", "account_id", "day", "kind", sum("amount") FROM "entries" WHERE "cause" LIKE 'dispute-won:%' GROUP BY 1, 2, 3, 4
UNION ALL
SELECT "against", '00000000-0000-0000-0000-000000000000'::uuid, "day", "kind", -sum("amount") FROM "entries" WHERE "cause" LIKE 'dispute-won:%' GROUP BY 1, 2, 3, 4
ON CONFLICT ("account", "account_id", "day", "kind") DO UPDATE SET "amount" = "daily_sums"."amount" + excluded."amount";
