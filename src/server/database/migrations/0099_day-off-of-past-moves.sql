ALTER TABLE "past_moves" ADD COLUMN "holiday_id" uuid;--> statement-breakpoint
-- Safe beside 0.1.0: it does not know the new column.
UPDATE "past_moves" SET "holiday_id" = "holidays"."id" FROM "holidays"
  WHERE "holidays"."created_at" = "past_moves"."since" AND "holidays"."moved_to" = "past_moves"."day";
