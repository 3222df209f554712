CREATE TABLE "consents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"channel" text NOT NULL,
	"address" text NOT NULL,
	"purpose" text NOT NULL,
	"number" integer NOT NULL,
	"kind" text NOT NULL,
	"is_stopped" boolean DEFAULT false NOT NULL,
	"wording" text,
	"source" text NOT NULL,
	"profile_id" uuid,
	"by_user_id" uuid,
	"word" text,
	"at" timestamptz NOT NULL,
	CONSTRAINT "consents_channel" CHECK ("consents"."channel" in ('text', 'email')),
	CONSTRAINT "consents_purpose" CHECK ("consents"."purpose" in ('account', 'service', 'marketing')),
	CONSTRAINT "consents_kind" CHECK ("consents"."kind" in ('given', 'revoked')),
	CONSTRAINT "consents_source" CHECK ("consents"."source" in ('sign-up', 'profile', 'order', 'inquiry', 'staff', 'text-reply', 'mail-link', 'carrier', 'carried-over')),
	CONSTRAINT "consents_wording" CHECK (("consents"."kind" = 'given') = ("consents"."wording" is not null))
);
--> statement-breakpoint
CREATE TABLE "inbound_texts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"provider_id" text NOT NULL,
	"sender" text NOT NULL,
	"recipient" text NOT NULL,
	"text" text NOT NULL,
	"is_cut" boolean DEFAULT false NOT NULL,
	"intent" text,
	"received_at" timestamptz NOT NULL,
	"read_at" timestamptz,
	"read_by" uuid,
	CONSTRAINT "inbound_texts_provider" CHECK ("inbound_texts"."provider" in ('twilio', 'sns')),
	CONSTRAINT "inbound_texts_intent" CHECK ("inbound_texts"."intent" in ('stop', 'start', 'help'))
);
--> statement-breakpoint
CREATE TABLE "refused_numbers" (
	"number" text PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"at" timestamptz NOT NULL
);
--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_class";--> statement-breakpoint
DROP INDEX "messages_due";--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "basis" text DEFAULT 'consent' NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "consent_id" uuid;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "mail_instead" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "delivery" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "delivery_reason" text;--> statement-breakpoint
ALTER TABLE "inbound_texts" ADD CONSTRAINT "inbound_texts_read_by_users_id_fk" FOREIGN KEY ("read_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "consents_newest" ON "consents" USING btree ("channel","address","purpose","number" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "consents_of_profile" ON "consents" USING btree ("profile_id") WHERE "consents"."profile_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "inbound_texts_once" ON "inbound_texts" USING btree ("provider","provider_id");--> statement-breakpoint
CREATE INDEX "inbound_texts_from" ON "inbound_texts" USING btree ("sender","received_at","id");--> statement-breakpoint
CREATE INDEX "inbound_texts_newest" ON "inbound_texts" USING btree ("received_at","id");--> statement-breakpoint
CREATE INDEX "inbound_texts_unread" ON "inbound_texts" USING btree ("received_at","id") WHERE ("inbound_texts"."intent" is null and "inbound_texts"."read_at" is null);--> statement-breakpoint
CREATE INDEX "messages_instead" ON "messages" USING btree ("ended_at") WHERE ("messages"."mail_instead" is not null and ("messages"."outcome" in ('dropped', 'dead') or "messages"."delivery" = 'undelivered'));--> statement-breakpoint
CREATE INDEX "messages_due" ON "messages" USING btree ("channel",array_position(array['security', 'now', 'bill', 'service', 'marketing'], "class"),"due_at") WHERE "messages"."due_at" is not null;--> statement-breakpoint
-- Whoever had an account, or was sent an order, had agreed by the words of before; to offers nobody had agreed by themselves.
INSERT INTO "consents" ("id", "channel", "address", "purpose", "number", "kind", "wording", "source", "profile_id", "at")
SELECT DISTINCT ON (carried."channel", carried."address", purpose) gen_random_uuid(), carried."channel", carried."address", purpose, 1,
  'given', carried."wording", 'carried-over', carried."profile_id", carried."at"
FROM (
  SELECT 'email' AS "channel", lower("email") AS "address", 'account-1' AS "wording", "id" AS "profile_id", "created_at" AS "at"
  FROM "profiles" WHERE "phone" <> ''
  UNION ALL
  SELECT 'text', "phone", 'texts-1', "id", "created_at"
  FROM "profiles" WHERE "phone" <> '' AND "notification_preference" <> 'NOTIFICATION_PREFERENCE_EMAIL'
  UNION ALL
  SELECT 'email', lower("email"), 'account-1', null, "created_at" FROM "orders" WHERE "status" = 'waiting' AND "channel" = 'email'
  UNION ALL
  SELECT 'text', "phone", 'texts-1', null, "created_at" FROM "orders" WHERE "status" = 'waiting' AND "channel" = 'text'
) carried
CROSS JOIN unnest(array['account', 'service']) AS purpose
ORDER BY carried."channel", carried."address", purpose, carried."at";--> statement-breakpoint
UPDATE "messages" SET "consent_id" = "consents"."id" FROM "consents"
WHERE "messages"."due_at" IS NOT NULL AND "consents"."channel" = "messages"."channel"
  AND "consents"."address" = CASE "messages"."channel" WHEN 'email' THEN lower("messages"."recipient") ELSE "messages"."recipient" END
  AND "consents"."purpose" = CASE WHEN "messages"."class" IN ('security', 'bill') THEN 'account' ELSE 'service' END;--> statement-breakpoint
UPDATE "messages" SET "basis" = 'asked' WHERE "due_at" IS NOT NULL AND "consent_id" IS NULL AND "channel" = 'email';--> statement-breakpoint
UPDATE "messages" SET "due_at" = NULL, "outcome" = 'dropped', "ended_at" = now(), "reason" = 'No consent to texts is known.'
WHERE "due_at" IS NOT NULL AND "consent_id" IS NULL AND "channel" = 'text';--> statement-breakpoint
CREATE FUNCTION "refuse_other_consent"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A person may be erased: then the address goes, and what was said.
  IF TG_OP = 'UPDATE' AND NEW."address" LIKE 'erased:%' THEN
    OLD."address" := NEW."address";
    OLD."word" := NEW."word";
    IF NEW IS NOT DISTINCT FROM OLD THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'The ledger of consents is never changed';
END $$;--> statement-breakpoint
CREATE TRIGGER "consents_stay" BEFORE UPDATE OR DELETE ON "consents" FOR EACH ROW EXECUTE FUNCTION "refuse_other_consent"();--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_basis" CHECK ("messages"."basis" in ('consent', 'asked', 'business'));--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_delivery" CHECK ("messages"."delivery" in ('delivered', 'undelivered'));--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_consent" CHECK (case "messages"."basis" when 'consent' then "messages"."consent_id" is not null or "messages"."due_at" is null else "messages"."consent_id" is null end);--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_class" CHECK ("messages"."class" in ('security', 'now', 'bill', 'service', 'marketing'));