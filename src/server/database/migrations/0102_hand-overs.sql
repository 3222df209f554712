CREATE TABLE "hand_overs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"engagement_id" uuid NOT NULL,
	"worker_profile_id" uuid NOT NULL,
	"to_worker_profile_id" uuid NOT NULL,
	"given_at" timestamptz NOT NULL,
	"before" jsonb NOT NULL,
	"given" jsonb NOT NULL,
	"told" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "hand_overs" ADD CONSTRAINT "hand_overs_engagement_id_engagements_id_fk" FOREIGN KEY ("engagement_id") REFERENCES "public"."engagements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hand_overs" ADD CONSTRAINT "hand_overs_worker_profile_id_profiles_id_fk" FOREIGN KEY ("worker_profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hand_overs" ADD CONSTRAINT "hand_overs_to_worker_profile_id_profiles_id_fk" FOREIGN KEY ("to_worker_profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "hand_overs_engagement_id_id_index" ON "hand_overs" USING btree ("engagement_id","id");--> statement-breakpoint
-- What is given already, and may be declined still, goes back to who had it last, with what staff have moved since or before.
INSERT INTO "hand_overs" ("id", "engagement_id", "worker_profile_id", "to_worker_profile_id", "given_at", "before", "given", "told")
SELECT ('00000000' || substr(gen_random_uuid()::text, 9))::uuid, engagement."id", past."worker_profile_id", engagement."worker_profile_id",
	past."until",
	jsonb_build_object('weekDays', to_jsonb(past."week_days"), 'frequency', template."frequency", 'interval', template."interval",
		'startDay', template."start_day", 'weekOffset', template."week_offset", 'agreedFeePercent', past."agreed_fee_percent",
		'moves', coalesce(differing."moved", '[]'), 'rhythmBefore', null, 'planFrom', null, 'planBy', null, 'planLetter', null),
	jsonb_build_object('weekDays', (
		SELECT coalesce(jsonb_agg(planned."day_of_week"), '[]') FROM "schedule_template_days" planned
		WHERE planned."schedule_template_id" = template."id"
	), 'moves', coalesce(differing."moves", '[]')),
	'{}'
FROM "engagements" engagement
JOIN "schedule_templates" template ON template."engagement_id" = engagement."id"
JOIN LATERAL (
	SELECT * FROM "past_assignments" one
	WHERE one."engagement_id" = engagement."id" AND one."worker_profile_id" <> engagement."worker_profile_id"
	ORDER BY one."until" DESC LIMIT 1
) past ON past."until" BETWEEN engagement."active_since" - interval '1 minute' AND engagement."active_since"
CROSS JOIN LATERAL (
	SELECT jsonb_agg(one."row") AS "moves",
		jsonb_agg(one."row" || jsonb_build_object('originalDay', one."first", 'leftDay', null, 'movedFrom', null,
			'workerProfileId', nullif(one."worker_profile_id", past."worker_profile_id")))
		FILTER (WHERE NOT one."is_kept" AND one."day" IS NOT NULL AND ('{MONDAY,TUESDAY,WEDNESDAY,THURSDAY,FRIDAY,SATURDAY,SUNDAY}'::text[])[
			extract(isodow FROM one."first")::int] = ANY (SELECT replace(day, 'DAY_OF_WEEK_', '') FROM unnest(past."week_days") day)) AS "moved"
	FROM (
		SELECT move."is_kept", move."day", move."worker_profile_id", coalesce(move."left_day", move."original_day") AS "first",
			jsonb_build_object('originalDay', move."original_day", 'day', move."day",
				'workerProfileId', move."worker_profile_id", 'reason', move."reason", 'holidayId', move."holiday_id",
				'isKept', move."is_kept", 'movedFrom', move."moved_from", 'leftDay', move."left_day") AS "row"
		FROM "moves" move WHERE move."engagement_id" = engagement."id"
	) one
) differing
WHERE engagement."status" IN ('ENGAGEMENT_STATUS_ACCEPTED', 'ENGAGEMENT_STATUS_RUNNING')
	AND NOT EXISTS (
		SELECT FROM "changes" change WHERE change."subject_id" = engagement."id" AND change."kind" = 'status-changed'
			AND change."at" >= past."until"
	)
	AND cardinality(past."week_days") <= template."frequency"
	AND NOT EXISTS (
		SELECT FROM "rhythms_before" rhythm WHERE rhythm."engagement_id" = engagement."id" AND rhythm."until" = template."start_day"
			AND rhythm."until" > current_date
	);