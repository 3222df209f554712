ALTER TABLE "visits" ADD COLUMN "set_reason" text;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "step" text;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "begun_at" timestamptz;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "arrived_at" timestamptz;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "travel_started_at" timestamptz;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "travel_completed_at" timestamptz;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "work_started_at" timestamptz;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "work_completed_at" timestamptz;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "finished_by" uuid;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "miles" real;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "fee_percent" integer;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "off_at" timestamptz;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "due_at" timestamptz;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "seen_at" timestamptz;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "seen_by" uuid;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "reminded_day" date;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "reminded_worker_profile_id" uuid;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "reminder_id" uuid;--> statement-breakpoint
-- Safe beside 0.1.0: it knows no visits.
ALTER TABLE "visits" ADD CONSTRAINT "visits_finished_by_profiles_id_fk" FOREIGN KEY ("finished_by") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Safe beside 0.1.0: it knows no visits.
ALTER TABLE "visits" ADD CONSTRAINT "visits_seen_by_profiles_id_fk" FOREIGN KEY ("seen_by") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Safe beside 0.1.0: it knows no visits.
ALTER TABLE "visits" ADD CONSTRAINT "visits_step" CHECK ("visits"."step" in ('WORK_STATUS_NOT_STARTED', 'WORK_STATUS_PENDING', 'WORK_STATUS_TRAVEL_STARTED', 'WORK_STATUS_TRAVEL_COMPLETED', 'WORK_STATUS_WORK_STARTED', 'WORK_STATUS_WORK_COMPLETED'));--> statement-breakpoint
-- Safe beside 0.1.0: it knows no visits.
ALTER TABLE "visits" ADD CONSTRAINT "visits_begun" CHECK (("visits"."step" is null) = ("visits"."begun_at" is null));--> statement-breakpoint
-- Safe beside 0.1.0: it knows no visits.
ALTER TABLE "visits" ADD CONSTRAINT "visits_due" CHECK ("visits"."due_at" is null or "visits"."state" = 'missed');--> statement-breakpoint
-- Safe beside 0.1.0: it knows no visits.
ALTER TABLE "visits" ADD CONSTRAINT "visits_seen" CHECK (("visits"."seen_at" is null and "visits"."seen_by" is null) or "visits"."state" = 'missed');