DROP INDEX "profiles_search";--> statement-breakpoint
ALTER TABLE "inbound_texts" ADD COLUMN "profile_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "profile_id" uuid;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "user_id" uuid;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "inbound_text_id" uuid;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_inbound_text_id_inbound_texts_id_fk" FOREIGN KEY ("inbound_text_id") REFERENCES "public"."inbound_texts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Whose a number was at a moment: of those who have it now and were here then, and, if they ever agreed to texts there, had done so;
-- of nobody of them, of whoever had last agreed to texts there by then.
CREATE FUNCTION "had_number"(of_number text, at_moment timestamptz) RETURNS uuid[] LANGUAGE sql STABLE AS $$
  WITH now_there AS (
    SELECT "profiles"."id" FROM "profiles" WHERE "profiles"."phone" = of_number AND of_number <> '' AND "profiles"."created_at" <= at_moment
      AND NOT EXISTS (SELECT 1 FROM "consents" WHERE "channel" = 'text' AND "address" = of_number AND "profile_id" = "profiles"."id"
        AND "source" <> 'carried-over' HAVING min("at") > at_moment)
  ), before AS (
    SELECT "profile_id" AS "id" FROM "consents" JOIN "profiles" ON "profiles"."id" = "profile_id"
    WHERE "channel" = 'text' AND "address" = of_number AND "at" <= at_moment ORDER BY "at" DESC, "number" DESC LIMIT 1
  )
  SELECT coalesce((SELECT array_agg("id" ORDER BY "id") FROM now_there), (SELECT array_agg("id") FROM before), '{}')
$$;--> statement-breakpoint
UPDATE "inbound_texts" SET "profile_ids" = "had_number"("sender", "received_at");--> statement-breakpoint
UPDATE "messages" SET "inbound_text_id" = "inbound_texts"."id" FROM "inbound_texts"
WHERE "messages"."dedupe_key" = 'text-reply:' || "inbound_texts"."id" || ':text';--> statement-breakpoint
UPDATE "messages" SET "inbound_text_id" = "text_answers"."text_id" FROM "text_answers"
WHERE "messages"."dedupe_key" = 'text-answer:' || "text_answers"."id" || ':' || "text_answers"."channel";--> statement-breakpoint
-- A message to a number of several people is nobody's alone, unless it answers a text of theirs.
UPDATE "messages" SET "user_id" = owner."user_id" FROM (
  SELECT written."id", (array_agg("profiles"."user_id"))[1] AS "user_id" FROM "messages" written
  LEFT JOIN "inbound_texts" ON "inbound_texts"."id" = written."inbound_text_id"
  JOIN "profiles" ON "profiles"."id" = ANY(coalesce("inbound_texts"."profile_ids", "had_number"(written."recipient", written."created_at")))
  WHERE written."channel" = 'text' GROUP BY 1 HAVING count(DISTINCT "profiles"."user_id") = 1
) owner WHERE owner."id" = "messages"."id";--> statement-breakpoint
UPDATE "messages" SET "user_id" = "users"."id" FROM "users"
WHERE "messages"."channel" = 'email' AND "messages"."basis" <> 'business' AND lower("users"."email") = lower("messages"."recipient")
  AND "users"."created_at" <= "messages"."created_at";--> statement-breakpoint
-- Mails to an address that its person has given up since.
UPDATE "messages" SET "user_id" = "profiles"."user_id" FROM "profiles"
WHERE "messages"."channel" = 'email' AND "messages"."basis" <> 'business' AND "messages"."user_id" IS NULL AND "profiles"."id" = (
  SELECT "profile_id" FROM "consents" WHERE "channel" = 'email' AND "address" = lower("messages"."recipient")
    AND "at" <= "messages"."created_at" AND "profile_id" IS NOT NULL ORDER BY "at" DESC, "number" DESC LIMIT 1);--> statement-breakpoint
DROP FUNCTION "had_number";--> statement-breakpoint
CREATE INDEX "inbound_texts_of" ON "inbound_texts" USING gin ("profile_ids");--> statement-breakpoint
CREATE INDEX "messages_of" ON "messages" USING btree ("user_id","created_at","id") WHERE "messages"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "messages_answering" ON "messages" USING btree ("inbound_text_id","created_at","id") WHERE "messages"."inbound_text_id" is not null;--> statement-breakpoint
CREATE INDEX "profiles_search" ON "profiles" USING gin (to_tsvector('simple', "first_name" || ' ' || "last_name" || ' ' || "email" || ' ' || regexp_replace("phone", '[^0-9]', '', 'g')
    || ' ' || right("phone", 7)));