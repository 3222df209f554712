CREATE TABLE "past_moves" (
	"engagement_id" uuid NOT NULL,
	"original_day" date NOT NULL,
	"day" date,
	"worker_profile_id" uuid,
	"since" timestamptz NOT NULL,
	"until" timestamptz NOT NULL,
	CONSTRAINT "past_moves_engagement_id_original_day_until_pk" PRIMARY KEY("engagement_id","original_day","until")
);
--> statement-breakpoint
ALTER TABLE "moves" ALTER COLUMN "day" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "moves" ALTER COLUMN "revision" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "moves" ADD COLUMN "is_told_off" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "past_assignments" ADD COLUMN "agreed_fee_percent" integer;--> statement-breakpoint
ALTER TABLE "past_moves" ADD CONSTRAINT "past_moves_engagement_id_engagements_id_fk" FOREIGN KEY ("engagement_id") REFERENCES "public"."engagements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "past_moves" ADD CONSTRAINT "past_moves_worker_profile_id_profiles_id_fk" FOREIGN KEY ("worker_profile_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "moves_to_tell" ON "moves" USING btree (greatest("day", "told_day")) WHERE "moves"."holiday_id" is null and ("moves"."day" is distinct from "moves"."told_day"
    or "moves"."worker_profile_id" is distinct from "moves"."told_worker_profile_id"
    or "moves"."worker_profile_id" is not null or "moves"."is_told_off");--> statement-breakpoint
-- Until now a move noted where people were told that the visit is before it; all letters about it are out or on their way.
UPDATE "moves" SET "told_day" = "day", "told_worker_profile_id" = "worker_profile_id" WHERE "holiday_id" IS NULL;
