-- Visits become rows: docs/decisions/027-visits-are-rows.md. This brings a database of 0000 to today's schema. Its steps were migrations
-- of their own for a day: a database that had some of them then has noted when the last of these was made, and gets only the others.
CREATE FUNCTION "lacks"("step" bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT max("created_at") < "step" FROM drizzle.__drizzle_migrations
$$;
--> statement-breakpoint
-- Tables of visits, of the plans that they follow from, and of what was told of them
DO $step$ BEGIN IF "lacks"(1796011085049) THEN
  CREATE TABLE "plans" (
    "id" uuid PRIMARY KEY NOT NULL,
    "engagement_id" uuid NOT NULL,
    "worker_profile_id" uuid,
    "first_day" date NOT NULL,
    "week_days" text[] NOT NULL,
    "frequency" integer NOT NULL,
    "interval" integer NOT NULL,
    "week_offset" integer NOT NULL,
    "start_day" date NOT NULL,
    "fee_percent" integer,
    "wanted_by" text,
    "wanted_at" timestamptz,
    "accepted_at" timestamptz,
    "told_at" timestamptz,
    "ended_on" date,
    "ended_how" text,
    "made_at" timestamptz NOT NULL,
    CONSTRAINT "plans_week_days" CHECK ("week_days" <@ array['DAY_OF_WEEK_MONDAY', 'DAY_OF_WEEK_TUESDAY', 'DAY_OF_WEEK_WEDNESDAY',
      'DAY_OF_WEEK_THURSDAY', 'DAY_OF_WEEK_FRIDAY', 'DAY_OF_WEEK_SATURDAY', 'DAY_OF_WEEK_SUNDAY']),
    CONSTRAINT "plans_interval" CHECK ("interval" in (1, 2)),
    CONSTRAINT "plans_week_offset" CHECK ("week_offset" between 0 and "interval" - 1),
    CONSTRAINT "plans_ended" CHECK (("ended_on" is null) = ("ended_how" is null)),
    CONSTRAINT "plans_ended_how" CHECK ("ended_how" in ('released', 'declined', 'closed', 'ended')),
    CONSTRAINT "plans_wanted_by" CHECK ("wanted_by" in ('customer', 'employee'))
  );
  CREATE TABLE "visit_history" (
    "visit_id" uuid NOT NULL,
    "nth" integer NOT NULL,
    "engagement_id" uuid NOT NULL,
    "day" date NOT NULL,
    "worker_profile_id" uuid,
    "state" text NOT NULL,
    "off_by" text,
    "at" timestamptz NOT NULL,
    "by" uuid,
    CONSTRAINT "visit_history_visit_id_nth_pk" PRIMARY KEY("visit_id","nth")
  );
  CREATE TABLE "visit_told" (
    "visit_id" uuid NOT NULL,
    "reader_profile_id" uuid NOT NULL,
    "day" date,
    "worker_profile_id" uuid,
    CONSTRAINT "visit_told_visit_id_reader_profile_id_pk" PRIMARY KEY("visit_id","reader_profile_id")
  );
  CREATE TABLE "visits" (
    "id" uuid PRIMARY KEY NOT NULL,
    "engagement_id" uuid NOT NULL,
    "made_for" date NOT NULL,
    "nth" integer NOT NULL,
    "set_day" date,
    "set_worker_profile_id" uuid,
    "set_at" timestamptz,
    "home" date NOT NULL,
    "day" date NOT NULL,
    "worker_profile_id" uuid,
    "state" text NOT NULL,
    "off_by" text,
    "changed_at" timestamptz NOT NULL,
    "changed_by" uuid,
    CONSTRAINT "visits_made_for_key" UNIQUE("engagement_id","made_for","nth"),
    CONSTRAINT "visits_state" CHECK ("state" in ('planned', 'begun', 'done', 'could-not', 'off', 'missed')),
    CONSTRAINT "visits_off_by" CHECK ("off_by" in ('customer', 'worker', 'employee', 'hold', 'pause', 'holiday', 'plan')),
    CONSTRAINT "visits_set" CHECK (("set_day" is null) = ("set_at" is null)),
    CONSTRAINT "visits_set_worker" CHECK ("set_worker_profile_id" is null or "set_day" is not null)
  );
  ALTER TABLE "plans" ADD CONSTRAINT "plans_engagement_id_engagements_id_fk" FOREIGN KEY ("engagement_id")
      REFERENCES "engagements"("id") ON DELETE CASCADE;
  ALTER TABLE "plans" ADD CONSTRAINT "plans_worker_profile_id_profiles_id_fk" FOREIGN KEY ("worker_profile_id")
      REFERENCES "profiles"("id") ON DELETE CASCADE;
  ALTER TABLE "visit_told" ADD CONSTRAINT "visit_told_visit_id_visits_id_fk" FOREIGN KEY ("visit_id")
      REFERENCES "visits"("id") ON DELETE CASCADE;
  ALTER TABLE "visits" ADD CONSTRAINT "visits_engagement_id_engagements_id_fk" FOREIGN KEY ("engagement_id")
      REFERENCES "engagements"("id") ON DELETE CASCADE;
  CREATE INDEX "plans_of_engagement" ON "plans" ("engagement_id","id");
  CREATE INDEX "visit_history_of_engagement" ON "visit_history" ("engagement_id","day");
  CREATE UNIQUE INDEX "visits_one_a_day" ON "visits" ("engagement_id","day") WHERE "state" in ('planned', 'begun', 'done', 'could-not');
  CREATE INDEX "visits_of_engagement" ON "visits" ("engagement_id","day");
  -- It reads the visit as it is when the transaction ends: what is moved and moved back within one leaves nothing.
  CREATE FUNCTION "keep_visit_history"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "visit_history" ("visit_id", "nth", "engagement_id", "day", "worker_profile_id", "state", "off_by", "at", "by")
  SELECT visit."id", coalesce(newest."nth" + 1, 0), visit."engagement_id", visit."day", visit."worker_profile_id", visit."state",
    visit."off_by", visit."changed_at", visit."changed_by"
  FROM "visits" visit
  LEFT JOIN LATERAL (
    SELECT * FROM "visit_history" one WHERE one."visit_id" = visit."id" ORDER BY one."nth" DESC LIMIT 1
  ) newest ON true
  WHERE visit."id" = NEW."id" AND (
    newest."nth" IS NULL OR (newest."day", newest."worker_profile_id", newest."state", newest."off_by")
      IS DISTINCT FROM (visit."day", visit."worker_profile_id", visit."state", visit."off_by")
  );
  RETURN NULL;
END $$;
  CREATE TRIGGER "visit_history_stays" BEFORE UPDATE OR DELETE ON "visit_history" FOR EACH ROW EXECUTE FUNCTION "refuse_rewriting"();
END IF; END $step$;
--> statement-breakpoint
-- Credit that is removed
DO $step$ BEGIN IF "lacks"(1796021010440) THEN
  ALTER TABLE "acts" DROP CONSTRAINT "acts_kind";
  ALTER TABLE "changes" DROP CONSTRAINT "changes_kind";
  ALTER TABLE "entries" DROP CONSTRAINT "entries_pair";
  DROP INDEX "entries_of_credit";
  CREATE INDEX IF NOT EXISTS "entries_of_credits" ON "entries" ("account_id","at","id") WHERE "kind" in ('credit',
      'credit-paid-out', 'credit-taken-back');
  ALTER TABLE "acts" ADD CONSTRAINT "acts_kind" CHECK ("kind" in ('write-off', 'try-again', 'move-card', 'stop-waiting', 'not-billed',
      'credit', 'credit-paid-out', 'credit-taken-back', 'dispute-written-off', 'dispute-paid', 'dispute-ended', 'method-allowed'));
  ALTER TABLE "changes" ADD CONSTRAINT "changes_kind" CHECK ("kind" in ('role-changed', 'employee-joined', 'factor-added', 'factor-removed',
      'factors-taken', 'recovery-codes-made', 'account-closed', 'account-reopened', 'worker-approved', 'worker-refused', 'profile-changed',
      'address-added', 'address-changed', 'address-archived', 'note-written', 'note-changed', 'note-deleted', 'data-exported', 'data-erased',
      'join-code-issued', 'join-code-revoked', 'service-asked', 'status-changed', 'service-changed', 'worker-lost', 'price-agreed',
      'visit-skipped', 'skip-undone', 'visit-moved', 'worker-assigned', 'hold-made', 'hold-ended', 'rhythm-asked', 'rhythm-withdrawn',
      'rhythm-accepted', 'missed-visit-seen', 'visit-finished', 'refund', 'write-off', 'try-again', 'move-card', 'stop-waiting', 'not-billed',
      'credit', 'credit-paid-out', 'credit-taken-back', 'dispute-written-off', 'dispute-paid', 'dispute-ended', 'method-allowed',
      'top-up-sent-again', 'payout-seen', 'finding-seen', 'message-sent-again', 'message-dropped', 'text-answered', 'person-written',
      'texts-ended', 'email-broken', 'email-works', 'email-changed', 'email-change-stopped', 'sender-ended', 'inquiry-answered',
      'inquiry-reopened', 'inquiry-lost', 'inquiry-joined', 'inquiry-separated', 'inquiry-erased', 'order-made', 'order-sent',
      'order-taken-back', 'order-accepted', 'order-erased', 'product-created', 'product-changed', 'product-archived', 'product-restored',
      'coupon-created', 'coupon-changed', 'coupon-deleted', 'settings-changed', 'settings-taken-back', 'holiday-set', 'holiday-taken-back',
      'money-let-go-on'));
  ALTER TABLE "entries" ADD CONSTRAINT "entries_pair" CHECK (("kind", "account", "against") in (('charge', 'customer', 'business'),
      ('discount', 'customer', 'business'), ('write-off', 'customer', 'business'), ('not-billed', 'customer', 'business'), ('credit',
      'customer', 'business'), ('credit-paid-out', 'customer', 'outside'), ('credit-taken-back', 'customer', 'business'), ('credit-used',
      'customer', 'business'), ('collected', 'customer', 'provider'), ('earning', 'worker', 'business'), ('fee', 'worker', 'business'),
      ('transfer', 'worker', 'provider'), ('top-up', 'worker', 'provider'), ('tip', 'customer', 'business'), ('tip-passed', 'worker',
      'business'), ('refund', 'customer', 'business'), ('paid-back', 'customer', 'provider'), ('processing', 'business', 'provider'),
      ('dispute', 'business', 'provider'), ('dispute-fee', 'business', 'provider'), ('paid-outside', 'business', 'outside'), ('declined',
      'card', 'bank'), ('dispute-written-off', 'card', 'bank')));
END IF; END $step$;
--> statement-breakpoint
-- Kinds of cards that are not taken
DO $step$ BEGIN IF "lacks"(1796021971832) THEN
  ALTER TABLE "cards" ADD COLUMN "type" text;
  ALTER TABLE "cards" ADD COLUMN "is_kind_ended" boolean DEFAULT false NOT NULL;
END IF; END $step$;
--> statement-breakpoint
-- Rows ahead: the history of new visits is written with one statement
DO $step$ BEGIN IF "lacks"(1796023316978) THEN
  ALTER TABLE "closed_days" ADD COLUMN "filled_at" timestamptz;
  -- Of new visits there is one row each: all of a statement's are written with one statement, in a third of the time.
  DROP TRIGGER IF EXISTS "visits_history" ON "visits";
  CREATE CONSTRAINT TRIGGER "visits_history" AFTER UPDATE OF "day", "worker_profile_id", "state", "off_by" ON "visits"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "keep_visit_history"();
  CREATE FUNCTION "keep_new_visits"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "visit_history" ("visit_id", "nth", "engagement_id", "day", "worker_profile_id", "state", "off_by", "at", "by")
  SELECT made."id", 0, made."engagement_id", made."day", made."worker_profile_id", made."state", made."off_by", made."changed_at",
    made."changed_by" FROM made;
  RETURN NULL;
END $$;
  CREATE TRIGGER "visits_history_begins" AFTER INSERT ON "visits" REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION "keep_new_visits"();
END IF; END $step$;
--> statement-breakpoint
-- Limits and frauds
DO $step$ BEGIN IF "lacks"(1796024483277) THEN
  CREATE INDEX IF NOT EXISTS "method_blocks_fingerprint_index" ON "method_blocks" ("fingerprint");
END IF; END $step$;
--> statement-breakpoint
-- What happened to a visit
DO $step$ BEGIN IF "lacks"(1796033197571) THEN
  ALTER TABLE "visits" ADD COLUMN "set_reason" text;
  ALTER TABLE "visits" ADD COLUMN "step" text;
  ALTER TABLE "visits" ADD COLUMN "begun_at" timestamptz;
  ALTER TABLE "visits" ADD COLUMN "arrived_at" timestamptz;
  ALTER TABLE "visits" ADD COLUMN "travel_started_at" timestamptz;
  ALTER TABLE "visits" ADD COLUMN "travel_completed_at" timestamptz;
  ALTER TABLE "visits" ADD COLUMN "work_started_at" timestamptz;
  ALTER TABLE "visits" ADD COLUMN "work_completed_at" timestamptz;
  ALTER TABLE "visits" ADD COLUMN "finished_by" uuid;
  ALTER TABLE "visits" ADD COLUMN "miles" real;
  ALTER TABLE "visits" ADD COLUMN "fee_percent" integer;
  ALTER TABLE "visits" ADD COLUMN "reason" text;
  ALTER TABLE "visits" ADD COLUMN "off_at" timestamptz;
  ALTER TABLE "visits" ADD COLUMN "due_at" timestamptz;
  ALTER TABLE "visits" ADD COLUMN "seen_at" timestamptz;
  ALTER TABLE "visits" ADD COLUMN "seen_by" uuid;
  ALTER TABLE "visits" ADD COLUMN "reminded_day" date;
  ALTER TABLE "visits" ADD COLUMN "reminded_worker_profile_id" uuid;
  ALTER TABLE "visits" ADD COLUMN "reminder_id" uuid;
  ALTER TABLE "visits" ADD CONSTRAINT "visits_finished_by_profiles_id_fk" FOREIGN KEY ("finished_by") REFERENCES "profiles"("id");
  ALTER TABLE "visits" ADD CONSTRAINT "visits_seen_by_profiles_id_fk" FOREIGN KEY ("seen_by") REFERENCES "profiles"("id");
  ALTER TABLE "visits" ADD CONSTRAINT "visits_step" CHECK ("step" in ('WORK_STATUS_NOT_STARTED', 'WORK_STATUS_PENDING',
      'WORK_STATUS_TRAVEL_STARTED', 'WORK_STATUS_TRAVEL_COMPLETED', 'WORK_STATUS_WORK_STARTED', 'WORK_STATUS_WORK_COMPLETED'));
  ALTER TABLE "visits" ADD CONSTRAINT "visits_begun" CHECK (("step" is null) = ("begun_at" is null));
END IF; END $step$;
--> statement-breakpoint
-- Why a payment failed: limits, and kinds of cards that are not taken
DO $step$ BEGIN IF "lacks"(1796034489889) THEN
  ALTER TABLE "payments" DROP CONSTRAINT "payments_failure_reason";
  ALTER TABLE "method_blocks" DROP CONSTRAINT "method_blocks_reason";
  CREATE INDEX IF NOT EXISTS "order_links_sent_to_index" ON "order_links" ("sent_to");
  ALTER TABLE "payments" ADD CONSTRAINT "payments_failure_reason" CHECK ("failure_reason" in ('declined', 'method-gone', 'kind-not-taken',
      'card-refused', 'card-expired', 'card-details', 'account-short', 'account-limit', 'amount-over-limit', 'account-closed',
      'account-unknown', 'account-unauthorized', 'account-refused', 'disputed-as-fraud', 'disputed'));
  ALTER TABLE "method_blocks" ADD CONSTRAINT "method_blocks_reason" CHECK ("reason" in ('declined', 'method-gone', 'kind-not-taken',
      'card-refused', 'card-expired', 'card-details', 'account-short', 'account-limit', 'amount-over-limit', 'account-closed',
      'account-unknown', 'account-unauthorized', 'account-refused', 'disputed-as-fraud', 'disputed'));
END IF; END $step$;
--> statement-breakpoint
-- Indexes of visits in order
DO $step$ BEGIN IF "lacks"(1796036810437) THEN
  DROP INDEX IF EXISTS "visits_of_worker";
  DROP INDEX IF EXISTS "visits_of_day";
  CREATE INDEX "visits_in_order" ON "visits" ("day","engagement_id");
  CREATE INDEX "visits_of_home" ON "visits" ("home") WHERE "home" <> "day";
  CREATE INDEX "visits_set_days" ON "visits" ("set_day") WHERE "set_day" is not null;
  CREATE INDEX "visits_set_workers" ON "visits" ("set_worker_profile_id") WHERE "set_worker_profile_id" is not null;
  CREATE INDEX "visits_not_made" ON "visits" ("day","engagement_id") WHERE "state" in ('could-not', 'missed') or "off_by" in ('customer',
      'worker', 'employee');
  CREATE INDEX "visits_of_worker" ON "visits" ("worker_profile_id","day");
  CREATE INDEX "visits_of_day" ON "visits" ("day","worker_profile_id");
END IF; END $step$;
--> statement-breakpoint
-- Whose a visit was that its customer or staff took off is noted
DO $step$ BEGIN IF "lacks"(1796037034312) THEN
  -- Whose a visit was that its customer or staff took off is read from its row now. Days that were over before there were rows have
  -- it noted: who was to make that visit alone, or whose the service was when the day ended, or else last before.
  UPDATE "skips" SET "worker_profile_id" = coalesce((
    SELECT "had"."worker_profile_id" FROM (
      SELECT "past"."worker_profile_id", "past"."since", "past"."until" FROM "past_moves" "past"
      WHERE "past"."engagement_id" = "skips"."engagement_id" AND "past"."day" = "skips"."date"
      UNION ALL
      SELECT "move"."worker_profile_id", "move"."moved_at", 'infinity' FROM "moves" "move"
      WHERE "move"."engagement_id" = "skips"."engagement_id" AND "move"."day" = "skips"."date"
    ) "had"
    WHERE "had"."since" < "day"."end" AND "had"."until" >= "day"."end" LIMIT 1
  ), (
    SELECT "had"."worker_profile_id" FROM (
      SELECT "past"."worker_profile_id", "past"."since", "past"."until" FROM "past_assignments" "past"
      WHERE "past"."engagement_id" = "skips"."engagement_id"
      UNION ALL
      SELECT "has"."worker_profile_id", "has"."active_since", 'infinity' FROM "engagements" "has"
      WHERE "has"."id" = "skips"."engagement_id" AND "has"."worker_profile_id" IS NOT NULL
    ) "had"
    WHERE "had"."since" < "day"."end"
    ORDER BY "had"."until" < "day"."end", CASE WHEN "had"."until" >= "day"."end" THEN "had"."until" END, "had"."until" DESC LIMIT 1
  ))
  FROM (
    SELECT "id", (("date" + 1)::timestamp AT TIME ZONE 'America/Chicago') AS "end" FROM "skips"
    WHERE "worker_profile_id" IS NULL AND "date" <= (SELECT max("day") FROM "closed_days")
  ) "day"
  WHERE "day"."id" = "skips"."id";
END IF; END $step$;
--> statement-breakpoint
-- Works are visits, whose ids they keep, and services have plans
DO $step$ BEGIN IF "lacks"(1796039312936) THEN
  ALTER TABLE "charges" DROP CONSTRAINT "charges_work_id_works_id_fk";
  ALTER TABLE "files" DROP CONSTRAINT "files_work_id_works_id_fk";
  ALTER TABLE "payments" DROP CONSTRAINT "payments_tip_work_id_works_id_fk";
  ALTER TABLE "photo_links" DROP CONSTRAINT "photo_links_work_id_works_id_fk";
  -- Rows that `settle` gave to works until now take over their ids.
  ALTER TABLE "visit_history" DISABLE TRIGGER "visit_history_stays";
  CREATE TEMPORARY TABLE "known" AS
  SELECT DISTINCT ON ("works"."id") "visits"."id" AS "old", "works".*
  FROM "works" JOIN "visits" ON "visits"."engagement_id" = "works"."engagement_id" AND "visits"."day" = "works"."date"
    AND "visits"."state" IN ('begun', 'done', 'could-not', 'missed')
  ORDER BY "works"."id", "visits"."state" = 'missed';
  UPDATE "visit_history" SET "visit_id" = "known"."id" FROM "known" WHERE "visit_id" = "known"."old";
  ALTER TABLE "visit_history" ENABLE TRIGGER "visit_history_stays";
  UPDATE "visits" SET "id" = "known"."id", "step" = "known"."status", "begun_at" = "known"."created_at", "arrived_at" = "known"."arrived_at",
    "travel_started_at" = "known"."travel_started_at", "travel_completed_at" = "known"."travel_completed_at",
    "work_started_at" = "known"."work_started_at", "work_completed_at" = "known"."work_completed_at", "finished_by" = "known"."finished_by"
  FROM "known" WHERE "visits"."id" = "known"."old";
  -- All others become rows of the day on which the plan had them.
  INSERT INTO "visits" ("id", "engagement_id", "made_for", "nth", "home", "day", "worker_profile_id", "state", "step", "begun_at",
    "arrived_at", "travel_started_at", "travel_completed_at", "work_started_at", "work_completed_at", "finished_by", "changed_at")
  SELECT "made"."id", "made"."engagement_id", "made"."made_for",
    (SELECT count(*) FROM "visits" WHERE "visits"."engagement_id" = "made"."engagement_id"
      AND date_trunc('week', "visits"."made_for") = date_trunc('week', "made"."made_for"))
    + row_number() OVER (PARTITION BY "made"."engagement_id", date_trunc('week', "made"."made_for") ORDER BY "made"."date") - 1,
    "made"."home", "made"."date", "made"."worker_profile_id", "made"."state", "made"."status", "made"."created_at", "made"."arrived_at",
    "made"."travel_started_at", "made"."travel_completed_at", "made"."work_started_at", "made"."work_completed_at", "made"."finished_by",
    greatest("made"."created_at", "made"."work_completed_at")
  FROM (
    SELECT "works".*, coalesce("moves"."original_day", "works"."date") AS "made_for",
      CASE WHEN "moves"."is_kept" THEN "moves"."day" ELSE coalesce("moves"."moved_from", "moves"."original_day",
      "works"."date") END AS "home",
      CASE WHEN "skips"."kind" = 'missed' THEN 'missed' WHEN "skips"."kind" IS NOT NULL THEN 'could-not'
        WHEN "works"."status" = 'WORK_STATUS_WORK_COMPLETED' THEN 'done' ELSE 'begun' END AS "state"
    FROM "works"
    LEFT JOIN "moves" ON "moves"."engagement_id" = "works"."engagement_id" AND "moves"."day" = "works"."date"
    LEFT JOIN "skips" ON "skips"."engagement_id" = "works"."engagement_id" AND "skips"."date" = "works"."date"
    WHERE NOT EXISTS (SELECT FROM "known" WHERE "known"."id" = "works"."id")
  ) "made";
  DROP TABLE "known";
  DROP TABLE "works";
  -- A service that has no plan yet has the one of its schedule: from this week on if its days that are over have their visits, and else
  -- from the first day on that has not ended, with the visits of this week that the schedule has.
  CREATE TEMPORARY TABLE "carried" AS
  SELECT "engagements"."id", "engagements"."worker_profile_id", "engagements"."agreed_fee_percent", "template"."id" AS "template_id",
    "template"."frequency", "template"."interval", "template"."week_offset", "template"."start_day", "today"."day" AS "today",
    greatest(CASE WHEN "is_whole" THEN "monday" ELSE "today"."day" END, "template"."start_day", (
      SELECT max("original_day") + 1 FROM "moves" WHERE "moves"."engagement_id" = "engagements"."id" AND "moves"."day" IS NULL
    )) AS "first_day",
    CASE WHEN NOT "is_whole" THEN "monday" + 6 END AS "last_of_week"
  FROM "engagements"
  JOIN "schedule_templates" "template" ON "template"."engagement_id" = "engagements"."id"
  CROSS JOIN (SELECT coalesce(max("day") + 1, (now() AT TIME ZONE 'America/Chicago')::date) AS "day" FROM "closed_days") "today"
  CROSS JOIN LATERAL (SELECT date_trunc('week', "today"."day")::date AS "monday") "week"
  CROSS JOIN LATERAL (SELECT NOT EXISTS (
    SELECT FROM generate_series("monday", "today"."day" - 1, interval '1 day') "one"
    JOIN "schedule_template_days" ON "schedule_template_id" = "template"."id"
      AND "day_of_week" = 'DAY_OF_WEEK_' || trim(to_char("one", 'DAY'))
    WHERE "one" >= "template"."start_day"
      AND NOT EXISTS (SELECT FROM "visits" WHERE "visits"."engagement_id" = "engagements"."id" AND "one" IN ("made_for", "visits"."day"))
      AND NOT EXISTS (SELECT FROM "skips" WHERE "skips"."engagement_id" = "engagements"."id" AND "skips"."date" = "one")
      AND NOT EXISTS (SELECT FROM "moves" WHERE "moves"."engagement_id" = "engagements"."id" AND "original_day" = "one" AND "moves"."day" IS NOT NULL)
  ) AS "is_whole") "past"
  WHERE "engagements"."worker_profile_id" IS NOT NULL
    AND "engagements"."status" IN ('ENGAGEMENT_STATUS_ACCEPTED', 'ENGAGEMENT_STATUS_RUNNING', 'ENGAGEMENT_STATUS_PAUSED')
    AND NOT EXISTS (SELECT FROM "plans" WHERE "plans"."engagement_id" = "engagements"."id");
  -- The id of its service is smaller than that of any later version.
  INSERT INTO "plans" ("id", "engagement_id", "worker_profile_id", "first_day", "week_days", "frequency", "interval", "week_offset",
    "start_day", "fee_percent", "made_at")
  SELECT "id", "id", "worker_profile_id", "first_day", ARRAY(
      SELECT "day_of_week" FROM "schedule_template_days" WHERE "schedule_template_id" = "template_id"
      ORDER BY array_position(ARRAY['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'], substr("day_of_week", 13))
    ), "frequency", "interval", "week_offset", "start_day", "agreed_fee_percent", now()
  FROM "carried";
  -- What was moved counts as chosen by staff, but for what a day off moves again; so do days of the schedule before its plan counts.
  INSERT INTO "visits" ("id", "engagement_id", "made_for", "nth", "set_day", "set_worker_profile_id", "set_at", "home", "day",
    "worker_profile_id", "state", "changed_at")
  SELECT gen_random_uuid(), "ahead"."id", "made_for",
    (SELECT count(*) FROM "visits" WHERE "visits"."engagement_id" = "ahead"."id"
      AND date_trunc('week', "visits"."made_for") = date_trunc('week', "ahead"."made_for"))
    + row_number() OVER (PARTITION BY "ahead"."id", date_trunc('week', "made_for") ORDER BY "made_for") - 1,
    "set_day", CASE WHEN "set_day" IS NOT NULL THEN "maker" END, CASE WHEN "set_day" IS NOT NULL THEN "at" END, "made_for", "day",
    coalesce("maker", "worker_profile_id"), 'planned', "at"
  FROM (
    SELECT "carried"."id", "carried"."worker_profile_id", "moves"."original_day" AS "made_for", "moves"."day",
      CASE WHEN NOT "is_of_day_off" THEN "moves"."day" WHEN "moves"."worker_profile_id" IS NOT NULL THEN "moves"."original_day" END AS "set_day",
      "moves"."worker_profile_id" AS "maker", "moves"."moved_at" AS "at"
    FROM "carried" JOIN "moves" ON "moves"."engagement_id" = "carried"."id",
    LATERAL (SELECT "moves"."holiday_id" IS NOT NULL AND NOT "moves"."is_kept" AND EXISTS (
      SELECT FROM "holidays" WHERE "holidays"."day" = "moves"."original_day" AND "holidays"."taken_back_at" IS NULL
    ) AS "is_of_day_off") "of"
    WHERE "moves"."day" >= "carried"."today" OR "moves"."day" IS NOT NULL AND "moves"."original_day" >= date_trunc('week', "carried"."today")
    UNION ALL
    SELECT "carried"."id", "carried"."worker_profile_id", "one"::date, "one"::date, "one"::date, "carried"."worker_profile_id", now()
    FROM "carried" CROSS JOIN LATERAL generate_series("carried"."today", greatest("carried"."first_day" - 1, "last_of_week"), interval '1 day')
      "one"
    JOIN "schedule_template_days" ON "schedule_template_id" = "template_id"
      AND "day_of_week" = 'DAY_OF_WEEK_' || trim(to_char("one", 'DAY'))
    WHERE "one" >= "start_day"
      AND (("one"::date - date '0001-01-01') / 7 - ("start_day" - date '0001-01-01') / 7 + "week_offset") % "interval" = 0
      AND NOT EXISTS (SELECT FROM "moves" WHERE "moves"."engagement_id" = "carried"."id" AND "moves"."original_day" = "one"::date)
  ) "ahead"
  WHERE NOT EXISTS (SELECT FROM "visits" WHERE "visits"."engagement_id" = "ahead"."id"
    AND ("visits"."made_for" = "ahead"."made_for" OR "visits"."day" = "ahead"."day"));
  DROP TABLE "carried";
  ALTER TABLE "charges" ADD CONSTRAINT "charges_work_id_visits_id_fk" FOREIGN KEY ("work_id") REFERENCES "visits"("id");
  ALTER TABLE "payments" ADD CONSTRAINT "payments_tip_work_id_visits_id_fk" FOREIGN KEY ("tip_work_id") REFERENCES "visits"("id");
  ALTER TABLE "files" ADD CONSTRAINT "files_work_id_visits_id_fk" FOREIGN KEY ("work_id") REFERENCES "visits"("id");
  ALTER TABLE "photo_links" ADD CONSTRAINT "photo_links_work_id_visits_id_fk" FOREIGN KEY ("work_id") REFERENCES "visits"("id");
  CREATE INDEX "visits_unfinished" ON "visits" ("day","id") WHERE "state" = 'begun';
END IF; END $step$;
--> statement-breakpoint
-- What did not take place is said by the row of its visit
DO $step$ BEGIN IF "lacks"(1796039938768) THEN
  ALTER TABLE "visits" ADD COLUMN "off_id" uuid;
  ALTER TABLE "visits" ADD COLUMN "off_worker_profile_id" uuid;
  ALTER TABLE "visits" ADD COLUMN "missed_on" date;
  ALTER TABLE "visits" ADD COLUMN "missed_at" timestamptz;
  ALTER TABLE "visits" ADD COLUMN "missed_id" uuid;
  ALTER TABLE "visits" ADD COLUMN "missed_worker_profile_id" uuid;
  ALTER TABLE "visits" DROP CONSTRAINT IF EXISTS "visits_off";
  ALTER TABLE "visits" DROP CONSTRAINT IF EXISTS "visits_due";
  ALTER TABLE "visits" DROP CONSTRAINT IF EXISTS "visits_seen";
  -- A missed visit that is made up for has moved on since: its row is the one that it was made for.
  CREATE TEMPORARY TABLE "of" AS
  SELECT DISTINCT ON ("skips"."id") "skips"."id", "skips"."engagement_id", "skips"."date", "skips"."kind", "skips"."skipped_by",
    "skips"."worker_profile_id", "skips"."reason", "skips"."created_at", "skips"."due_at", "skips"."seen_at", "skips"."seen_by",
    "made_up"."original_day" AS "made_up", "visits"."id" AS "visit"
  FROM "skips"
  LEFT JOIN LATERAL (
    SELECT "moves"."original_day" FROM "moves"
    WHERE "skips"."kind" = 'missed' AND "moves"."engagement_id" = "skips"."engagement_id" AND "moves"."day" <> "skips"."date"
      AND "moves"."moved_at" >= "skips"."created_at" AND ("moves"."original_day" = "skips"."date" OR EXISTS (
        SELECT FROM "past_moves" "past" WHERE "past"."engagement_id" = "moves"."engagement_id"
          AND "past"."original_day" = "moves"."original_day" AND "past"."day" = "skips"."date"
          AND "past"."since" < "skips"."created_at" AND "past"."until" >= "skips"."created_at"))
    LIMIT 1
  ) "made_up" ON true
  LEFT JOIN "visits" ON "visits"."engagement_id" = "skips"."engagement_id" AND "visits"."off_by" IS DISTINCT FROM 'plan'
    AND CASE WHEN "made_up"."original_day" IS NULL THEN "visits"."day" = "skips"."date" ELSE "visits"."made_for" = "made_up"."original_day" END
  ORDER BY "skips"."id", "visits"."step" IS NOT NULL DESC, "visits"."state" = 'missed' DESC, "visits"."off_by" = "skips"."skipped_by" DESC,
    "visits"."state" = 'planned' DESC, "visits"."nth";
  UPDATE "visits" SET "missed_id" = "of"."id", "missed_on" = "of"."date", "missed_at" = "of"."created_at",
    "missed_worker_profile_id" = coalesce("of"."worker_profile_id", "visits"."worker_profile_id"),
    "due_at" = "of"."due_at", "seen_at" = "of"."seen_at", "seen_by" = "of"."seen_by",
    "state" = CASE WHEN "made_up" IS NULL THEN 'missed' ELSE "state" END, "off_by" = CASE WHEN "made_up" IS NOT NULL THEN "off_by" END
  FROM "of" WHERE "visits"."id" = "of"."visit" AND "of"."kind" = 'missed';
  UPDATE "visits" SET "off_id" = "of"."id", "off_at" = "of"."created_at", "off_worker_profile_id" = "of"."worker_profile_id",
      "reason" = "of"."reason", "off_by" = "of"."skipped_by",
    "state" = CASE WHEN "step" IS NULL THEN 'off' ELSE 'could-not' END
  FROM "of" WHERE "visits"."id" = "of"."visit" AND "of"."kind" <> 'missed';
  INSERT INTO "visits" ("id", "engagement_id", "made_for", "nth", "home", "day", "worker_profile_id", "state", "off_by", "reason",
      "off_worker_profile_id",
    "off_id", "off_at", "missed_id", "missed_on", "missed_at", "missed_worker_profile_id", "due_at", "seen_at", "seen_by", "changed_at")
  SELECT gen_random_uuid(), "made"."engagement_id", "made_for",
    (SELECT count(*) FROM "visits" WHERE "visits"."engagement_id" = "made"."engagement_id"
      AND date_trunc('week', "visits"."made_for") = date_trunc('week', "made"."made_for"))
    + row_number() OVER (PARTITION BY "made"."engagement_id", date_trunc('week', "made_for") ORDER BY "made"."date") - 1,
    "home", "date", "worker", CASE "kind" WHEN 'missed' THEN 'missed' ELSE 'off' END, "skipped_by",
      "made"."reason", CASE WHEN "kind" <> 'missed' THEN "made"."worker_profile_id" END,
    CASE WHEN "kind" <> 'missed' THEN "made"."id" END, CASE WHEN "kind" <> 'missed' THEN "made"."created_at" END,
    CASE "kind" WHEN 'missed' THEN "made"."id" END, CASE "kind" WHEN 'missed' THEN "date" END,
    CASE "kind" WHEN 'missed' THEN "made"."created_at" END, CASE "kind" WHEN 'missed' THEN "worker" END,
    "made"."due_at", "made"."seen_at", "made"."seen_by", "made"."created_at"
  FROM (
    SELECT "of".*, coalesce("of"."worker_profile_id", "engagements"."worker_profile_id") AS "worker",
      coalesce("moves"."original_day", "of"."date") AS "made_for",
      CASE WHEN "moves"."is_kept" THEN "moves"."day" ELSE coalesce("moves"."moved_from", "moves"."original_day", "of"."date") END AS "home"
    FROM "of" JOIN "engagements" ON "engagements"."id" = "of"."engagement_id"
    LEFT JOIN "moves" ON "moves"."engagement_id" = "of"."engagement_id" AND "moves"."day" = "of"."date"
    WHERE "of"."visit" IS NULL
  ) "made";
  -- A visit that was put back is planned, or goes on.
  UPDATE "visits" SET "state" = CASE WHEN "step" IS NULL THEN 'planned' WHEN "step" = 'WORK_STATUS_WORK_COMPLETED' THEN 'done' ELSE 'begun' END,
      "off_by" = NULL
  WHERE "off_id" IS NULL AND "missed_id" IS NULL AND ("state" IN ('could-not', 'missed') OR "off_by" IN ('customer', 'worker', 'employee'));
  DROP TABLE "of";
  SET CONSTRAINTS ALL IMMEDIATE;
  DROP TABLE "skips";
  DROP FUNCTION "touch_days"();
  CREATE UNIQUE INDEX "visits_off_id" ON "visits" ("off_id");
  CREATE UNIQUE INDEX "visits_missed_id" ON "visits" ("missed_id");
  CREATE INDEX "visits_missed_on" ON "visits" ("missed_on","missed_id") WHERE "missed_on" is not null;
  CREATE INDEX "visits_to_tell" ON "visits" ("due_at") WHERE "due_at" is not null;
  ALTER TABLE "visits" ADD CONSTRAINT "visits_off_by_people" CHECK ("off_by" not in ('customer', 'worker', 'employee')
      or "off_id" is not null);
  ALTER TABLE "visits" ADD CONSTRAINT "visits_off_at" CHECK (("off_id" is null) = ("off_at" is null));
  ALTER TABLE "visits" ADD CONSTRAINT "visits_missed" CHECK ("missed_on" is not null or "state" <> 'missed');
  ALTER TABLE "visits" ADD CONSTRAINT "visits_missed_day" CHECK (num_nonnulls("missed_on", "missed_at", "missed_id") in (0, 3));
  ALTER TABLE "visits" ADD CONSTRAINT "visits_not_begun" CHECK ("step" is null or "state" not in ('planned', 'off'));
  ALTER TABLE "visits" ADD CONSTRAINT "visits_in_steps" CHECK ("step" is not null or "state" not in ('begun', 'done', 'could-not'));
  ALTER TABLE "visits" ADD CONSTRAINT "visits_due" CHECK ("due_at" is null or "missed_on" is not null);
  ALTER TABLE "visits" ADD CONSTRAINT "visits_seen" CHECK (("seen_at" is null and "seen_by" is null) or "missed_on" is not null);
  ALTER TABLE "visits" ADD CONSTRAINT "visits_off" CHECK (("state" in ('off', 'could-not')) = ("off_by" is not null));
END IF; END $step$;
--> statement-breakpoint
-- The fee that was agreed with the worker of a visit, and how far they drove, are kept with it
DO $step$ BEGIN IF "lacks"(1796044981150) THEN
  UPDATE "visits" SET "fee_percent" = (
    SELECT coalesce("past"."agreed_fee_percent", "service"."agreed_fee_percent") FROM "engagements" "service"
    LEFT JOIN LATERAL (
      SELECT "agreed_fee_percent" FROM "past_assignments"
      WHERE "engagement_id" = "service"."id" AND "worker_profile_id" = "visits"."worker_profile_id"
        AND "worker_profile_id" IS DISTINCT FROM "service"."worker_profile_id"
      ORDER BY "until" DESC LIMIT 1
    ) "past" ON true
    WHERE "service"."id" = "visits"."engagement_id"
  ) WHERE "step" IS NOT NULL;
  UPDATE "visits" SET "miles" = 1.2 * 2 * 3958.8 * asin(least(1, sqrt(
      power(sin((radians("way"."latitude") - radians("way"."from_latitude")) / 2), 2)
      + cos(radians("way"."from_latitude")) * cos(radians("way"."latitude"))
        * power(sin((radians("way"."longitude") - radians("way"."from_longitude")) / 2), 2))))
  FROM (
    SELECT "made"."id", "yard"."latitude", "yard"."longitude",
      CASE WHEN row_number() OVER "route" = 1 THEN "home"."latitude" ELSE lag("yard"."latitude") OVER "route" END AS "from_latitude",
      CASE WHEN row_number() OVER "route" = 1 THEN "home"."longitude" ELSE lag("yard"."longitude") OVER "route" END AS "from_longitude"
    FROM "visits" "made"
    JOIN "engagements" ON "engagements"."id" = "made"."engagement_id"
    JOIN "addresses" "yard" ON "yard"."id" = "engagements"."service_address_id"
    LEFT JOIN "addresses" "home" ON "home"."profile_id" = "made"."worker_profile_id" AND "home"."primary_address"
    WHERE "made"."step" IS NOT NULL
    WINDOW "route" AS (PARTITION BY "made"."worker_profile_id", "made"."day"
      ORDER BY coalesce("made"."travel_started_at", "made"."begun_at"), "made"."id")
  ) "way"
  WHERE "way"."id" = "visits"."id" AND "visits"."state" IN ('done', 'could-not');
END IF; END $step$;
--> statement-breakpoint
-- Reports read visits alone, whose rows say on which day staff put them
DO $step$ BEGIN IF "lacks"(1796045831265) THEN
  UPDATE "visits" SET "set_day" = "visits"."day", "set_at" = "moves"."moved_at"
  FROM "moves"
  WHERE "moves"."engagement_id" = "visits"."engagement_id" AND "moves"."day" = "visits"."day" AND NOT "moves"."is_kept"
    AND coalesce("moves"."moved_from", "moves"."original_day") <> "moves"."day" AND "moves"."holiday_id" IS NULL
    AND "visits"."step" IS NOT NULL AND "visits"."set_day" IS NULL;
  -- Reports count a day anew on which something has happened to a visit, or has not happened after all.
  CREATE OR REPLACE FUNCTION "touch_days_of_visits"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO "report_touches" ("day") SELECT "day" FROM "added"
    WHERE "step" IS NOT NULL OR "state" = 'missed' OR "off_by" IN ('customer', 'worker', 'employee')
    UNION SELECT "missed_on" FROM "added" WHERE "missed_on" IS NOT NULL;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO "report_touches" ("day") SELECT "day" FROM "removed"
    WHERE "step" IS NOT NULL OR "state" = 'missed' OR "off_by" IN ('customer', 'worker', 'employee')
    UNION SELECT "missed_on" FROM "removed" WHERE "missed_on" IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;
  CREATE OR REPLACE TRIGGER "visits_added" AFTER INSERT ON "visits" REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "touch_days_of_visits"();
  CREATE OR REPLACE TRIGGER "visits_changed" AFTER UPDATE ON "visits" REFERENCING OLD TABLE AS "removed" NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "touch_days_of_visits"();
  CREATE OR REPLACE TRIGGER "visits_removed" AFTER DELETE ON "visits" REFERENCING OLD TABLE AS "removed" FOR EACH STATEMENT EXECUTE FUNCTION "touch_days_of_visits"();
  CREATE OR REPLACE FUNCTION "touch_day_of_charge"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "report_touches" ("day") SELECT "day" FROM "visits" WHERE "id" = NEW."work_id";
  RETURN NULL;
END $$;
  CREATE FUNCTION "touch_days_of_place"("service" uuid) RETURNS void LANGUAGE sql AS $$
  INSERT INTO "report_touches" ("day")
  SELECT "day" FROM "visits" WHERE "engagement_id" = "service"
    AND ("step" IS NOT NULL OR "state" = 'missed' OR "off_by" IN ('customer', 'worker', 'employee'))
  UNION SELECT "missed_on" FROM "visits" WHERE "engagement_id" = "service" AND "missed_on" IS NOT NULL
$$;
  CREATE OR REPLACE FUNCTION "touch_days_of_other_yard"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "touch_days_of_place"(NEW."id");
  RETURN NULL;
END $$;
  CREATE OR REPLACE FUNCTION "touch_days_of_address"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "touch_days_of_place"("id") FROM "engagements" WHERE "service_address_id" = NEW."id";
  RETURN NULL;
END $$;
  -- A visit has its worker, and its miles stay: only the city of its yard is read elsewhere.
  DROP TRIGGER "addresses_elsewhere" ON "addresses";
  CREATE TRIGGER "addresses_elsewhere" AFTER UPDATE ON "addresses" FOR EACH ROW
  -- Of an address that is out of use, also since its owner was erased, the sums stay as they are.
  WHEN (NEW."archived_at" IS NULL AND OLD."city" IS DISTINCT FROM NEW."city")
  EXECUTE FUNCTION "touch_days_of_address"();
  DROP TRIGGER "engagements_assigned" ON "engagements";
  DROP FUNCTION "touch_days_of_assignment"();
  DROP FUNCTION "touch_days_of_service"(uuid, date);
  DROP TRIGGER "moves_changed" ON "moves";
  DROP FUNCTION "touch_days_of_move"();
  INSERT INTO "report_touches" ("day")
  SELECT "day" FROM "visits" WHERE "step" IS NOT NULL OR "state" = 'missed' OR "off_by" IN ('customer', 'worker', 'employee')
  UNION SELECT "missed_on" FROM "visits" WHERE "missed_on" IS NOT NULL;
END IF; END $step$;
--> statement-breakpoint
-- What people believe of visits, and what messages said of them
DO $step$ BEGIN IF "lacks"(1796047407313) THEN
  CREATE TABLE "message_visits" (
    "message_id" uuid NOT NULL,
    "visit_id" uuid NOT NULL,
    "day" date,
    "worker_profile_id" uuid,
    CONSTRAINT "message_visits_message_id_visit_id_pk" PRIMARY KEY("message_id","visit_id")
  );
  ALTER TABLE "visit_told" DROP CONSTRAINT IF EXISTS "visit_told_reader_profile_id_profiles_id_fk";
  DROP INDEX IF EXISTS "visit_told_reader";
  ALTER TABLE "holds" ADD COLUMN "told_first_day" date;
  ALTER TABLE "holds" ADD COLUMN "told_last_day" date;
  ALTER TABLE "engagements" ADD COLUMN "tell_after" timestamptz;
  ALTER TABLE "messages" ADD COLUMN "kind" text GENERATED ALWAYS AS (split_part(dedupe_key, ':', 1)) STORED;
  ALTER TABLE "messages" ADD COLUMN "subject_id" uuid GENERATED ALWAYS AS (case when split_part(dedupe_key,
      ':', 2) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    then split_part(dedupe_key, ':', 2)::uuid end) STORED;
  ALTER TABLE "plans" ADD COLUMN "made_how" text;
  ALTER TABLE "plans" ADD COLUMN "made_by" uuid;
  ALTER TABLE "visit_told" ADD COLUMN "engagement_id" uuid NOT NULL;
  ALTER TABLE "message_visits" ADD CONSTRAINT "message_visits_message_id_messages_id_fk" FOREIGN KEY ("message_id")
      REFERENCES "messages"("id") ON DELETE CASCADE;
  ALTER TABLE "message_visits" ADD CONSTRAINT "message_visits_visit_id_visits_id_fk" FOREIGN KEY ("visit_id")
      REFERENCES "visits"("id") ON DELETE CASCADE;
  CREATE INDEX "message_visits_of_visit" ON "message_visits" ("visit_id");
  CREATE INDEX IF NOT EXISTS "engagements_to_tell" ON "engagements" ("tell_after") WHERE "tell_after" is not null;
  CREATE INDEX IF NOT EXISTS "messages_of_subject" ON "messages" ("subject_id","kind") WHERE "subject_id" is not null;
  CREATE INDEX IF NOT EXISTS "visit_told_of_engagement" ON "visit_told" ("engagement_id");
  ALTER TABLE "plans" ADD CONSTRAINT "plans_made_how" CHECK ("made_how" in ('claim', 'assignment', 'weekdays', 'weeks', 'rhythm',
      'rhythm-back'));
  ALTER TABLE "visit_told" ADD CONSTRAINT "visit_told_place" CHECK ("worker_profile_id" is null or "day" is not null);
  -- People know all plans and days away from before.
  UPDATE "plans" SET "told_at" = "made_at" WHERE "told_at" IS NULL;
  UPDATE "holds" SET "told_first_day" = "first_day", "told_last_day" = "last_day";
END IF; END $step$;
--> statement-breakpoint
-- Addresses are found by their places
DO $step$ BEGIN IF "lacks"(1796047545466) THEN
  DROP INDEX "addresses_places";
  CREATE INDEX IF NOT EXISTS "addresses_at_places" ON "addresses" ("state","zip_code","profile_id") WHERE "archived_at" is null;
END IF; END $step$;
--> statement-breakpoint
-- Reminders are of visits
DO $step$ BEGIN IF "lacks"(1796049329580) THEN
  UPDATE "visits" SET "reminded_day" = "told"."day", "reminded_worker_profile_id" = "told"."worker_profile_id",
      "reminder_id" = "told"."letter_id"
  FROM "visit_reminders" "told"
  WHERE "visits"."engagement_id" = "told"."engagement_id" AND "visits"."day" = "told"."day" AND "visits"."state" = 'planned';
  DROP TABLE "visit_reminders";
  CREATE INDEX IF NOT EXISTS "visits_of_reminder" ON "visits" ("reminder_id") WHERE "reminder_id" is not null;
END IF; END $step$;
--> statement-breakpoint
-- Works and skips are gone
DO $step$ BEGIN IF "lacks"(1796049894223) THEN
  DROP VIEW IF EXISTS "works";
  DROP VIEW IF EXISTS "skips";
  DROP INDEX IF EXISTS "visits_unseen";
  DROP INDEX IF EXISTS "visits_under_way";
END IF; END $step$;
--> statement-breakpoint
-- A rhythm that is wanted is a version of the plan that people have not agreed to yet
DO $step$ BEGIN IF "lacks"(1796056241497) THEN
  INSERT INTO "plans" ("id", "engagement_id", "worker_profile_id", "first_day", "week_days", "frequency", "interval", "week_offset",
    "start_day", "wanted_by", "wanted_at", "made_at")
  SELECT gen_random_uuid(), "engagement_id", "told_worker_profile_id", "start_day", '{}', "frequency", "interval", 0,
    "start_day", "asked_by", "asked_at", "asked_at"
  FROM "rhythm_requests";
  -- Those that were accepted and have not begun say who wanted and who accepted them.
  CREATE TEMPORARY TABLE "accepted" AS
  SELECT DISTINCT ON ("before"."engagement_id") "plans".*, "asked_by", "accepted_by", "before"."week_days" AS "days_before",
    "before"."frequency" AS "frequency_before", "before"."interval" AS "interval_before", "before"."start_day" AS "start_day_before",
    "before"."week_offset" AS "week_offset_before", (now() AT TIME ZONE 'America/Chicago')::date AS "today"
  FROM "rhythms_before" "before"
  JOIN "schedule_templates" "template" ON "template"."engagement_id" = "before"."engagement_id" AND "template"."start_day" = "until"
  JOIN "plans" ON "plans"."engagement_id" = "before"."engagement_id" AND "plans"."start_day" = "until"
    AND "plans"."frequency" = "template"."frequency" AND "plans"."interval" = "template"."interval" AND "plans"."ended_on" IS NULL
  WHERE "until" > (now() AT TIME ZONE 'America/Chicago')::date AND "plans"."wanted_at" IS NULL
  ORDER BY "before"."engagement_id", coalesce("made_how" = 'rhythm', false) DESC, "plans"."id";
  UPDATE "plans" SET "wanted_by" = "asked_by", "wanted_at" = "accepted"."made_at", "accepted_at" = "accepted"."made_at",
    "made_how" = 'rhythm', "made_by" = "accepted_by"
  FROM "accepted" WHERE "plans"."id" = "accepted"."id";
  -- A service from before there were plans has only one: the other one counts until then, with an id of a moment before.
  INSERT INTO "plans" ("id", "engagement_id", "worker_profile_id", "first_day", "week_days", "frequency", "interval", "week_offset",
    "start_day", "fee_percent", "told_at", "made_at")
  SELECT (lpad(to_hex(('x' || left("hex", 12))::bit(48)::bigint - 1), 12, '0') || substr("hex", 13))::uuid, "engagement_id",
    "worker_profile_id", date_trunc('week', "today")::date, "days_before", "frequency_before", "interval_before", "week_offset_before", "start_day_before",
    "fee_percent", "told_at", "made_at"
  FROM "accepted", LATERAL (SELECT replace("accepted"."id"::text, '-', '') AS "hex") "text"
  WHERE "days_before" IS NOT NULL AND NOT EXISTS (
    SELECT FROM "plans" WHERE "plans"."engagement_id" = "accepted"."engagement_id" AND "plans"."id" < "accepted"."id"
      AND "plans"."ended_on" IS NULL AND ("plans"."wanted_at" IS NULL OR "plans"."accepted_at" IS NOT NULL)
  );
  DROP TABLE "accepted";
  DROP TABLE "rhythm_requests";
  DROP TABLE "rhythms_before";
  CREATE UNIQUE INDEX "plans_open_wish" ON "plans" ("engagement_id")
      WHERE ("wanted_at" is not null and "accepted_at" is null and "ended_on" is null);
  CREATE INDEX "plans_open_wishes" ON "plans" ("wanted_at","engagement_id")
      WHERE ("wanted_at" is not null and "accepted_at" is null and "ended_on" is null);
  ALTER TABLE "plans" ADD CONSTRAINT "plans_wanted" CHECK (("wanted_by" is null) = ("wanted_at" is null));
  ALTER TABLE "plans" ADD CONSTRAINT "plans_accepted" CHECK ("accepted_at" is null or "wanted_at" is not null);
  ALTER TABLE "plans" ADD CONSTRAINT "plans_told" CHECK ("told_at" is null or ("wanted_at" is null or "accepted_at" is not null));
END IF; END $step$;
--> statement-breakpoint
-- Days off of one worker
DO $step$ BEGIN IF "lacks"(1796059361929) THEN
  DROP INDEX "holidays_standing";
  ALTER TABLE "holidays" ADD COLUMN "worker_profile_id" uuid;
  ALTER TABLE "holidays" ADD COLUMN "last_day" date;
  ALTER TABLE "holidays" ADD COLUMN "by_profile_id" uuid;
  ALTER TABLE "holidays" ADD CONSTRAINT "holidays_worker_profile_id_profiles_id_fk" FOREIGN KEY ("worker_profile_id")
      REFERENCES "profiles"("id");
  ALTER TABLE "holidays" ADD CONSTRAINT "holidays_by_profile_id_profiles_id_fk" FOREIGN KEY ("by_profile_id") REFERENCES "profiles"("id");
  CREATE INDEX "holidays_of_worker" ON "holidays" ("worker_profile_id") WHERE "worker_profile_id" is not null;
  CREATE INDEX "holidays_covered_by" ON "holidays" ("by_profile_id") WHERE "by_profile_id" is not null;
  CREATE UNIQUE INDEX "holidays_standing" ON "holidays" ("day") WHERE "taken_back_at" is null and "worker_profile_id" is null;
END IF; END $step$;
--> statement-breakpoint
-- Which services are on too few weekdays follows from their plans
DO $step$ BEGIN IF "lacks"(1796060453932) THEN
  DROP TABLE "short_services";
  CREATE INDEX "plans_short" ON "plans" ("made_at","engagement_id") WHERE (("wanted_at" is null or "accepted_at" is not null)
      and "ended_on" is null and cardinality("week_days") < "frequency");
END IF; END $step$;
--> statement-breakpoint
-- Who had a service before there were plans is in versions that have ended
DO $step$ BEGIN IF "lacks"(1796060723549) THEN
  CREATE INDEX "plans_of_worker" ON "plans" ("worker_profile_id");
  -- None of them counts in a week that has days to come.
  INSERT INTO "plans" ("id", "engagement_id", "worker_profile_id", "first_day", "week_days", "frequency", "interval", "week_offset",
    "start_day", "fee_percent", "made_how", "made_by", "made_at", "ended_on", "ended_how")
  SELECT (lpad(to_hex((extract(epoch from "past"."since") * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3)
      || '8' || substr(md5(random()::text), 1, 15))::uuid,
    "past"."engagement_id", "past"."worker_profile_id", "past"."since"::date, "past"."week_days", "template"."frequency",
    "template"."interval", "template"."week_offset", "template"."start_day", "past"."agreed_fee_percent", 'claim',
    "past"."worker_profile_id", "past"."since",
    greatest("past"."since"::date, least("past"."until"::date, date_trunc('week', now())::date)), 'released'
  FROM "past_assignments" "past"
  JOIN "schedule_templates" "template" ON "template"."engagement_id" = "past"."engagement_id"
  WHERE NOT EXISTS (
    SELECT FROM "plans" "one"
    WHERE "one"."engagement_id" = "past"."engagement_id" AND "one"."worker_profile_id" = "past"."worker_profile_id"
      AND ("one"."wanted_at" IS NULL OR "one"."accepted_at" IS NOT NULL)
  );
  DROP TABLE "past_assignments" CASCADE;
END IF; END $step$;
--> statement-breakpoint
-- Who had a service before staff gave it away is in versions
DO $step$ BEGIN IF "lacks"(1796061386778) THEN
  -- A service from before there were plans has only that of its last worker, whose id is the service's. Those of the workers before get
  -- smaller ones, in their order, and one more where a worker had agreed to another schedule that had not begun.
  CREATE TEMPORARY TABLE "given" AS
  SELECT "given".*,
      "plans"."made_at" AS "carried_at", lag("given_at") OVER "earlier" AS "since", lag("given") OVER "earlier" ->> 'from' AS "from",
    row_number() OVER (PARTITION BY "given"."engagement_id" ORDER BY "given"."id" DESC) = 1 AS "is_last"
  FROM "hand_overs" "given"
  JOIN "plans" ON "plans"."id" = "given"."engagement_id" AND "given"."given_at" < "plans"."made_at"
  WINDOW "earlier" AS (PARTITION BY "given"."engagement_id" ORDER BY "given"."id");
  INSERT INTO "plans" ("id", "engagement_id", "worker_profile_id", "first_day", "week_days", "frequency", "interval", "week_offset",
    "start_day", "fee_percent", "made_at", "told_at", "made_how", "made_by", "wanted_by", "wanted_at", "accepted_at")
  SELECT ('00000000-0000-7000-8000-' || lpad(to_hex(row_number() OVER (ORDER BY "given"."id", "nth")), 12, '0'))::uuid,
    "given"."engagement_id", "given"."worker_profile_id",
    coalesce("given"."from"::date, ("given"."since" AT TIME ZONE 'America/Chicago')::date, ("plan" ->> 'startDay')::date),
    ARRAY(
      SELECT "day" FROM jsonb_array_elements_text("plan" -> 'weekDays') "day"
      ORDER BY array_position(ARRAY['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'], substr("day", 13))
    ),
    ("plan" ->> 'frequency')::integer, ("plan" ->> 'interval')::integer, ("plan" ->> 'weekOffset')::integer, ("plan" ->> 'startDay')::date,
    ("given"."before" ->> 'agreedFeePercent')::integer, "made_at", "made_at",
    CASE WHEN "is_agreed" THEN 'rhythm' END, CASE WHEN "is_agreed" THEN ("agreed" ->> 'acceptedBy')::uuid END,
    CASE WHEN "is_agreed" THEN "agreed" ->> 'askedBy' END, CASE WHEN "is_agreed" THEN "made_at" END, CASE WHEN "is_agreed" THEN "made_at" END
  FROM "given"
  JOIN "engagements" ON "engagements"."id" = "given"."engagement_id"
  CROSS JOIN LATERAL coalesce("given"."since", "engagements"."created_at") "made_at"
  CROSS JOIN LATERAL nullif("given"."before" -> 'rhythmBefore', 'null') "agreed"
  CROSS JOIN LATERAL (VALUES (1, "agreed", false), (2, "given"."before", "agreed" IS NOT NULL)) "one" ("nth", "plan", "is_agreed")
  WHERE "given"."worker_profile_id" IS NOT NULL AND jsonb_typeof("plan" -> 'weekDays') = 'array';
  UPDATE "plans" SET "made_at" = "given"."given_at", "made_how" = coalesce("made_how", 'assignment'),
    "first_day" = greatest("plans"."first_day", ("given"."given" ->> 'from')::date)
  FROM "given" WHERE "plans"."engagement_id" = "given"."engagement_id" AND "plans"."made_at" = "given"."carried_at" AND "given"."is_last"
    AND "plans"."worker_profile_id" = "given"."to_worker_profile_id";
  DROP TABLE "given";
  DROP TABLE "hand_overs";
END IF; END $step$;
--> statement-breakpoint
-- Why staff moved a visit is in its row, which has had the rest of the move since works became visits
DO $step$ BEGIN IF "lacks"(1796062241732) THEN
  UPDATE "visits" SET "set_reason" = "moves"."reason"
  FROM "moves"
  WHERE "moves"."engagement_id" = "visits"."engagement_id" AND "moves"."day" = "visits"."day" AND "moves"."holiday_id" IS NULL
    AND "moves"."reason" IS NOT NULL AND "visits"."set_reason" IS NULL AND "visits"."set_day" = "moves"."day";
  DROP TABLE "moves" CASCADE;
  DROP TABLE "past_moves" CASCADE;
  DROP TABLE "untold_changes" CASCADE;
END IF; END $step$;
--> statement-breakpoint
DROP FUNCTION "lacks"(bigint);
