CREATE TABLE "changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamptz NOT NULL,
	"kind" text NOT NULL,
	"by_user_id" uuid,
	"about_user_id" uuid,
	"subject_id" uuid NOT NULL,
	"fields" jsonb NOT NULL,
	CONSTRAINT "changes_kind" CHECK ("changes"."kind" in ('role-changed', 'employee-joined', 'account-closed', 'account-reopened', 'join-code-issued', 'join-code-revoked', 'service-asked', 'status-changed', 'service-changed', 'worker-lost', 'price-agreed', 'visit-skipped', 'skip-undone', 'missed-visit-seen', 'visit-finished', 'refund', 'write-off', 'try-again', 'move-card', 'stop-waiting', 'not-billed', 'credit', 'top-up-sent-again', 'payout-seen', 'finding-seen', 'message-sent-again', 'message-dropped', 'inquiry-answered', 'inquiry-reopened', 'product-created', 'product-changed', 'product-archived', 'product-restored', 'coupon-created', 'coupon-changed', 'coupon-deleted'))
);
--> statement-breakpoint
CREATE INDEX "changes_newest" ON "changes" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "changes_by" ON "changes" USING btree ("by_user_id","at","id");--> statement-breakpoint
CREATE INDEX "changes_about" ON "changes" USING btree ("about_user_id","at","id");--> statement-breakpoint
CREATE INDEX "changes_of_subject" ON "changes" USING btree ("subject_id","at","id");--> statement-breakpoint
CREATE INDEX "changes_of_kind" ON "changes" USING btree ("kind","at","id");--> statement-breakpoint
CREATE FUNCTION "refuse_rewriting"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The record of changes is never changed';
END $$;--> statement-breakpoint
CREATE TRIGGER "changes_stay" BEFORE UPDATE OR DELETE ON "changes" FOR EACH ROW EXECUTE FUNCTION "refuse_rewriting"();--> statement-breakpoint
-- What staff have done to money: who and when is known.
INSERT INTO "changes" ("id", "at", "kind", "by_user_id", "about_user_id", "subject_id", "fields")
SELECT gen_random_uuid(), act."at", act."kind", doer."user_id", owner."user_id",
  CASE WHEN act."kind" = 'credit' THEN owner."user_id" ELSE coalesce(act."bill_id", act."work_id", owner."user_id") END,
  jsonb_build_array(jsonb_build_object('name', 'amount', 'from', null, 'to', act."amount"))
FROM "acts" act
JOIN "profiles" doer ON doer."id" = act."by_profile_id"
JOIN "profiles" owner ON owner."id" = act."customer_profile_id";--> statement-breakpoint
INSERT INTO "changes" ("id", "at", "kind", "by_user_id", "about_user_id", "subject_id", "fields")
SELECT gen_random_uuid(), refund."created_at", 'refund', doer."user_id", owner."user_id", payment."bill_id",
  jsonb_build_array(jsonb_build_object('name', 'amount', 'from', null, 'to', refund."amount"))
FROM "refunds" refund
JOIN "profiles" doer ON doer."id" = refund."by_profile_id"
JOIN "payments" payment ON payment."id" = refund."payment_id"
JOIN "engagements" engagement ON engagement."id" = payment."engagement_id"
JOIN "profiles" owner ON owner."id" = engagement."customer_profile_id"
WHERE payment."bill_id" IS NOT NULL;
