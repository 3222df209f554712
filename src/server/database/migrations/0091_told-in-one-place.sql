ALTER TABLE "untold_assignments" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP TABLE "untold_assignments" CASCADE;--> statement-breakpoint
ALTER TABLE "moves" DROP CONSTRAINT "moves_told_worker_profile_id_profiles_id_fk";
--> statement-breakpoint
DROP INDEX "moves_to_tell";--> statement-breakpoint
ALTER TABLE "holidays" DROP COLUMN "told_up_to";--> statement-breakpoint
ALTER TABLE "holidays" DROP COLUMN "was_told";--> statement-breakpoint
ALTER TABLE "moves" DROP COLUMN "is_announced";--> statement-breakpoint
ALTER TABLE "moves" DROP COLUMN "told_day";--> statement-breakpoint
ALTER TABLE "moves" DROP COLUMN "told_worker_profile_id";--> statement-breakpoint
ALTER TABLE "moves" DROP COLUMN "is_told_off";--> statement-breakpoint
ALTER TABLE "moves" DROP COLUMN "revision";