-- Safe beside 0.1.0: the list of kinds only grows, and that release writes the kinds that were there.
ALTER TABLE "entries" DROP CONSTRAINT "entries_pair";--> statement-breakpoint
-- Safe beside 0.1.0: the list of kinds only grows, and that release writes the kinds that were there.
ALTER TABLE "entries" ADD CONSTRAINT "entries_pair" CHECK (("entries"."kind", "entries"."account", "entries"."against") in (('charge', 'customer', 'business'), ('discount', 'customer', 'business'), ('write-off', 'customer', 'business'), ('not-billed', 'customer', 'business'), ('credit', 'customer', 'business'), ('credit-used', 'customer', 'business'), ('collected', 'customer', 'provider'), ('earning', 'worker', 'business'), ('fee', 'worker', 'business'), ('transfer', 'worker', 'provider'), ('top-up', 'worker', 'provider'), ('tip', 'customer', 'business'), ('tip-passed', 'worker', 'business'), ('refund', 'customer', 'business'), ('paid-back', 'customer', 'provider'), ('processing', 'business', 'provider'), ('dispute', 'business', 'provider'), ('dispute-fee', 'business', 'provider'), ('paid-outside', 'business', 'outside'), ('declined', 'card', 'bank'), ('dispute-written-off', 'card', 'bank')));--> statement-breakpoint
-- What was decided until now, at its moment, as the app posts it.
-- Safe beside 0.1.0: it adds entries of a kind that release sums nowhere, and changes none.
INSERT INTO "entries" ("id", "at", "day", "cause", "line", "kind", "account", "account_id", "against", "amount", "payment_id")
SELECT (lpad(to_hex((extract(epoch from d."decided_at") * 1000)::bigint), 12, '0') || '70008' || substr(md5(d."id"::text), 1, 15))::uuid,
  d."decided_at", (d."decided_at" AT TIME ZONE 'America/Chicago')::date, 'dispute-written-off:' || d."id", 0,
  'dispute-written-off', 'card', e."customer_profile_id", 'bank', d."amount" - d."received", d."payment_id"
FROM "disputes" d JOIN "payments" p ON p."id" = d."payment_id" JOIN "engagements" e ON e."id" = p."engagement_id"
WHERE d."decision" IS NOT NULL AND d."decided_at" IS NOT NULL AND d."amount" > d."received";--> statement-breakpoint
-- Safe beside 0.1.0: it adds sums of a kind that release does not know, and changes none.
INSERT INTO "daily_sums" ("account", "account_id", "day", "kind", "amount")
SELECT "account", "account_id", "day", "kind", sum("amount") FROM "entries" WHERE "kind" = 'dispute-written-off' GROUP BY 1, 2, 3, 4
UNION ALL
SELECT "against", '00000000-0000-0000-0000-000000000000'::uuid, "day", "kind", -sum("amount") FROM "entries" WHERE "kind" = 'dispute-written-off' GROUP BY 1, 2, 3, 4;
