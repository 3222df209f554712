ALTER TABLE "join_codes" ADD COLUMN "role" text DEFAULT 'office' NOT NULL;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "staff_role" text;--> statement-breakpoint
ALTER TABLE "join_codes" ADD CONSTRAINT "join_codes_role" CHECK ("join_codes"."role" in ('owner', 'manager', 'office'));--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_staff_role" CHECK ("profiles"."staff_role" in ('owner', 'manager', 'office'));--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_staff_role_of_staff" CHECK ("profiles"."staff_role" is null or "profiles"."type" = 'PROFILE_TYPE_EMPLOYEE');--> statement-breakpoint
UPDATE "profiles" SET "staff_role" = 'owner' WHERE "type" = 'PROFILE_TYPE_EMPLOYEE';--> statement-breakpoint
UPDATE "join_codes" SET "role" = 'owner';
