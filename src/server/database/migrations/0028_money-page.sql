ALTER TABLE "entries" DROP CONSTRAINT "entries_pair";--> statement-breakpoint
DROP INDEX "disputes_open";--> statement-breakpoint
CREATE INDEX "entries_of_kind" ON "entries" USING btree ("kind","day","id");--> statement-breakpoint
CREATE INDEX "disputes_open" ON "disputes" USING btree ("opened_at","id") WHERE ("disputes"."status" in ('inquiry', 'open'));--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_pair" CHECK (("entries"."kind", "entries"."account", "entries"."against") in (('charge', 'customer', 'business'), ('discount', 'customer', 'business'), ('write-off', 'customer', 'business'), ('collected', 'customer', 'provider'), ('earning', 'worker', 'business'), ('fee', 'worker', 'business'), ('transfer', 'worker', 'provider'), ('refund', 'customer', 'business'), ('paid-back', 'customer', 'provider'), ('processing', 'business', 'provider'), ('dispute', 'business', 'provider'), ('dispute-fee', 'business', 'provider'), ('declined', 'card', 'bank')));--> statement-breakpoint
-- What was declined before is booked like what will be. Of each, the id begins with its moment, so that a list by id is
-- in time.
INSERT INTO "entries" ("id", "at", "day", "cause", "line", "kind", "account", "account_id", "against", "amount", "payment_id")
SELECT (lpad(to_hex((extract(epoch FROM p."settled_at") * 1000)::bigint), 12, '0') || '7' || substr(md5(p."id"::text), 1, 3) || '8'
    || substr(md5(p."id"::text), 4, 15))::uuid,
  p."settled_at", (p."settled_at" AT TIME ZONE 'America/Chicago')::date, 'payment:' || p."id" || ':declined', 0,
  'declined', 'card', e."customer_profile_id", 'bank', p."amount", p."id"
FROM "payments" p JOIN "engagements" e ON e."id" = p."engagement_id"
WHERE p."status" = 'declined' AND p."settled_at" IS NOT NULL;--> statement-breakpoint
INSERT INTO "daily_sums" ("account", "account_id", "day", "kind", "amount")
SELECT "account", "account_id", "day", "kind", sum("amount") FROM "entries" WHERE "kind" = 'declined' GROUP BY 1, 2, 3, 4
UNION ALL
SELECT "against", '00000000-0000-0000-0000-000000000000'::uuid, "day", "kind", -sum("amount") FROM "entries" WHERE "kind" = 'declined' GROUP BY 1, 2, 3, 4;
