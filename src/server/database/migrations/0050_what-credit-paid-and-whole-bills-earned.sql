DROP INDEX "entries_of_whole_bills";--> statement-breakpoint
ALTER TABLE "acts" ADD COLUMN "credited" jsonb;--> statement-breakpoint
CREATE INDEX "entries_of_whole_bills" ON "entries" USING btree ("account_id","day","id") WHERE ("entries"."visit_id" is null and "entries"."kind" in ('earning', 'fee'));