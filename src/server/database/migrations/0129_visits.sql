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
	CONSTRAINT "plans_week_days" CHECK ("plans"."week_days" <@ array['DAY_OF_WEEK_MONDAY', 'DAY_OF_WEEK_TUESDAY', 'DAY_OF_WEEK_WEDNESDAY', 'DAY_OF_WEEK_THURSDAY', 'DAY_OF_WEEK_FRIDAY', 'DAY_OF_WEEK_SATURDAY', 'DAY_OF_WEEK_SUNDAY']),
	CONSTRAINT "plans_interval" CHECK ("plans"."interval" in (1, 2)),
	CONSTRAINT "plans_week_offset" CHECK ("plans"."week_offset" between 0 and "plans"."interval" - 1),
	CONSTRAINT "plans_ended" CHECK (("plans"."ended_on" is null) = ("plans"."ended_how" is null)),
	CONSTRAINT "plans_ended_how" CHECK ("plans"."ended_how" in ('released', 'declined', 'closed', 'ended')),
	CONSTRAINT "plans_wanted_by" CHECK ("plans"."wanted_by" in ('customer', 'employee'))
);
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TABLE "visit_told" (
	"visit_id" uuid NOT NULL,
	"reader_profile_id" uuid NOT NULL,
	"day" date,
	"worker_profile_id" uuid,
	CONSTRAINT "visit_told_visit_id_reader_profile_id_pk" PRIMARY KEY("visit_id","reader_profile_id")
);
--> statement-breakpoint
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
	CONSTRAINT "visits_state" CHECK ("visits"."state" in ('planned', 'begun', 'done', 'could-not', 'off', 'missed')),
	CONSTRAINT "visits_off_by" CHECK ("visits"."off_by" in ('customer', 'worker', 'employee', 'hold', 'pause', 'holiday', 'plan')),
	CONSTRAINT "visits_off" CHECK (("visits"."state" = 'off') = ("visits"."off_by" is not null)),
	CONSTRAINT "visits_set" CHECK (("visits"."set_day" is null) = ("visits"."set_at" is null)),
	CONSTRAINT "visits_set_worker" CHECK ("visits"."set_worker_profile_id" is null or "visits"."set_day" is not null)
);
--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_engagement_id_engagements_id_fk" FOREIGN KEY ("engagement_id") REFERENCES "public"."engagements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_worker_profile_id_profiles_id_fk" FOREIGN KEY ("worker_profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit_told" ADD CONSTRAINT "visit_told_visit_id_visits_id_fk" FOREIGN KEY ("visit_id") REFERENCES "public"."visits"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit_told" ADD CONSTRAINT "visit_told_reader_profile_id_profiles_id_fk" FOREIGN KEY ("reader_profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_engagement_id_engagements_id_fk" FOREIGN KEY ("engagement_id") REFERENCES "public"."engagements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "plans_of_engagement" ON "plans" USING btree ("engagement_id","id");--> statement-breakpoint
CREATE INDEX "visit_history_of_engagement" ON "visit_history" USING btree ("engagement_id","day");--> statement-breakpoint
CREATE INDEX "visit_told_reader" ON "visit_told" USING btree ("reader_profile_id");--> statement-breakpoint
CREATE UNIQUE INDEX "visits_one_a_day" ON "visits" USING btree ("engagement_id","day") WHERE "visits"."state" in ('planned', 'begun', 'done', 'could-not');--> statement-breakpoint
CREATE INDEX "visits_of_engagement" ON "visits" USING btree ("engagement_id","day");--> statement-breakpoint
CREATE INDEX "visits_of_worker" ON "visits" USING btree ("worker_profile_id","day") WHERE "visits"."state" <> 'off';--> statement-breakpoint
CREATE INDEX "visits_of_day" ON "visits" USING btree ("day") WHERE "visits"."state" <> 'off';--> statement-breakpoint
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
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "visits_history" AFTER INSERT OR UPDATE OF "day", "worker_profile_id", "state", "off_by" ON "visits"
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "keep_visit_history"();--> statement-breakpoint
CREATE TRIGGER "visit_history_stays" BEFORE UPDATE OR DELETE ON "visit_history" FOR EACH ROW EXECUTE FUNCTION "refuse_rewriting"();
