ALTER TABLE "account_links" DROP CONSTRAINT "account_links_purpose";--> statement-breakpoint
ALTER TABLE "account_links" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_email" CHECK (("account_links"."email" is not null) = ("account_links"."purpose" = 'email'));--> statement-breakpoint
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_purpose" CHECK ("account_links"."purpose" in ('confirm', 'reset', 'email'));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_id_email_key" UNIQUE("id","email");--> statement-breakpoint
UPDATE "profiles" SET "email" = "users"."email" FROM "users" WHERE "users"."id" = "profiles"."user_id" AND "profiles"."email" <> "users"."email";--> statement-breakpoint
UPDATE "profiles" SET "phone" = '+1' || right(regexp_replace("phone", '[^0-9]', '', 'g'), 10) WHERE regexp_replace("phone", '[^0-9]', '', 'g') ~ '^1?[2-9][0-9]{9}$' AND "phone" !~ '^ *[+] *[^1]' AND "phone" !~ '[[:alpha:]]';--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_account_email" FOREIGN KEY ("user_id","email") REFERENCES "public"."users"("id","email") ON DELETE no action ON UPDATE cascade;
