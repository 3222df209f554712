CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"calls" integer NOT NULL,
	"resets_at" timestamptz NOT NULL
);
--> statement-breakpoint
DROP INDEX "inquiries_received_at_index";--> statement-breakpoint
ALTER TABLE "inquiries" ADD COLUMN "search_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "rate_limits_resets_at_index" ON "rate_limits" USING btree ("resets_at");--> statement-breakpoint
CREATE INDEX "inquiries_received_at_id_index" ON "inquiries" USING btree ("received_at","id");--> statement-breakpoint
CREATE INDEX "inquiries_open" ON "inquiries" USING btree ("received_at","id") WHERE "inquiries"."answered_at" is null;