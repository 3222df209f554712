CREATE TABLE "account_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"created_at" timestamptz NOT NULL,
	"expires_at" timestamptz NOT NULL,
	"used_at" timestamptz,
	CONSTRAINT "account_links_purpose" CHECK ("account_links"."purpose" in ('confirm', 'reset'))
);
--> statement-breakpoint
CREATE TABLE "join_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code_hash" text NOT NULL,
	"issued_by" uuid,
	"issued_at" timestamptz NOT NULL,
	"expires_at" timestamptz NOT NULL,
	"used_by" uuid,
	"used_at" timestamptz,
	"revoked_at" timestamptz,
	CONSTRAINT "join_codes_codeHash_unique" UNIQUE("code_hash")
);
--> statement-breakpoint
CREATE TABLE "session_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"expires_at" timestamptz NOT NULL,
	"rotated_at" timestamptz,
	CONSTRAINT "session_tokens_kind" CHECK ("session_tokens"."kind" in ('access', 'refresh'))
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"started_at" timestamptz NOT NULL,
	"ended_at" timestamptz
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"created_at" timestamptz NOT NULL,
	"confirmed_at" timestamptz,
	"deactivated_at" timestamptz,
	"stripe_customer_id" text,
	CONSTRAINT "users_stripeCustomerId_unique" UNIQUE("stripe_customer_id")
);
--> statement-breakpoint
CREATE TABLE "charges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"engagement_id" uuid NOT NULL,
	"work_id" uuid NOT NULL,
	"amount" integer NOT NULL,
	"discount" integer NOT NULL,
	"payment_id" uuid,
	"created_at" timestamptz NOT NULL,
	"due_at" timestamptz,
	CONSTRAINT "charges_workId_unique" UNIQUE("work_id"),
	CONSTRAINT "charges_amount" CHECK ("charges"."amount" >= 0 and "charges"."discount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"engagement_id" uuid NOT NULL,
	"amount" integer NOT NULL,
	"application_fee" integer NOT NULL,
	"stripe_customer_id" text NOT NULL,
	"stripe_payment_method_id" text NOT NULL,
	"stripe_destination_account_id" text NOT NULL,
	"stripe_payment_intent_id" text,
	"status" text NOT NULL,
	"attempt" integer NOT NULL,
	"decline_message" text,
	"created_at" timestamptz NOT NULL,
	"due_at" timestamptz,
	"settled_at" timestamptz,
	CONSTRAINT "payments_stripePaymentIntentId_unique" UNIQUE("stripe_payment_intent_id"),
	CONSTRAINT "payments_status" CHECK ("payments"."status" in ('pending', 'unknown', 'paid', 'declined', 'action-required', 'refunded')),
	CONSTRAINT "payments_amount" CHECK ("payments"."amount" > 0 and "payments"."application_fee" between 0 and "payments"."amount")
);
--> statement-breakpoint
CREATE TABLE "coupons" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"term" text NOT NULL,
	"max_redemptions" integer NOT NULL,
	"redemptions" integer DEFAULT 0 NOT NULL,
	"amount_off" integer,
	"percent_off" integer,
	"created_at" timestamptz NOT NULL,
	"deleted_at" timestamptz,
	CONSTRAINT "coupons_term" CHECK ("coupons"."term" in ('TERM_FOREVER', 'TERM_ONCE', 'TERM_REPEATING')),
	CONSTRAINT "coupons_redemptions" CHECK ("coupons"."redemptions" between 0 and "coupons"."max_redemptions"),
	CONSTRAINT "coupons_one_discount" CHECK (num_nonnulls("coupons"."amount_off", "coupons"."percent_off") = 1),
	CONSTRAINT "coupons_amount" CHECK ("coupons"."amount_off" > 0),
	CONSTRAINT "coupons_percent" CHECK ("coupons"."percent_off" between 1 and 100)
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"billing_cycle" text NOT NULL,
	"base_cost_retention_period" integer NOT NULL,
	"base_cost_multiplier" integer NOT NULL,
	"created_at" timestamptz NOT NULL,
	CONSTRAINT "products_billing_cycle" CHECK ("products"."billing_cycle" in ('BILLING_CYCLE_IMMEDIATE', 'BILLING_CYCLE_DAILY', 'BILLING_CYCLE_WEEKLY', 'BILLING_CYCLE_MONTHLY', 'BILLING_CYCLE_YEARLY')),
	CONSTRAINT "products_retention" CHECK ("products"."base_cost_retention_period" between 0 and 525600),
	CONSTRAINT "products_multiplier" CHECK ("products"."base_cost_multiplier" between 1 and 525600)
);
--> statement-breakpoint
CREATE TABLE "engagements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"customer_profile_id" uuid NOT NULL,
	"worker_profile_id" uuid,
	"product_id" uuid NOT NULL,
	"service_address_id" uuid NOT NULL,
	"billing_address_id" uuid NOT NULL,
	"coupon_id" uuid,
	"stripe_payment_method_id" text NOT NULL,
	"status" text NOT NULL,
	"base_cost" integer NOT NULL,
	"base_cost_held_until" timestamptz NOT NULL,
	"billing_cycle" text NOT NULL,
	"yard_size" text NOT NULL,
	"created_at" timestamptz NOT NULL,
	CONSTRAINT "engagements_status" CHECK ("engagements"."status" in ('ENGAGEMENT_STATUS_PROPOSED', 'ENGAGEMENT_STATUS_ACCEPTED', 'ENGAGEMENT_STATUS_RUNNING', 'ENGAGEMENT_STATUS_COMPLETED', 'ENGAGEMENT_STATUS_CANCELLED', 'ENGAGEMENT_STATUS_PAUSED')),
	CONSTRAINT "engagements_yard_size" CHECK ("engagements"."yard_size" in ('YARD_SIZE_STANDARD', 'YARD_SIZE_LARGE')),
	CONSTRAINT "engagements_base_cost" CHECK ("engagements"."base_cost" > 0),
	CONSTRAINT "engagements_claimed" CHECK ("engagements"."worker_profile_id" is not null or "engagements"."status" not in ('ENGAGEMENT_STATUS_ACCEPTED', 'ENGAGEMENT_STATUS_RUNNING'))
);
--> statement-breakpoint
CREATE TABLE "schedule_template_days" (
	"id" uuid PRIMARY KEY NOT NULL,
	"schedule_template_id" uuid NOT NULL,
	"day_of_week" text NOT NULL,
	"sequence" integer NOT NULL,
	CONSTRAINT "schedule_template_days_day_key" UNIQUE("schedule_template_id","day_of_week"),
	CONSTRAINT "schedule_template_days_day" CHECK ("schedule_template_days"."day_of_week" in ('DAY_OF_WEEK_MONDAY', 'DAY_OF_WEEK_TUESDAY', 'DAY_OF_WEEK_WEDNESDAY', 'DAY_OF_WEEK_THURSDAY', 'DAY_OF_WEEK_FRIDAY', 'DAY_OF_WEEK_SATURDAY', 'DAY_OF_WEEK_SUNDAY')),
	CONSTRAINT "schedule_template_days_sequence" CHECK ("schedule_template_days"."sequence" >= 0)
);
--> statement-breakpoint
CREATE TABLE "schedule_templates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"engagement_id" uuid NOT NULL,
	"period" text NOT NULL,
	"frequency" integer NOT NULL,
	"interval" integer NOT NULL,
	"start_day" date NOT NULL,
	CONSTRAINT "schedule_templates_engagementId_unique" UNIQUE("engagement_id"),
	CONSTRAINT "schedule_templates_period" CHECK ("schedule_templates"."period" in ('PERIOD_DAILY', 'PERIOD_WEEKLY', 'PERIOD_MONTHLY')),
	CONSTRAINT "schedule_templates_frequency" CHECK ("schedule_templates"."frequency" between 1 and 31),
	CONSTRAINT "schedule_templates_interval" CHECK ("schedule_templates"."interval" in (1, 2))
);
--> statement-breakpoint
CREATE TABLE "works" (
	"id" uuid PRIMARY KEY NOT NULL,
	"engagement_id" uuid NOT NULL,
	"worker_profile_id" uuid NOT NULL,
	"date" date NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamptz NOT NULL,
	"travel_started_at" timestamptz,
	"travel_completed_at" timestamptz,
	"work_started_at" timestamptz,
	"work_completed_at" timestamptz,
	CONSTRAINT "works_engagement_date_key" UNIQUE("engagement_id","date"),
	CONSTRAINT "works_status" CHECK ("works"."status" in ('WORK_STATUS_NOT_STARTED', 'WORK_STATUS_PENDING', 'WORK_STATUS_TRAVEL_STARTED', 'WORK_STATUS_TRAVEL_COMPLETED', 'WORK_STATUS_WORK_STARTED', 'WORK_STATUS_WORK_COMPLETED'))
);
--> statement-breakpoint
CREATE TABLE "inquiries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"from_address" text NOT NULL,
	"subject" text NOT NULL,
	"message" text NOT NULL,
	"data" jsonb,
	"received_at" timestamptz NOT NULL,
	"answered_at" timestamptz,
	"answered_by" uuid
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"dedupe_key" text NOT NULL,
	"channel" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text,
	"reply_to" text,
	"created_at" timestamptz NOT NULL,
	"due_at" timestamptz,
	"attempts" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamptz,
	"last_error" text,
	CONSTRAINT "messages_dedupeKey_unique" UNIQUE("dedupe_key"),
	CONSTRAINT "messages_channel" CHECK ("messages"."channel" in ('email', 'text'))
);
--> statement-breakpoint
CREATE TABLE "addresses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"profile_id" uuid NOT NULL,
	"label" text NOT NULL,
	"street_address1" text NOT NULL,
	"street_address2" text,
	"city" text NOT NULL,
	"state" text NOT NULL,
	"zip_code" text NOT NULL,
	"country" text NOT NULL,
	"primary_address" boolean NOT NULL,
	"created_at" timestamptz NOT NULL,
	"archived_at" timestamptz
);
--> statement-breakpoint
CREATE TABLE "connected_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"stripe_account_id" text NOT NULL,
	"onboarding_complete" boolean NOT NULL,
	"created_at" timestamptz NOT NULL,
	CONSTRAINT "connected_accounts_userId_unique" UNIQUE("user_id"),
	CONSTRAINT "connected_accounts_stripeAccountId_unique" UNIQUE("stripe_account_id")
);
--> statement-breakpoint
CREATE TABLE "profiles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"label" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"display_name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"birthday" date,
	"agreed_to_terms_at" timestamptz NOT NULL,
	"is_default" boolean NOT NULL,
	"onboarding_complete" boolean NOT NULL,
	"notification_preference" text NOT NULL,
	"created_at" timestamptz NOT NULL,
	CONSTRAINT "profiles_user_type_key" UNIQUE("user_id","type"),
	CONSTRAINT "profiles_type" CHECK ("profiles"."type" in ('PROFILE_TYPE_CUSTOMER', 'PROFILE_TYPE_WORKER', 'PROFILE_TYPE_EMPLOYEE')),
	CONSTRAINT "profiles_notification_preference" CHECK ("profiles"."notification_preference" in ('NOTIFICATION_PREFERENCE_EMAIL', 'NOTIFICATION_PREFERENCE_TEXT', 'NOTIFICATION_PREFERENCE_EMAIL_TEXT'))
);
--> statement-breakpoint
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "join_codes" ADD CONSTRAINT "join_codes_issued_by_users_id_fk" FOREIGN KEY ("issued_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "join_codes" ADD CONSTRAINT "join_codes_used_by_users_id_fk" FOREIGN KEY ("used_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_tokens" ADD CONSTRAINT "session_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_engagement_id_engagements_id_fk" FOREIGN KEY ("engagement_id") REFERENCES "public"."engagements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_work_id_works_id_fk" FOREIGN KEY ("work_id") REFERENCES "public"."works"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_engagement_id_engagements_id_fk" FOREIGN KEY ("engagement_id") REFERENCES "public"."engagements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "engagements" ADD CONSTRAINT "engagements_customer_profile_id_profiles_id_fk" FOREIGN KEY ("customer_profile_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "engagements" ADD CONSTRAINT "engagements_worker_profile_id_profiles_id_fk" FOREIGN KEY ("worker_profile_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "engagements" ADD CONSTRAINT "engagements_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "engagements" ADD CONSTRAINT "engagements_service_address_id_addresses_id_fk" FOREIGN KEY ("service_address_id") REFERENCES "public"."addresses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "engagements" ADD CONSTRAINT "engagements_billing_address_id_addresses_id_fk" FOREIGN KEY ("billing_address_id") REFERENCES "public"."addresses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "engagements" ADD CONSTRAINT "engagements_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_template_days" ADD CONSTRAINT "schedule_template_days_schedule_template_id_schedule_templates_id_fk" FOREIGN KEY ("schedule_template_id") REFERENCES "public"."schedule_templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_templates" ADD CONSTRAINT "schedule_templates_engagement_id_engagements_id_fk" FOREIGN KEY ("engagement_id") REFERENCES "public"."engagements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "works" ADD CONSTRAINT "works_engagement_id_engagements_id_fk" FOREIGN KEY ("engagement_id") REFERENCES "public"."engagements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "works" ADD CONSTRAINT "works_worker_profile_id_profiles_id_fk" FOREIGN KEY ("worker_profile_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inquiries" ADD CONSTRAINT "inquiries_answered_by_users_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "addresses" ADD CONSTRAINT "addresses_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connected_accounts" ADD CONSTRAINT "connected_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_links_user_id_index" ON "account_links" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "join_codes_issued_at_index" ON "join_codes" USING btree ("issued_at");--> statement-breakpoint
CREATE INDEX "session_tokens_session_id_index" ON "session_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "session_tokens_expires_at_index" ON "session_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_user_id_index" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_key" ON "users" USING btree (lower("username"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "charges_engagement_id_index" ON "charges" USING btree ("engagement_id");--> statement-breakpoint
CREATE INDEX "charges_payment_id_index" ON "charges" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "charges_due" ON "charges" USING btree ("due_at") WHERE "charges"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "payments_engagement_id_index" ON "payments" USING btree ("engagement_id");--> statement-breakpoint
CREATE INDEX "payments_due" ON "payments" USING btree ("due_at") WHERE "payments"."due_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "coupons_name_key" ON "coupons" USING btree (lower("name")) WHERE "coupons"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "engagements_customer_profile_id_created_at_index" ON "engagements" USING btree ("customer_profile_id","created_at");--> statement-breakpoint
CREATE INDEX "engagements_worker_profile_id_status_index" ON "engagements" USING btree ("worker_profile_id","status");--> statement-breakpoint
CREATE INDEX "engagements_open_proposals" ON "engagements" USING btree ("created_at") WHERE "engagements"."status" = 'ENGAGEMENT_STATUS_PROPOSED';--> statement-breakpoint
CREATE INDEX "works_worker_profile_id_date_index" ON "works" USING btree ("worker_profile_id","date");--> statement-breakpoint
CREATE INDEX "inquiries_received_at_index" ON "inquiries" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "messages_due" ON "messages" USING btree ("due_at") WHERE "messages"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "addresses_profile_id_label_index" ON "addresses" USING btree ("profile_id","label");