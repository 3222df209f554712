CREATE TABLE "photo_links" (
	"work_id" uuid PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamptz NOT NULL,
	CONSTRAINT "photo_links_token_unique" UNIQUE("token")
);
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "unsubscribe_token" text;--> statement-breakpoint
ALTER TABLE "photo_links" ADD CONSTRAINT "photo_links_work_id_works_id_fk" FOREIGN KEY ("work_id") REFERENCES "public"."works"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_unsubscribeToken_unique" UNIQUE("unsubscribe_token");