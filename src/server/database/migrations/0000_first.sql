-- All tables as they were before visits were rows. 0001 goes on from here.

-- Accounts

CREATE TABLE "users" (
  "id" uuid PRIMARY KEY NOT NULL,
  "username" text NOT NULL,
  "email" text NOT NULL,
  "password_hash" text NOT NULL,
  "created_at" timestamptz NOT NULL,
  "confirmed_at" timestamptz,
  "deactivated_at" timestamptz,
  "stripe_customer_id" text,
  "deleted_stripe_customer_id" text,
  "erased_at" timestamptz,
  "second_factor_at" timestamptz,
  "stripe_due_at" timestamptz,
  CONSTRAINT "users_stripeCustomerId_unique" UNIQUE("stripe_customer_id"),
  CONSTRAINT "users_id_email_key" UNIQUE("id","email")
);
CREATE UNIQUE INDEX "users_username_key" ON "users" (lower("username"));
CREATE UNIQUE INDEX "users_email_key" ON "users" (lower("email"));
CREATE INDEX "users_unconfirmed" ON "users" ("created_at") WHERE "confirmed_at" is null;
CREATE INDEX "users_stripe_due" ON "users" ("stripe_due_at") WHERE "stripe_due_at" is not null;
CREATE INDEX "users_deactivated" ON "users" ("id") WHERE "deactivated_at" is not null;

CREATE TABLE "account_links" (
  "token_hash" text PRIMARY KEY NOT NULL,
  "user_id" uuid NOT NULL,
  "purpose" text NOT NULL,
  "created_at" timestamptz NOT NULL,
  "expires_at" timestamptz NOT NULL,
  "used_at" timestamptz,
  "email" text,
  "session_id" uuid,
  "channel" text DEFAULT 'email' NOT NULL,
  CONSTRAINT "account_links_purpose" CHECK ("purpose" in ('confirm', 'reset', 'email', 'stop-email')),
  CONSTRAINT "account_links_email" CHECK (("email" is not null) = ("purpose" = 'email')),
  CONSTRAINT "account_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id")
);
CREATE INDEX "account_links_user_id_index" ON "account_links" ("user_id");

CREATE TABLE "sessions" (
  "id" uuid PRIMARY KEY NOT NULL,
  "user_id" uuid NOT NULL,
  "started_at" timestamptz NOT NULL,
  "ended_at" timestamptz,
  "last_used_at" timestamptz NOT NULL,
  "device_hash" text,
  "device" text,
  "proved_at" timestamptz,
  "second_factor_at" timestamptz,
  CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id")
);
CREATE INDEX "sessions_user_id_index" ON "sessions" ("user_id");

CREATE TABLE "session_tokens" (
  "hash" text PRIMARY KEY NOT NULL,
  "session_id" uuid NOT NULL,
  "kind" text NOT NULL,
  "expires_at" timestamptz NOT NULL,
  "rotated_at" timestamptz,
  CONSTRAINT "session_tokens_kind" CHECK ("kind" in ('access', 'refresh')),
  CONSTRAINT "session_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "sessions"("id")
);
CREATE INDEX "session_tokens_session_id_index" ON "session_tokens" ("session_id");
CREATE INDEX "session_tokens_expires_at_index" ON "session_tokens" ("expires_at");

CREATE TABLE "join_codes" (
  "id" uuid PRIMARY KEY NOT NULL,
  "code_hash" text NOT NULL,
  "issued_by" uuid,
  "issued_at" timestamptz NOT NULL,
  "expires_at" timestamptz NOT NULL,
  "used_by" uuid,
  "used_at" timestamptz,
  "revoked_at" timestamptz,
  "role" text DEFAULT 'office' NOT NULL,
  CONSTRAINT "join_codes_codeHash_unique" UNIQUE("code_hash"),
  CONSTRAINT "join_codes_role" CHECK ("role" in ('owner', 'manager', 'office')),
  CONSTRAINT "join_codes_issued_by_users_id_fk" FOREIGN KEY ("issued_by") REFERENCES "users"("id"),
  CONSTRAINT "join_codes_used_by_users_id_fk" FOREIGN KEY ("used_by") REFERENCES "users"("id")
);
CREATE INDEX "join_codes_issued_at_index" ON "join_codes" ("issued_at");
CREATE INDEX "join_codes_open" ON "join_codes" ("issued_by") WHERE "used_at" is null and "revoked_at" is null;

-- People, their addresses and accounts at Stripe

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
  "version" integer DEFAULT 1 NOT NULL,
  "staff_role" text,
  "has_card" boolean DEFAULT false NOT NULL,
  "approval" text,
  "approval_reason" text,
  "visit_reminders" boolean DEFAULT true NOT NULL,
  CONSTRAINT "profiles_user_type_key" UNIQUE("user_id","type"),
  CONSTRAINT "profiles_type" CHECK ("type" in ('PROFILE_TYPE_CUSTOMER', 'PROFILE_TYPE_WORKER', 'PROFILE_TYPE_EMPLOYEE')),
  CONSTRAINT "profiles_staff_role" CHECK ("staff_role" in ('owner', 'manager', 'office')),
  CONSTRAINT "profiles_staff_role_of_staff" CHECK ("staff_role" is null or "type" = 'PROFILE_TYPE_EMPLOYEE'),
  CONSTRAINT "profiles_approval" CHECK ("approval" in ('waiting', 'approved', 'refused')),
  CONSTRAINT "profiles_approval_of_worker" CHECK ("approval" is null or "type" = 'PROFILE_TYPE_WORKER'),
  CONSTRAINT "profiles_approval_reason" CHECK (("approval_reason" is null) = ("approval" is distinct from 'refused')),
  CONSTRAINT "profiles_notification_preference" CHECK ("notification_preference" in ('NOTIFICATION_PREFERENCE_EMAIL',
    'NOTIFICATION_PREFERENCE_TEXT', 'NOTIFICATION_PREFERENCE_EMAIL_TEXT')),
  CONSTRAINT "profiles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id"),
  CONSTRAINT "profiles_account_email" FOREIGN KEY ("user_id","email") REFERENCES "users"("id","email") ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "profiles_one_default" ON "profiles" ("user_id") WHERE "is_default";
CREATE INDEX "profiles_words" ON "profiles" USING gin (to_tsvector('simple',
    "first_name" || ' ' || "last_name" || ' ' || "email" || ' ' || regexp_replace("phone", '[^0-9]', '', 'g')
    || ' ' || right("phone", 7) || ' ' || translate("first_name" || ' ' || "last_name",
    'ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜÝàáâãäåçèéêëìíîïñòóôõöùúûüýÿĀāĂăĄąĆćĈĉĊċČčĎďĒēĔĕĖėĘęĚěĜĝĞğĠġĢģĤĥĨĩĪīĬĭĮįİĴĵĶķĹĺĻļĽľŃńŅņŇňŌōŎŏŐőŔŕŖŗŘřŚśŜŝŞşŠšŢţŤťŨũŪūŬŭŮůŰűŲųŴŵŶŷŸŹźŻżŽžẠạẢảẤấẦầẨẩẪẫẬậẮắẰằẲẳẴẵẶặẸẹẺẻẼẽẾếỀềỂểỄễỆệỈỉỊịỌọỎỏỐốỒồỔổỖỗỘộỚớỜờỞởỠỡỢợỤụỦủỨứỪừỬửỮữỰựỲỳỴỵỶỷỸỹøØłŁđĐ''’‘ʼ`´',
    'aaaaaaceeeeiiiinooooouuuuyaaaaaaceeeeiiiinooooouuuuyyaaaaaaccccccccddeeeeeeeeeegggggggghhiiiiiiiiijjkkllllllnnnnnnoooooorrrrrrssssssssttttuuuuuuuuuuuuwwyyyzzzzzzaaaaaaaaaaaaaaaaaaaaaaaaeeeeeeeeeeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyyoolldd')));
CREATE INDEX "profiles_customers" ON "profiles" ("id") WHERE "type" = 'PROFILE_TYPE_CUSTOMER';
CREATE INDEX "profiles_customers_without_card" ON "profiles" ("id") WHERE "type" = 'PROFILE_TYPE_CUSTOMER' and not "has_card";
CREATE INDEX "profiles_phone" ON "profiles" ("phone");
CREATE INDEX "profiles_workers" ON "profiles" ("id") WHERE "type" = 'PROFILE_TYPE_WORKER';
CREATE INDEX "profiles_workers_waiting" ON "profiles" ("created_at","id") WHERE ("type" = 'PROFILE_TYPE_WORKER' and coalesce("approval",
    'waiting') = 'waiting');
CREATE INDEX "profiles_employees" ON "profiles" ("user_id") WHERE "type" = 'PROFILE_TYPE_EMPLOYEE';

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
  "archived_at" timestamptz,
  "latitude" double precision,
  "longitude" double precision,
  "gate_notes" text,
  "dog_notes" text,
  "version" integer DEFAULT 1 NOT NULL,
  "no_access_on" date,
  "precision" text,
  CONSTRAINT "addresses_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "profiles"("id")
);
CREATE INDEX "addresses_profile_id_label_index" ON "addresses" ("profile_id","label");
CREATE INDEX "addresses_places" ON "addresses" ("state","zip_code") WHERE "archived_at" is null;
CREATE INDEX "addresses_to_locate" ON "addresses" ("created_at","id") WHERE ("precision" is null and "archived_at" is null);
CREATE INDEX "addresses_zip" ON "addresses" (left("zip_code", 5)) WHERE "archived_at" is null;
CREATE INDEX "addresses_words" ON "addresses" USING gin (to_tsvector('simple',
    "label" || ' ' || "street_address1" || ' ' || "city" || ' ' || "zip_code"
    || ' ' || translate("street_address1" || ' ' || "city",
    'ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜÝàáâãäåçèéêëìíîïñòóôõöùúûüýÿĀāĂăĄąĆćĈĉĊċČčĎďĒēĔĕĖėĘęĚěĜĝĞğĠġĢģĤĥĨĩĪīĬĭĮįİĴĵĶķĹĺĻļĽľŃńŅņŇňŌōŎŏŐőŔŕŖŗŘřŚśŜŝŞşŠšŢţŤťŨũŪūŬŭŮůŰűŲųŴŵŶŷŸŹźŻżŽžẠạẢảẤấẦầẨẩẪẫẬậẮắẰằẲẳẴẵẶặẸẹẺẻẼẽẾếỀềỂểỄễỆệỈỉỊịỌọỎỏỐốỒồỔổỖỗỘộỚớỜờỞởỠỡỢợỤụỦủỨứỪừỬửỮữỰựỲỳỴỵỶỷỸỹøØłŁđĐ''’‘ʼ`´',
    'aaaaaaceeeeiiiinooooouuuuyaaaaaaceeeeiiiinooooouuuuyyaaaaaaccccccccddeeeeeeeeeegggggggghhiiiiiiiiijjkkllllllnnnnnnoooooorrrrrrssssssssttttuuuuuuuuuuuuwwyyyzzzzzzaaaaaaaaaaaaaaaaaaaaaaaaeeeeeeeeeeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyyoolldd')));
CREATE UNIQUE INDEX "addresses_one_primary" ON "addresses" ("profile_id") WHERE "primary_address";

CREATE TABLE "connected_accounts" (
  "id" uuid PRIMARY KEY NOT NULL,
  "user_id" uuid NOT NULL,
  "stripe_account_id" text NOT NULL,
  "onboarding_complete" boolean NOT NULL,
  "created_at" timestamptz NOT NULL,
  "version" integer DEFAULT 1 NOT NULL,
  "restricted_at" timestamptz,
  "failed_payout_id" text,
  "payout_failed_at" timestamptz,
  "payout_seen_at" timestamptz,
  "payout_seen_by" uuid,
  "failed_payout_amount" integer,
  "checked_at" timestamptz,
  CONSTRAINT "connected_accounts_userId_unique" UNIQUE("user_id"),
  CONSTRAINT "connected_accounts_stripeAccountId_unique" UNIQUE("stripe_account_id"),
  CONSTRAINT "connected_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id"),
  CONSTRAINT "connected_accounts_payout_seen_by_profiles_id_fk" FOREIGN KEY ("payout_seen_by") REFERENCES "profiles"("id")
);
CREATE INDEX "connected_accounts_payout_failed" ON "connected_accounts" ("payout_failed_at","id")
    WHERE ("payout_failed_at" is not null and "payout_seen_at" is null);
CREATE INDEX "connected_accounts_restricted" ON "connected_accounts" ("restricted_at") WHERE "restricted_at" is not null;

-- Second factors

CREATE TABLE "second_factors" (
  "id" uuid PRIMARY KEY NOT NULL,
  "user_id" uuid NOT NULL,
  "kind" text NOT NULL,
  "name" text NOT NULL,
  "added_at" timestamptz NOT NULL,
  "last_used_at" timestamptz,
  "secret" text,
  "last_step" bigint,
  "credential_id" text,
  "public_key" "bytea",
  "counter" bigint,
  "transports" text[],
  "is_backed_up" boolean,
  CONSTRAINT "second_factors_credential_id_key" UNIQUE("credential_id"),
  CONSTRAINT "second_factors_kind" CHECK ("kind" in ('passkey', 'code-app')),
  CONSTRAINT "second_factors_parts" CHECK (case "kind" when 'passkey' then num_nulls("credential_id", "public_key", "counter",
    "is_backed_up") = 0
        else num_nulls("secret", "last_step") = 0 end),
  CONSTRAINT "second_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id")
);
CREATE INDEX "second_factors_user_id_index" ON "second_factors" ("user_id");

CREATE TABLE "recovery_codes" (
  "user_id" uuid NOT NULL,
  "lookup" text NOT NULL,
  "hash" text NOT NULL,
  "used_at" timestamptz,
  CONSTRAINT "recovery_codes_user_id_lookup_pk" PRIMARY KEY("user_id","lookup"),
  CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id")
);

CREATE TABLE "factor_challenges" (
  "token_hash" text PRIMARY KEY NOT NULL,
  "user_id" uuid NOT NULL,
  "purpose" text NOT NULL,
  "session_id" uuid,
  "secret" text,
  "counted" text,
  "tries" integer DEFAULT 0 NOT NULL,
  "expires_at" timestamptz NOT NULL,
  CONSTRAINT "factor_challenges_purpose" CHECK ("purpose" in ('sign-in', 'add', 'prove')),
  CONSTRAINT "factor_challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id")
);
CREATE INDEX "factor_challenges_user_id_index" ON "factor_challenges" ("user_id");
CREATE INDEX "factor_challenges_expires_at_index" ON "factor_challenges" ("expires_at");

-- Rate limits

CREATE TABLE "rate_limits" (
  "key" text PRIMARY KEY NOT NULL,
  "calls" integer NOT NULL,
  "resets_at" timestamptz NOT NULL
);
CREATE INDEX "rate_limits_resets_at_index" ON "rate_limits" ("resets_at");

-- Consents

CREATE TABLE "consents" (
  "id" uuid PRIMARY KEY NOT NULL,
  "channel" text NOT NULL,
  "address" text NOT NULL,
  "purpose" text NOT NULL,
  "number" integer NOT NULL,
  "kind" text NOT NULL,
  "is_stopped" boolean DEFAULT false NOT NULL,
  "wording" text,
  "source" text NOT NULL,
  "profile_id" uuid,
  "by_user_id" uuid,
  "word" text,
  "at" timestamptz NOT NULL,
  "profile_ids" uuid[],
  CONSTRAINT "consents_channel" CHECK ("channel" in ('text', 'email')),
  CONSTRAINT "consents_purpose" CHECK ("purpose" in ('account', 'service', 'marketing')),
  CONSTRAINT "consents_kind" CHECK ("kind" in ('given', 'revoked')),
  CONSTRAINT "consents_source" CHECK ("source" in ('sign-up', 'profile', 'order', 'inquiry', 'staff', 'text-reply', 'mail-link', 'carrier',
    'carried-over', 'office')),
  CONSTRAINT "consents_wording" CHECK (("kind" = 'given') = ("wording" is not null))
);
CREATE UNIQUE INDEX "consents_newest" ON "consents" ("channel","address","purpose","number" DESC NULLS LAST);
CREATE INDEX "consents_of_profiles" ON "consents" USING gin ("profile_ids") WHERE "profile_ids" is not null;
CREATE INDEX "consents_of_profile" ON "consents" ("profile_id") WHERE "profile_id" is not null;

CREATE TABLE "inbound_texts" (
  "id" uuid PRIMARY KEY NOT NULL,
  "provider" text NOT NULL,
  "provider_id" text NOT NULL,
  "sender" text NOT NULL,
  "recipient" text NOT NULL,
  "text" text NOT NULL,
  "is_cut" boolean DEFAULT false NOT NULL,
  "intent" text,
  "received_at" timestamptz NOT NULL,
  "read_at" timestamptz,
  "read_by" uuid,
  "profile_ids" uuid[] DEFAULT '{}' NOT NULL,
  "is_to_read" boolean DEFAULT false NOT NULL,
  CONSTRAINT "inbound_texts_provider" CHECK ("provider" in ('twilio', 'sns')),
  CONSTRAINT "inbound_texts_intent" CHECK ("intent" in ('stop', 'start', 'help', 'reaction')),
  CONSTRAINT "inbound_texts_read_by_users_id_fk" FOREIGN KEY ("read_by") REFERENCES "users"("id")
);
CREATE UNIQUE INDEX "inbound_texts_once" ON "inbound_texts" ("provider","provider_id");
CREATE INDEX "inbound_texts_from" ON "inbound_texts" ("sender","received_at","id");
CREATE INDEX "inbound_texts_of" ON "inbound_texts" USING gin ("profile_ids");
CREATE INDEX "inbound_texts_listed" ON "inbound_texts" ((("intent" is null or "is_to_read") and "read_at" is null),"received_at","id");
CREATE INDEX "inbound_texts_unread" ON "inbound_texts" ("received_at","id") WHERE (("intent" is null or "is_to_read")
    and "read_at" is null);

CREATE TABLE "broken_emails" (
  "email" text PRIMARY KEY NOT NULL,
  "why" text NOT NULL,
  "reason" text DEFAULT '' NOT NULL,
  "at" timestamptz NOT NULL,
  "by_user_id" uuid,
  CONSTRAINT "broken_emails_why" CHECK ("why" in ('bounced', 'complained', 'staff', 'taken'))
);

CREATE TABLE "refused_numbers" (
  "number" text PRIMARY KEY NOT NULL,
  "code" text NOT NULL,
  "at" timestamptz NOT NULL
);

-- Notes

CREATE TABLE "notes" (
  "id" uuid PRIMARY KEY NOT NULL,
  "profile_id" uuid NOT NULL,
  "text" text NOT NULL,
  "by_profile_id" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  "edited_at" timestamptz,
  "version" integer DEFAULT 1 NOT NULL,
  "engagement_id" uuid,
  "visit_day" date,
  "is_to_customer" boolean DEFAULT false NOT NULL,
  "read_at" timestamptz,
  "read_by" uuid,
  "request_digest" text,
  CONSTRAINT "notes_visit" CHECK (("engagement_id" is null) = ("visit_day" is null)),
  CONSTRAINT "notes_to_customer" CHECK (not "is_to_customer" or "engagement_id" is not null),
  CONSTRAINT "notes_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "profiles"("id"),
  CONSTRAINT "notes_by_profile_id_profiles_id_fk" FOREIGN KEY ("by_profile_id") REFERENCES "profiles"("id"),
  CONSTRAINT "notes_read_by_profiles_id_fk" FOREIGN KEY ("read_by") REFERENCES "profiles"("id")
);
CREATE INDEX "notes_of_profile" ON "notes" ("profile_id","created_at","id");
CREATE INDEX "notes_of_visits" ON "notes" ("engagement_id","visit_day") WHERE "engagement_id" is not null;
CREATE INDEX "notes_unread" ON "notes" ("created_at","id")
    WHERE ("engagement_id" is not null and not "is_to_customer" and "read_at" is null);

-- Settings

CREATE TABLE "settings" (
  "id" uuid PRIMARY KEY NOT NULL,
  "from" timestamptz NOT NULL,
  "values" jsonb NOT NULL,
  "saved_at" timestamptz NOT NULL,
  "saved_by" uuid,
  "taken_back_at" timestamptz,
  "from_day" date,
  CONSTRAINT "settings_count_later" CHECK ("from" > "saved_at" or "saved_by" is null),
  CONSTRAINT "settings_taken_back_before" CHECK ("taken_back_at" < "from")
);
CREATE UNIQUE INDEX "settings_began" ON "settings" (("saved_by" is null)) WHERE "saved_by" is null;

CREATE TABLE "logos" (
  "hash" text PRIMARY KEY NOT NULL,
  "picture" "bytea" NOT NULL,
  "kept_at" timestamptz NOT NULL,
  "kept_by" uuid NOT NULL
);

-- What the first steps have checked

CREATE TABLE "setup_checks" (
  "check" text PRIMARY KEY NOT NULL,
  "state" text NOT NULL,
  "reason" text,
  "is_stand_in" boolean NOT NULL,
  "reference" text,
  "checked_at" timestamptz NOT NULL,
  "checked_by" uuid NOT NULL,
  CONSTRAINT "setup_checks_check" CHECK ("check" in ('business', 'area', 'payments', 'webhook', 'mail', 'text')),
  CONSTRAINT "setup_checks_state" CHECK ("state" in ('waiting', 'good', 'failed'))
);

-- Products and coupons

CREATE TABLE "products" (
  "id" uuid PRIMARY KEY NOT NULL,
  "name" text NOT NULL,
  "description" text NOT NULL,
  "billing_cycle" text NOT NULL,
  "base_cost_retention_period" integer NOT NULL,
  "base_cost_multiplier" integer NOT NULL,
  "created_at" timestamptz NOT NULL,
  "version" integer DEFAULT 1 NOT NULL,
  "archived_at" timestamptz,
  CONSTRAINT "products_billing_cycle" CHECK ("billing_cycle" in ('BILLING_CYCLE_IMMEDIATE', 'BILLING_CYCLE_DAILY', 'BILLING_CYCLE_WEEKLY',
    'BILLING_CYCLE_MONTHLY', 'BILLING_CYCLE_YEARLY')),
  CONSTRAINT "products_retention" CHECK ("base_cost_retention_period" between 0 and 525600),
  CONSTRAINT "products_multiplier" CHECK ("base_cost_multiplier" between 1 and 525600)
);
CREATE UNIQUE INDEX "products_name_key" ON "products" (lower("name")) WHERE "archived_at" is null;

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
  "version" integer DEFAULT 1 NOT NULL,
  "once_per_customer" boolean DEFAULT true NOT NULL,
  CONSTRAINT "coupons_term" CHECK ("term" in ('TERM_FOREVER', 'TERM_ONCE', 'TERM_REPEATING')),
  CONSTRAINT "coupons_redemptions" CHECK ("redemptions" between 0 and "max_redemptions"),
  CONSTRAINT "coupons_one_discount" CHECK (num_nonnulls("amount_off", "percent_off") = 1),
  CONSTRAINT "coupons_amount" CHECK ("amount_off" > 0),
  CONSTRAINT "coupons_percent" CHECK ("percent_off" between 1 and 100)
);
CREATE UNIQUE INDEX "coupons_name_key" ON "coupons" (lower("name")) WHERE "deleted_at" is null;

-- Orders

CREATE TABLE "orders" (
  "id" uuid PRIMARY KEY NOT NULL,
  "status" text DEFAULT 'waiting' NOT NULL,
  "first_name" text NOT NULL,
  "last_name" text NOT NULL,
  "email" text,
  "phone" text,
  "channel" text NOT NULL,
  "user_id" uuid,
  "inquiry_id" uuid,
  "product_id" uuid NOT NULL,
  "service" jsonb NOT NULL,
  "base_cost" integer NOT NULL,
  "price_multiplier" integer NOT NULL,
  "base_cost_held_until" timestamptz NOT NULL,
  "asked_by" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  "reminders_sent" integer DEFAULT 0 NOT NULL,
  "due_at" timestamptz,
  "stuck_since" timestamptz,
  "ended_at" timestamptz,
  "request_digest" text,
  CONSTRAINT "orders_status" CHECK ("status" in ('waiting', 'accepted', 'taken-back')),
  CONSTRAINT "orders_channel" CHECK ("channel" in ('text', 'email')),
  CONSTRAINT "orders_reach" CHECK (case "channel" when 'text' then "phone" else "email" end is not null),
  CONSTRAINT "orders_end" CHECK (("status" = 'waiting') = ("ended_at" is null)),
  CONSTRAINT "orders_due" CHECK ("due_at" is null or "status" = 'waiting'),
  CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id"),
  CONSTRAINT "orders_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "products"("id"),
  CONSTRAINT "orders_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "users"("id")
);
CREATE UNIQUE INDEX "orders_one_for_a_yard" ON "orders" ("product_id",lower("service" #>> '{address,streetAddress1}'),lower(coalesce("service" #>> '{address,streetAddress2}',
    '')),left("service" #>> '{address,zipCode}', 5)) WHERE "status" = 'waiting';
CREATE INDEX "orders_created_at_id_index" ON "orders" ("created_at","id");
CREATE INDEX "orders_waiting" ON "orders" ("created_at","id") WHERE "status" = 'waiting';
CREATE INDEX "orders_due" ON "orders" ("due_at") WHERE "due_at" is not null;
CREATE INDEX "orders_stuck" ON "orders" ("stuck_since","id") WHERE ("status" = 'waiting' and "stuck_since" is not null);
CREATE INDEX "orders_ended" ON "orders" ("ended_at") WHERE "user_id" is null and "first_name" <> 'Erased';
CREATE INDEX "orders_inquiry_id_index" ON "orders" ("inquiry_id");
CREATE INDEX "orders_user_id_index" ON "orders" ("user_id");

CREATE TABLE "order_links" (
  "token_hash" text PRIMARY KEY NOT NULL,
  "order_id" uuid NOT NULL,
  "channel" text NOT NULL,
  "sent_to" text NOT NULL,
  "reminder" integer NOT NULL,
  "created_at" timestamptz NOT NULL,
  "expires_at" timestamptz NOT NULL,
  CONSTRAINT "order_links_channel" CHECK ("channel" in ('text', 'email')),
  CONSTRAINT "order_links_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "orders"("id")
);
CREATE INDEX "order_links_order_id_created_at_index" ON "order_links" ("order_id","created_at");

-- Services, their weekly schedules and visits

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
  "version" integer DEFAULT 1 NOT NULL,
  "open_since" timestamptz NOT NULL,
  "is_paused_unpaid" boolean DEFAULT false NOT NULL,
  "is_only_redemption" boolean DEFAULT false NOT NULL,
  "agreed_base_cost" integer NOT NULL,
  "active_since" timestamptz,
  "price_multiplier" integer,
  "agreed_fee_percent" integer,
  "cancel_reason" text,
  "cancel_note" text,
  "told_open_since" timestamptz,
  "request_digest" text,
  CONSTRAINT "engagements_cancel_reason" CHECK ("cancel_reason" in ('moving', 'no-dog', 'too-expensive', 'not-satisfied', 'does-it-alone',
    'break', 'other')),
  CONSTRAINT "engagements_status" CHECK ("status" in ('ENGAGEMENT_STATUS_PROPOSED', 'ENGAGEMENT_STATUS_ACCEPTED',
    'ENGAGEMENT_STATUS_RUNNING', 'ENGAGEMENT_STATUS_COMPLETED', 'ENGAGEMENT_STATUS_CANCELLED', 'ENGAGEMENT_STATUS_PAUSED')),
  CONSTRAINT "engagements_yard_size" CHECK ("yard_size" in ('YARD_SIZE_STANDARD', 'YARD_SIZE_LARGE')),
  CONSTRAINT "engagements_base_cost" CHECK ("base_cost" > 0),
  CONSTRAINT "engagements_agreed_price" CHECK ("base_cost" <= "agreed_base_cost" or "status" not in ('ENGAGEMENT_STATUS_ACCEPTED',
    'ENGAGEMENT_STATUS_RUNNING')),
  CONSTRAINT "engagements_claimed" CHECK ("worker_profile_id" is not null or "status" not in ('ENGAGEMENT_STATUS_ACCEPTED',
    'ENGAGEMENT_STATUS_RUNNING')),
  CONSTRAINT "engagements_customer_profile_id_profiles_id_fk" FOREIGN KEY ("customer_profile_id") REFERENCES "profiles"("id"),
  CONSTRAINT "engagements_worker_profile_id_profiles_id_fk" FOREIGN KEY ("worker_profile_id") REFERENCES "profiles"("id"),
  CONSTRAINT "engagements_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "products"("id"),
  CONSTRAINT "engagements_service_address_id_addresses_id_fk" FOREIGN KEY ("service_address_id") REFERENCES "addresses"("id"),
  CONSTRAINT "engagements_billing_address_id_addresses_id_fk" FOREIGN KEY ("billing_address_id") REFERENCES "addresses"("id"),
  CONSTRAINT "engagements_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "coupons"("id")
);
CREATE UNIQUE INDEX "engagements_only_redemption" ON "engagements" ("customer_profile_id","coupon_id") WHERE "is_only_redemption";
CREATE INDEX "engagements_customer_profile_id_created_at_index" ON "engagements" ("customer_profile_id","created_at");
CREATE INDEX "engagements_worker_profile_id_status_index" ON "engagements" ("worker_profile_id","status");
CREATE INDEX "engagements_open_proposals" ON "engagements" ("open_since") WHERE "status" = 'ENGAGEMENT_STATUS_PROPOSED';
CREATE INDEX "engagements_unclaimed_untold" ON "engagements" ("open_since")
    WHERE "status" = 'ENGAGEMENT_STATUS_PROPOSED' and "told_open_since" is distinct from "open_since";
CREATE INDEX "engagements_priced_proposals" ON "engagements" ("product_id","yard_size","base_cost_held_until","base_cost")
    WHERE ("status" = 'ENGAGEMENT_STATUS_PROPOSED' and "active_since" is null);
CREATE INDEX "engagements_active_since_index" ON "engagements" ("active_since");
CREATE INDEX "engagements_active_of_customer" ON "engagements" ("customer_profile_id") WHERE "status" in ('ENGAGEMENT_STATUS_ACCEPTED',
    'ENGAGEMENT_STATUS_RUNNING');
CREATE INDEX "engagements_paused_of_customer" ON "engagements" ("customer_profile_id") WHERE "status" = 'ENGAGEMENT_STATUS_PAUSED';
CREATE INDEX "engagements_paused_unpaid" ON "engagements" ("customer_profile_id")
    WHERE ("status" = 'ENGAGEMENT_STATUS_PAUSED' and "is_paused_unpaid");

CREATE TABLE "past_assignments" (
  "engagement_id" uuid NOT NULL,
  "worker_profile_id" uuid NOT NULL,
  "week_days" text[] NOT NULL,
  "since" timestamptz NOT NULL,
  "until" timestamptz NOT NULL,
  "agreed_fee_percent" integer,
  CONSTRAINT "past_assignments_engagement_id_until_pk" PRIMARY KEY("engagement_id","until"),
  CONSTRAINT "past_assignments_engagement_id_engagements_id_fk" FOREIGN KEY ("engagement_id") REFERENCES "engagements"("id"),
  CONSTRAINT "past_assignments_worker_profile_id_profiles_id_fk" FOREIGN KEY ("worker_profile_id") REFERENCES "profiles"("id")
);

CREATE TABLE "schedule_templates" (
  "id" uuid PRIMARY KEY NOT NULL,
  "engagement_id" uuid NOT NULL,
  "period" text NOT NULL,
  "frequency" integer NOT NULL,
  "interval" integer NOT NULL,
  "start_day" date NOT NULL,
  "is_pinned" boolean DEFAULT false NOT NULL,
  "week_offset" integer DEFAULT 0 NOT NULL,
  CONSTRAINT "schedule_templates_engagementId_unique" UNIQUE("engagement_id"),
  CONSTRAINT "schedule_templates_period" CHECK ("period" in ('PERIOD_DAILY', 'PERIOD_WEEKLY', 'PERIOD_MONTHLY')),
  CONSTRAINT "schedule_templates_frequency" CHECK ("frequency" between 1 and 31),
  CONSTRAINT "schedule_templates_interval" CHECK ("interval" in (1, 2)),
  CONSTRAINT "schedule_templates_week_offset" CHECK ("week_offset" between 0 and "interval" - 1),
  CONSTRAINT "schedule_templates_engagement_id_engagements_id_fk" FOREIGN KEY ("engagement_id") REFERENCES "engagements"("id")
);

CREATE TABLE "schedule_template_days" (
  "id" uuid PRIMARY KEY NOT NULL,
  "schedule_template_id" uuid NOT NULL,
  "day_of_week" text NOT NULL,
  "sequence" integer NOT NULL,
  "planned_at" timestamptz,
  "worker_profile_id" uuid,
  CONSTRAINT "schedule_template_days_day_key" UNIQUE("schedule_template_id","day_of_week"),
  CONSTRAINT "schedule_template_days_day" CHECK ("day_of_week" in ('DAY_OF_WEEK_MONDAY', 'DAY_OF_WEEK_TUESDAY', 'DAY_OF_WEEK_WEDNESDAY',
    'DAY_OF_WEEK_THURSDAY', 'DAY_OF_WEEK_FRIDAY', 'DAY_OF_WEEK_SATURDAY', 'DAY_OF_WEEK_SUNDAY')),
  CONSTRAINT "schedule_template_days_sequence" CHECK ("sequence" >= 0),
  CONSTRAINT "schedule_template_days_schedule_template_id_schedule_templates_id_fk" FOREIGN KEY ("schedule_template_id")
    REFERENCES "schedule_templates"("id")
);
CREATE INDEX "schedule_template_days_of_worker" ON "schedule_template_days" ("day_of_week","worker_profile_id","schedule_template_id","sequence");

CREATE TABLE "short_services" (
  "engagement_id" uuid PRIMARY KEY NOT NULL,
  "since" timestamptz NOT NULL,
  CONSTRAINT "short_services_engagement_id_engagements_id_fk" FOREIGN KEY ("engagement_id") REFERENCES "engagements"("id") ON DELETE CASCADE
);

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
  "arrived_at" timestamptz,
  "finished_by" uuid,
  CONSTRAINT "works_engagement_date_key" UNIQUE("engagement_id","date"),
  CONSTRAINT "works_status" CHECK ("status" in ('WORK_STATUS_NOT_STARTED', 'WORK_STATUS_PENDING', 'WORK_STATUS_TRAVEL_STARTED',
    'WORK_STATUS_TRAVEL_COMPLETED', 'WORK_STATUS_WORK_STARTED', 'WORK_STATUS_WORK_COMPLETED')),
  CONSTRAINT "works_engagement_id_engagements_id_fk" FOREIGN KEY ("engagement_id") REFERENCES "engagements"("id"),
  CONSTRAINT "works_worker_profile_id_profiles_id_fk" FOREIGN KEY ("worker_profile_id") REFERENCES "profiles"("id"),
  CONSTRAINT "works_finished_by_profiles_id_fk" FOREIGN KEY ("finished_by") REFERENCES "profiles"("id")
);
CREATE INDEX "works_worker_profile_id_date_index" ON "works" ("worker_profile_id","date");
CREATE INDEX "works_date_worker_profile_id_index" ON "works" ("date","worker_profile_id");
CREATE INDEX "works_under_way" ON "works" ("date","worker_profile_id") WHERE "status" <> 'WORK_STATUS_WORK_COMPLETED';
CREATE INDEX "works_unfinished" ON "works" ("date","id") WHERE "status" <> 'WORK_STATUS_WORK_COMPLETED';

CREATE TABLE "skips" (
  "id" uuid PRIMARY KEY NOT NULL,
  "engagement_id" uuid NOT NULL,
  "date" date NOT NULL,
  "skipped_by" text,
  "reason" text,
  "created_at" timestamptz NOT NULL,
  "kind" text DEFAULT 'skipped' NOT NULL,
  "worker_profile_id" uuid,
  "due_at" timestamptz,
  "seen_at" timestamptz,
  "seen_by" uuid,
  "is_unknown" boolean DEFAULT false NOT NULL,
  CONSTRAINT "skips_engagement_date_key" UNIQUE("engagement_id","date"),
  CONSTRAINT "skips_kind" CHECK ("kind" in ('skipped', 'could-not', 'missed')),
  CONSTRAINT "skips_missed" CHECK (("kind" = 'missed') = ("skipped_by" is null)),
  CONSTRAINT "skips_skipped_by" CHECK ("skipped_by" in ('customer', 'worker', 'employee')),
  CONSTRAINT "skips_engagement_id_engagements_id_fk" FOREIGN KEY ("engagement_id") REFERENCES "engagements"("id"),
  CONSTRAINT "skips_worker_profile_id_profiles_id_fk" FOREIGN KEY ("worker_profile_id") REFERENCES "profiles"("id"),
  CONSTRAINT "skips_seen_by_profiles_id_fk" FOREIGN KEY ("seen_by") REFERENCES "profiles"("id")
);
CREATE INDEX "skips_due" ON "skips" ("due_at") WHERE "due_at" is not null;
CREATE INDEX "skips_date_index" ON "skips" ("date");
CREATE INDEX "skips_missed_days" ON "skips" ("date","id") WHERE "kind" = 'missed';
CREATE INDEX "skips_unseen" ON "skips" ("date","id") WHERE "kind" = 'missed' and "seen_at" is null;

CREATE TABLE "closed_days" (
  "day" date PRIMARY KEY NOT NULL,
  "closed_at" timestamptz NOT NULL
);

CREATE TABLE "files" (
  "id" uuid PRIMARY KEY NOT NULL,
  "work_id" uuid NOT NULL,
  "file_name" text NOT NULL,
  "content_type" text NOT NULL,
  "created_by" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  "uploaded_at" timestamptz,
  CONSTRAINT "files_work_id_works_id_fk" FOREIGN KEY ("work_id") REFERENCES "works"("id"),
  CONSTRAINT "files_created_by_profiles_id_fk" FOREIGN KEY ("created_by") REFERENCES "profiles"("id")
);
CREATE INDEX "files_work_id_index" ON "files" ("work_id");
CREATE INDEX "files_unfinished" ON "files" ("created_at") WHERE "uploaded_at" is null;

-- What differs from the weekly schedules

CREATE TABLE "moves" (
  "id" uuid PRIMARY KEY NOT NULL,
  "engagement_id" uuid NOT NULL,
  "original_day" date NOT NULL,
  "day" date,
  "worker_profile_id" uuid,
  "reason" text,
  "moved_at" timestamptz NOT NULL,
  "holiday_id" uuid,
  "is_kept" boolean DEFAULT false NOT NULL,
  "moved_from" date,
  "left_day" date,
  CONSTRAINT "moves_original_day_key" UNIQUE("engagement_id","original_day"),
  CONSTRAINT "moves_day_key" UNIQUE("engagement_id","day"),
  CONSTRAINT "moves_engagement_id_engagements_id_fk" FOREIGN KEY ("engagement_id") REFERENCES "engagements"("id"),
  CONSTRAINT "moves_worker_profile_id_profiles_id_fk" FOREIGN KEY ("worker_profile_id") REFERENCES "profiles"("id")
);
CREATE INDEX "moves_day_index" ON "moves" ("day");
CREATE INDEX "moves_holiday_id_index" ON "moves" ("holiday_id");
CREATE INDEX "moves_of_worker" ON "moves" ("worker_profile_id","day") WHERE "worker_profile_id" is not null;

CREATE TABLE "past_moves" (
  "engagement_id" uuid NOT NULL,
  "original_day" date NOT NULL,
  "day" date,
  "worker_profile_id" uuid,
  "since" timestamptz NOT NULL,
  "until" timestamptz NOT NULL,
  "holiday_id" uuid,
  CONSTRAINT "past_moves_engagement_id_original_day_until_pk" PRIMARY KEY("engagement_id","original_day","until"),
  CONSTRAINT "past_moves_engagement_id_engagements_id_fk" FOREIGN KEY ("engagement_id") REFERENCES "engagements"("id"),
  CONSTRAINT "past_moves_worker_profile_id_profiles_id_fk" FOREIGN KEY ("worker_profile_id") REFERENCES "profiles"("id")
);

CREATE TABLE "visit_reminders" (
  "day" date NOT NULL,
  "engagement_id" uuid NOT NULL,
  "worker_profile_id" uuid NOT NULL,
  "letter_id" uuid,
  CONSTRAINT "visit_reminders_day_engagement_id_pk" PRIMARY KEY("day","engagement_id"),
  CONSTRAINT "visit_reminders_engagement_id_engagements_id_fk" FOREIGN KEY ("engagement_id") REFERENCES "engagements"("id"),
  CONSTRAINT "visit_reminders_worker_profile_id_profiles_id_fk" FOREIGN KEY ("worker_profile_id") REFERENCES "profiles"("id")
);
CREATE INDEX "visit_reminders_letter_id_index" ON "visit_reminders" ("letter_id");

CREATE TABLE "untold_changes" (
  "engagement_id" uuid PRIMARY KEY NOT NULL,
  "told" jsonb NOT NULL,
  "plan_from" date,
  "plan_by" uuid,
  "plan_letter" text,
  "is_rest_told" boolean DEFAULT false NOT NULL,
  "changed_at" timestamptz NOT NULL,
  "due_at" timestamptz,
  CONSTRAINT "untold_changes_engagement_id_engagements_id_fk" FOREIGN KEY ("engagement_id") REFERENCES "engagements"("id"),
  CONSTRAINT "untold_changes_plan_by_profiles_id_fk" FOREIGN KEY ("plan_by") REFERENCES "profiles"("id")
);
CREATE INDEX "untold_changes_due" ON "untold_changes" ("due_at") WHERE "due_at" is not null;

CREATE TABLE "untold_yards" (
  "subject_id" uuid NOT NULL,
  "kind" text NOT NULL,
  "profile_id" uuid NOT NULL,
  "before" text NOT NULL,
  "due_at" timestamptz NOT NULL,
  CONSTRAINT "untold_yards_subject_id_profile_id_pk" PRIMARY KEY("subject_id","profile_id"),
  CONSTRAINT "untold_yards_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "profiles"("id") ON DELETE CASCADE
);
CREATE INDEX "untold_yards_due" ON "untold_yards" ("due_at");
CREATE INDEX "untold_yards_profile" ON "untold_yards" ("profile_id");

CREATE TABLE "hand_overs" (
  "id" uuid PRIMARY KEY NOT NULL,
  "engagement_id" uuid NOT NULL,
  "worker_profile_id" uuid,
  "to_worker_profile_id" uuid NOT NULL,
  "given_at" timestamptz NOT NULL,
  "before" jsonb NOT NULL,
  "given" jsonb NOT NULL,
  "told" jsonb NOT NULL,
  CONSTRAINT "hand_overs_engagement_id_engagements_id_fk" FOREIGN KEY ("engagement_id") REFERENCES "engagements"("id") ON DELETE CASCADE,
  CONSTRAINT "hand_overs_worker_profile_id_profiles_id_fk" FOREIGN KEY ("worker_profile_id") REFERENCES "profiles"("id") ON DELETE CASCADE,
  CONSTRAINT "hand_overs_to_worker_profile_id_profiles_id_fk" FOREIGN KEY ("to_worker_profile_id")
    REFERENCES "profiles"("id") ON DELETE CASCADE
);
CREATE INDEX "hand_overs_engagement_id_id_index" ON "hand_overs" ("engagement_id","id");

CREATE TABLE "holidays" (
  "day" date NOT NULL,
  "name" text NOT NULL,
  "moved_to" date,
  "created_at" timestamptz NOT NULL,
  "due_at" timestamptz,
  "id" uuid PRIMARY KEY NOT NULL,
  "taken_back_at" timestamptz,
  "told_at" timestamptz
);
CREATE UNIQUE INDEX "holidays_standing" ON "holidays" ("day") WHERE "taken_back_at" is null;
CREATE INDEX "holidays_due" ON "holidays" ("due_at") WHERE "due_at" is not null;

CREATE TABLE "holds" (
  "id" uuid PRIMARY KEY NOT NULL,
  "engagement_id" uuid NOT NULL,
  "first_day" date NOT NULL,
  "last_day" date NOT NULL,
  "made_by" text NOT NULL,
  "created_at" timestamptz NOT NULL,
  "due_at" timestamptz,
  CONSTRAINT "holds_days" CHECK ("first_day" <= "last_day" + 1),
  CONSTRAINT "holds_made_by" CHECK ("made_by" in ('customer', 'employee')),
  CONSTRAINT "holds_engagement_id_engagements_id_fk" FOREIGN KEY ("engagement_id") REFERENCES "engagements"("id")
);
CREATE INDEX "holds_engagement_id_last_day_index" ON "holds" ("engagement_id","last_day");
CREATE INDEX "holds_due" ON "holds" ("due_at") WHERE "due_at" is not null;

CREATE TABLE "calendar_feeds" (
  "customer_profile_id" uuid PRIMARY KEY NOT NULL,
  "token" text NOT NULL,
  "renewed_at" timestamptz NOT NULL,
  CONSTRAINT "calendar_feeds_token_unique" UNIQUE("token"),
  CONSTRAINT "calendar_feeds_customer_profile_id_profiles_id_fk" FOREIGN KEY ("customer_profile_id") REFERENCES "profiles"("id")
);

-- Other schedules that customers or staff ask for

CREATE TABLE "rhythm_requests" (
  "engagement_id" uuid PRIMARY KEY NOT NULL,
  "frequency" integer NOT NULL,
  "interval" integer NOT NULL,
  "start_day" date NOT NULL,
  "asked_by" text NOT NULL,
  "asked_at" timestamptz NOT NULL,
  "told_worker_profile_id" uuid,
  CONSTRAINT "rhythm_requests_frequency" CHECK ("frequency" between 1 and 7),
  CONSTRAINT "rhythm_requests_interval" CHECK ("interval" between 1 and 2),
  CONSTRAINT "rhythm_requests_asked_by" CHECK ("asked_by" in ('customer', 'employee')),
  CONSTRAINT "rhythm_requests_engagement_id_engagements_id_fk" FOREIGN KEY ("engagement_id") REFERENCES "engagements"("id"),
  CONSTRAINT "rhythm_requests_told_worker_profile_id_profiles_id_fk" FOREIGN KEY ("told_worker_profile_id") REFERENCES "profiles"("id")
);
CREATE INDEX "rhythm_requests_asked" ON "rhythm_requests" ("asked_at","engagement_id");

CREATE TABLE "rhythms_before" (
  "engagement_id" uuid PRIMARY KEY NOT NULL,
  "until" date NOT NULL,
  "frequency" integer NOT NULL,
  "interval" integer NOT NULL,
  "start_day" date NOT NULL,
  "week_offset" integer NOT NULL,
  "accepted_by" uuid NOT NULL,
  "asked_by" text NOT NULL,
  "week_days" text[],
  CONSTRAINT "rhythms_before_rhythm" CHECK ("frequency" between 1 and 31 and "interval" between 1 and 2),
  CONSTRAINT "rhythms_before_asked_by" CHECK ("asked_by" in ('customer', 'employee')),
  CONSTRAINT "rhythms_before_engagement_id_engagements_id_fk" FOREIGN KEY ("engagement_id")
    REFERENCES "engagements"("id") ON DELETE CASCADE,
  CONSTRAINT "rhythms_before_accepted_by_profiles_id_fk" FOREIGN KEY ("accepted_by") REFERENCES "profiles"("id") ON DELETE CASCADE
);

-- Cards and bank accounts

CREATE TABLE "cards" (
  "id" text PRIMARY KEY NOT NULL,
  "user_id" uuid NOT NULL,
  "name" text,
  "expires_on" date,
  "gone_at" timestamptz,
  "due_at" timestamptz,
  "fingerprint" text,
  CONSTRAINT "cards_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id")
);
CREATE INDEX "cards_user_id_index" ON "cards" ("user_id");
CREATE INDEX "cards_due" ON "cards" ("due_at") WHERE "due_at" is not null;
CREATE INDEX "cards_gone" ON "cards" ("gone_at","id") WHERE "gone_at" is not null;

CREATE TABLE "method_blocks" (
  "id" uuid PRIMARY KEY NOT NULL,
  "user_id" uuid NOT NULL,
  "stripe_payment_method_id" text NOT NULL,
  "fingerprint" text,
  "reason" text NOT NULL,
  "payment_id" uuid NOT NULL,
  "since" timestamptz NOT NULL,
  "ended_at" timestamptz,
  CONSTRAINT "method_blocks_reason" CHECK ("reason" in ('declined', 'card-refused', 'card-expired', 'card-details', 'account-short',
    'account-closed', 'account-unknown', 'account-unauthorized', 'account-refused', 'disputed-as-fraud', 'disputed')),
  CONSTRAINT "method_blocks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE
);
CREATE INDEX "method_blocks_user_id_index" ON "method_blocks" ("user_id");
CREATE INDEX "method_blocks_in_force" ON "method_blocks" ("user_id") WHERE ("ended_at" is null);
CREATE UNIQUE INDEX "method_blocks_of_payment" ON "method_blocks" ("payment_id","reason");

-- Charges, bills, payments, refunds and disputes

CREATE TABLE "bills" (
  "id" uuid PRIMARY KEY NOT NULL,
  "number" text NOT NULL,
  "customer_profile_id" uuid NOT NULL,
  "worker_profile_id" uuid NOT NULL,
  "amount" integer NOT NULL,
  "fee" integer NOT NULL,
  "created_at" timestamptz NOT NULL,
  "credit_used" integer DEFAULT 0 NOT NULL,
  "is_credit_returned" boolean DEFAULT false NOT NULL,
  CONSTRAINT "bills_number_unique" UNIQUE("number"),
  CONSTRAINT "bills_credit" CHECK ("credit_used" between 0 and "amount"),
  CONSTRAINT "bills_amount" CHECK ("amount" >= 0 and "fee" between 0 and "amount"),
  CONSTRAINT "bills_customer_profile_id_profiles_id_fk" FOREIGN KEY ("customer_profile_id") REFERENCES "profiles"("id"),
  CONSTRAINT "bills_worker_profile_id_profiles_id_fk" FOREIGN KEY ("worker_profile_id") REFERENCES "profiles"("id")
);
CREATE INDEX "bills_by_end" ON "bills" (substring("number" from '[0-9]+$'),"created_at");
CREATE INDEX "bills_of_customer" ON "bills" ("customer_profile_id","created_at","number");

CREATE TABLE "bill_numbers" (
  "year" integer PRIMARY KEY NOT NULL,
  "last" integer NOT NULL,
  "skipped" integer DEFAULT 0 NOT NULL
);

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
  "planned_for" timestamptz,
  "asked_at" timestamptz,
  "is_taken_over" boolean DEFAULT false NOT NULL,
  "bill_id" uuid,
  "refunded" integer DEFAULT 0 NOT NULL,
  "owed_back" integer DEFAULT 0 NOT NULL,
  "reversed" integer DEFAULT 0 NOT NULL,
  "fee_returned" integer DEFAULT 0 NOT NULL,
  "processing_fee" integer,
  "readings" integer DEFAULT 0 NOT NULL,
  "tip_work_id" uuid,
  "is_on_session" boolean DEFAULT false NOT NULL,
  "credited_back" integer DEFAULT 0 NOT NULL,
  "failure_reason" text,
  CONSTRAINT "payments_stripePaymentIntentId_unique" UNIQUE("stripe_payment_intent_id"),
  CONSTRAINT "payments_status" CHECK ("status" in ('pending', 'unknown', 'processing', 'paid', 'declined', 'action-required', 'refunded',
    'written-off')),
  CONSTRAINT "payments_failure_reason" CHECK ("failure_reason" in ('declined', 'card-refused', 'card-expired', 'card-details',
    'account-short', 'account-closed', 'account-unknown', 'account-unauthorized', 'account-refused', 'disputed-as-fraud', 'disputed')),
  CONSTRAINT "payments_amount" CHECK ("amount" >= 0 and "application_fee" between 0 and "amount"),
  CONSTRAINT "payments_engagement_id_engagements_id_fk" FOREIGN KEY ("engagement_id") REFERENCES "engagements"("id"),
  CONSTRAINT "payments_bill_id_bills_id_fk" FOREIGN KEY ("bill_id") REFERENCES "bills"("id"),
  CONSTRAINT "payments_tip_work_id_works_id_fk" FOREIGN KEY ("tip_work_id") REFERENCES "works"("id")
);
CREATE INDEX "payments_engagement_id_index" ON "payments" ("engagement_id");
CREATE INDEX "payments_due" ON "payments" ("due_at") WHERE "due_at" is not null;
CREATE INDEX "payments_declined" ON "payments" ("engagement_id","settled_at") WHERE ("status" = 'declined');
CREATE INDEX "payments_of_bill" ON "payments" ("bill_id");
CREATE UNIQUE INDEX "payments_last_of_bill" ON "payments" ("bill_id") WHERE not "is_taken_over";
CREATE UNIQUE INDEX "payments_tip_of_visit" ON "payments" ("tip_work_id") WHERE ("tip_work_id" is not null and not "is_taken_over");
CREATE INDEX "payments_tips" ON "payments" ("tip_work_id") WHERE "tip_work_id" is not null;
CREATE INDEX "payments_open" ON "payments" ("engagement_id") WHERE ("status" not in ('paid', 'refunded', 'written-off')
    and not "is_taken_over" and "tip_work_id" is null);
CREATE INDEX "payments_owed_back" ON "payments" ("engagement_id") WHERE ("owed_back" > "credited_back" and not "is_taken_over");
CREATE INDEX "payments_fee_unknown" ON "payments" ("settled_at") WHERE ("status" in ('paid', 'refunded') and "processing_fee" is null);
CREATE INDEX "payments_paid_twice" ON "payments" ("settled_at","id") WHERE ("status" = 'paid' and "is_taken_over");
CREATE INDEX "payments_written_off" ON "payments" ("settled_at","id") WHERE ("status" = 'written-off');
CREATE INDEX "payments_failed" ON "payments" (("status" = 'declined'),"created_at","id")
    WHERE (not "is_taken_over" and "tip_work_id" is null and (("status" = 'declined' and "attempt" >= 4)
    or "status" = 'action-required' or ("status" = 'pending' and "due_at" > "created_at") or ("status" = 'unknown' and "attempt" > 1)));

CREATE TABLE "charges" (
  "id" uuid PRIMARY KEY NOT NULL,
  "engagement_id" uuid NOT NULL,
  "work_id" uuid NOT NULL,
  "amount" integer NOT NULL,
  "discount" integer NOT NULL,
  "payment_id" uuid,
  "created_at" timestamptz NOT NULL,
  "due_at" timestamptz,
  "kind" text DEFAULT 'visit' NOT NULL,
  "held_since" timestamptz,
  "written_off_at" timestamptz,
  "fee" integer NOT NULL,
  "bill_id" uuid,
  "yard_size" text,
  "multiplier" integer,
  "credit_used" integer DEFAULT 0 NOT NULL,
  "is_not_billed" boolean DEFAULT false NOT NULL,
  CONSTRAINT "charges_workId_unique" UNIQUE("work_id"),
  CONSTRAINT "charges_kind" CHECK ("kind" in ('visit', 'way')),
  CONSTRAINT "charges_amount" CHECK ("amount" >= 0 and "discount" >= 0),
  CONSTRAINT "charges_credit" CHECK ("credit_used" between 0 and "amount"),
  CONSTRAINT "charges_fee" CHECK ("fee" between 0 and "amount"),
  CONSTRAINT "charges_engagement_id_engagements_id_fk" FOREIGN KEY ("engagement_id") REFERENCES "engagements"("id"),
  CONSTRAINT "charges_work_id_works_id_fk" FOREIGN KEY ("work_id") REFERENCES "works"("id"),
  CONSTRAINT "charges_bill_id_bills_id_fk" FOREIGN KEY ("bill_id") REFERENCES "bills"("id"),
  CONSTRAINT "charges_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "payments"("id")
);
CREATE INDEX "charges_engagement_id_index" ON "charges" ("engagement_id");
CREATE INDEX "charges_payment_id_index" ON "charges" ("payment_id");
CREATE INDEX "charges_of_bill" ON "charges" ("bill_id");
CREATE INDEX "charges_unbilled" ON "charges" ("engagement_id") WHERE ("bill_id" is null and "written_off_at" is null and "amount" > 0);
CREATE INDEX "charges_due" ON "charges" ("due_at") WHERE "due_at" is not null;
CREATE INDEX "charges_held" ON "charges" ("work_id") WHERE ("held_since" is not null and "payment_id" is null and "written_off_at" is null);
CREATE INDEX "charges_written_off" ON "charges" ("written_off_at","id") WHERE ("written_off_at" is not null and not "is_not_billed");

CREATE TABLE "refunds" (
  "id" uuid PRIMARY KEY NOT NULL,
  "payment_id" uuid NOT NULL,
  "amount" integer NOT NULL,
  "status" text NOT NULL,
  "stripe_refund_id" text,
  "by_profile_id" uuid,
  "reason" text,
  "failure" text,
  "created_at" timestamptz NOT NULL,
  "due_at" timestamptz,
  "asked_at" timestamptz,
  "settled_at" timestamptz,
  "attempt" integer DEFAULT 1 NOT NULL,
  CONSTRAINT "refunds_stripeRefundId_unique" UNIQUE("stripe_refund_id"),
  CONSTRAINT "refunds_status" CHECK ("status" in ('pending', 'unknown', 'done', 'failed', 'refused')),
  CONSTRAINT "refunds_amount" CHECK ("amount" > 0),
  CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "payments"("id"),
  CONSTRAINT "refunds_by_profile_id_profiles_id_fk" FOREIGN KEY ("by_profile_id") REFERENCES "profiles"("id")
);
CREATE INDEX "refunds_payment_id_index" ON "refunds" ("payment_id");
CREATE INDEX "refunds_by" ON "refunds" ("by_profile_id","created_at") WHERE "by_profile_id" is not null;
CREATE INDEX "refunds_due" ON "refunds" ("due_at") WHERE "due_at" is not null;
CREATE INDEX "refunds_failed" ON "refunds" ("settled_at","id") WHERE "status" in ('failed', 'refused');

CREATE TABLE "disputes" (
  "id" uuid PRIMARY KEY NOT NULL,
  "stripe_dispute_id" text NOT NULL,
  "payment_id" uuid NOT NULL,
  "status" text NOT NULL,
  "amount" integer NOT NULL,
  "taken" integer NOT NULL,
  "fee" integer NOT NULL,
  "reason" text NOT NULL,
  "answer_by" timestamptz,
  "opened_at" timestamptz NOT NULL,
  "decision" text,
  "decided_at" timestamptz,
  "received" integer DEFAULT 0 NOT NULL,
  CONSTRAINT "disputes_stripeDisputeId_unique" UNIQUE("stripe_dispute_id"),
  CONSTRAINT "disputes_status" CHECK ("status" in ('inquiry', 'open', 'won', 'lost', 'closed')),
  CONSTRAINT "disputes_decision" CHECK ("decision" in ('written-off', 'paid', 'ended')),
  CONSTRAINT "disputes_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "payments"("id")
);
CREATE INDEX "disputes_payment_id_index" ON "disputes" ("payment_id");
CREATE INDEX "disputes_open" ON "disputes" ("opened_at","id") WHERE ("status" in ('inquiry', 'open')
    or ("status" = 'lost' and "decision" is null));

-- The ledger

CREATE TABLE "entries" (
  "id" uuid PRIMARY KEY NOT NULL,
  "at" timestamptz NOT NULL,
  "day" date NOT NULL,
  "cause" text NOT NULL,
  "line" smallint NOT NULL,
  "kind" text NOT NULL,
  "account" text NOT NULL,
  "account_id" uuid NOT NULL,
  "against" text NOT NULL,
  "amount" integer NOT NULL,
  "visit_id" uuid,
  "payment_id" uuid,
  CONSTRAINT "entries_cause_line_key" UNIQUE("cause","line"),
  CONSTRAINT "entries_pair" CHECK (("kind", "account", "against") in (('charge', 'customer', 'business'), ('discount', 'customer',
    'business'), ('write-off', 'customer', 'business'), ('not-billed', 'customer', 'business'), ('credit', 'customer', 'business'),
    ('credit-used', 'customer', 'business'), ('collected', 'customer', 'provider'), ('earning', 'worker', 'business'), ('fee', 'worker',
    'business'), ('transfer', 'worker', 'provider'), ('top-up', 'worker', 'provider'), ('tip', 'customer', 'business'), ('tip-passed',
    'worker', 'business'), ('refund', 'customer', 'business'), ('paid-back', 'customer', 'provider'), ('processing', 'business',
    'provider'), ('dispute', 'business', 'provider'), ('dispute-fee', 'business', 'provider'), ('paid-outside', 'business', 'outside'),
    ('declined', 'card', 'bank'), ('dispute-written-off', 'card', 'bank'))),
  CONSTRAINT "entries_amount" CHECK ("amount" <> 0),
  CONSTRAINT "entries_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "payments"("id")
);
CREATE INDEX "entries_of_account" ON "entries" ("account","account_id","day","id");
CREATE INDEX "entries_of_kind" ON "entries" ("kind","day","id");
CREATE INDEX "entries_of_credit" ON "entries" ("account_id","at","id") WHERE "kind" = 'credit';
CREATE INDEX "entries_of_payment" ON "entries" ("payment_id");
CREATE INDEX "entries_of_whole_bills" ON "entries" ("account_id","day","id") WHERE ("visit_id" is null and "kind" in ('earning', 'fee'));

CREATE TABLE "daily_sums" (
  "account" text NOT NULL,
  "account_id" uuid NOT NULL,
  "day" date NOT NULL,
  "kind" text NOT NULL,
  "amount" bigint NOT NULL,
  CONSTRAINT "daily_sums_account_account_id_day_kind_pk" PRIMARY KEY("account","account_id","day","kind")
);

-- Credit

CREATE TABLE "credit_balances" (
  "customer_profile_id" uuid PRIMARY KEY NOT NULL,
  "amount" integer NOT NULL,
  "version" integer DEFAULT 1 NOT NULL,
  CONSTRAINT "credit_balances_amount" CHECK ("amount" >= 0),
  CONSTRAINT "credit_balances_customer_profile_id_profiles_id_fk" FOREIGN KEY ("customer_profile_id") REFERENCES "profiles"("id")
);

CREATE TABLE "top_ups" (
  "id" uuid PRIMARY KEY NOT NULL,
  "bill_id" uuid NOT NULL,
  "amount" integer NOT NULL,
  "stripe_destination_account_id" text NOT NULL,
  "status" text NOT NULL,
  "stripe_transfer_id" text,
  "failure" text,
  "attempt" integer DEFAULT 1 NOT NULL,
  "created_at" timestamptz NOT NULL,
  "due_at" timestamptz,
  "asked_at" timestamptz,
  "settled_at" timestamptz,
  "reversed" integer DEFAULT 0 NOT NULL,
  CONSTRAINT "top_ups_billId_unique" UNIQUE("bill_id"),
  CONSTRAINT "top_ups_stripeTransferId_unique" UNIQUE("stripe_transfer_id"),
  CONSTRAINT "top_ups_status" CHECK ("status" in ('pending', 'unknown', 'done', 'refused')),
  CONSTRAINT "top_ups_amount" CHECK ("amount" > 0),
  CONSTRAINT "top_ups_bill_id_bills_id_fk" FOREIGN KEY ("bill_id") REFERENCES "bills"("id")
);
CREATE INDEX "top_ups_due" ON "top_ups" ("due_at") WHERE "due_at" is not null;
CREATE INDEX "top_ups_refused" ON "top_ups" ("created_at","id") WHERE ("status" <> 'done' and "failure" is not null);

-- What staff do to money

CREATE TABLE "acts" (
  "id" uuid PRIMARY KEY NOT NULL,
  "kind" text NOT NULL,
  "customer_profile_id" uuid NOT NULL,
  "bill_id" uuid,
  "work_id" uuid,
  "amount" integer NOT NULL,
  "reason" text,
  "stripe_payment_method_id" text,
  "card" text,
  "by_profile_id" uuid NOT NULL,
  "at" timestamptz NOT NULL,
  "credited" jsonb,
  CONSTRAINT "acts_kind" CHECK ("kind" in ('write-off', 'try-again', 'move-card', 'stop-waiting', 'not-billed', 'credit',
    'dispute-written-off', 'dispute-paid', 'dispute-ended', 'method-allowed')),
  CONSTRAINT "acts_customer_profile_id_profiles_id_fk" FOREIGN KEY ("customer_profile_id") REFERENCES "profiles"("id"),
  CONSTRAINT "acts_bill_id_bills_id_fk" FOREIGN KEY ("bill_id") REFERENCES "bills"("id"),
  CONSTRAINT "acts_by_profile_id_profiles_id_fk" FOREIGN KEY ("by_profile_id") REFERENCES "profiles"("id")
);
CREATE INDEX "acts_of_bill" ON "acts" ("bill_id") WHERE "bill_id" is not null;
CREATE INDEX "acts_by" ON "acts" ("by_profile_id","at");
CREATE INDEX "acts_of_customer" ON "acts" ("customer_profile_id","at","id") WHERE "bill_id" is null;

-- What payment providers tell

CREATE TABLE "provider_events" (
  "id" text PRIMARY KEY NOT NULL,
  "subject" text NOT NULL,
  "subject_id" text NOT NULL,
  "received_at" timestamptz NOT NULL,
  "due_at" timestamptz,
  "attempts" integer DEFAULT 0 NOT NULL,
  CONSTRAINT "provider_events_subject" CHECK ("subject" in ('payment-intent', 'charge', 'account', 'payouts', 'fraud-warning', 'customer',
    'payment-method', 'transfer'))
);
CREATE INDEX "provider_events_due" ON "provider_events" ("due_at") WHERE "due_at" is not null;
CREATE INDEX "provider_events_done" ON "provider_events" ("received_at") WHERE "due_at" is null;

-- Money that stands still after a restore

CREATE TABLE "standstills" (
  "id" uuid PRIMARY KEY NOT NULL,
  "saved_at" timestamptz NOT NULL,
  "restored_at" timestamptz NOT NULL,
  "compared_at" timestamptz,
  "ended_at" timestamptz,
  "lost_top_ups" integer DEFAULT 0 NOT NULL,
  "lost_top_ups_amount" integer DEFAULT 0 NOT NULL
);

CREATE TABLE "lost_payments" (
  "stripe_payment_intent_id" text PRIMARY KEY NOT NULL,
  "standstill_id" uuid NOT NULL,
  "engagement_id" uuid NOT NULL,
  "amount" integer NOT NULL,
  "description" text NOT NULL,
  "made_at" timestamptz NOT NULL,
  "taken_by_payment_id" uuid,
  CONSTRAINT "lost_payments_standstill_id_standstills_id_fk" FOREIGN KEY ("standstill_id") REFERENCES "standstills"("id"),
  CONSTRAINT "lost_payments_taken_by_payment_id_payments_id_fk" FOREIGN KEY ("taken_by_payment_id") REFERENCES "payments"("id")
);
CREATE INDEX "lost_payments_of_standstill" ON "lost_payments" ("standstill_id","made_at");
CREATE INDEX "lost_payments_open" ON "lost_payments" ("engagement_id") WHERE "taken_by_payment_id" is null;

-- Messages out and in

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
  "is_secret" boolean DEFAULT false NOT NULL,
  "class" text DEFAULT 'service' NOT NULL,
  "not_after" timestamptz,
  "give_up_at" timestamptz NOT NULL,
  "outcome" text,
  "ended_at" timestamptz,
  "reason" text,
  "unanswered" integer DEFAULT 0 NOT NULL,
  "basis" text DEFAULT 'consent' NOT NULL,
  "consent_id" uuid,
  "mail_instead" text,
  "delivery" text,
  "delivery_reason" text,
  "unsubscribe_token" text,
  "profile_id" uuid,
  "user_id" uuid,
  "inbound_text_id" uuid,
  "about_id" uuid,
  "waits_for_day" boolean DEFAULT false NOT NULL,
  "request_digest" text,
  "delivery_code" text,
  "reported_at" timestamptz,
  "letter" jsonb,
  CONSTRAINT "messages_dedupeKey_unique" UNIQUE("dedupe_key"),
  CONSTRAINT "messages_unsubscribeToken_unique" UNIQUE("unsubscribe_token"),
  CONSTRAINT "messages_channel" CHECK ("channel" in ('email', 'text')),
  CONSTRAINT "messages_class" CHECK ("class" in ('security', 'now', 'bill', 'service', 'marketing')),
  CONSTRAINT "messages_outcome" CHECK ("outcome" in ('sent', 'dropped', 'dead')),
  CONSTRAINT "messages_basis" CHECK ("basis" in ('consent', 'asked', 'business')),
  CONSTRAINT "messages_delivery" CHECK ("delivery" in ('delivered', 'undelivered')),
  CONSTRAINT "messages_consent" CHECK (case "basis" when 'consent' then "consent_id" is not null or "due_at" is null else "consent_id" is null end),
  CONSTRAINT "messages_end" CHECK (("outcome" is null) = ("due_at" is not null) and ("outcome" is null) = ("ended_at" is null)),
  CONSTRAINT "messages_inbound_text_id_inbound_texts_id_fk" FOREIGN KEY ("inbound_text_id") REFERENCES "inbound_texts"("id")
);
CREATE INDEX "messages_due" ON "messages" ("channel",array_position(array['security', 'now', 'bill', 'service', 'marketing'],
    "class"),"due_at") WHERE "due_at" is not null;
CREATE INDEX "messages_pointless" ON "messages" ("not_after") WHERE "not_after" is not null and ("outcome" is null or "outcome" = 'dead');
CREATE INDEX "messages_instead" ON "messages" ("ended_at") WHERE ("mail_instead" is not null and ("outcome" in ('dropped', 'dead')
    or "delivery" = 'undelivered'));
CREATE INDEX "messages_to" ON "messages" ("recipient","created_at","id");
CREATE INDEX "messages_of" ON "messages" ("user_id","created_at","id") WHERE "user_id" is not null;
CREATE INDEX "messages_answering" ON "messages" ("inbound_text_id","created_at","id") WHERE "inbound_text_id" is not null;
CREATE INDEX "messages_about" ON "messages" ("about_id","created_at") WHERE "about_id" is not null;
CREATE INDEX "messages_listed" ON "messages" (coalesce("delivery", case when "outcome" = 'dead' and "unanswered" > 0 then 'unknown' else "outcome" end,
    'waiting'),"channel","class","created_at","id");
CREATE INDEX "messages_failing" ON "messages" ("channel","created_at") WHERE ("outcome" is null and "attempts" >= 5);
CREATE INDEX "messages_reported" ON "messages" ("channel","delivery","reported_at") WHERE "reported_at" is not null;
CREATE INDEX "messages_dead" ON "messages" ("ended_at","id") WHERE "outcome" = 'dead';

CREATE TABLE "photo_links" (
  "work_id" uuid PRIMARY KEY NOT NULL,
  "token" text NOT NULL,
  "expires_at" timestamptz NOT NULL,
  CONSTRAINT "photo_links_token_unique" UNIQUE("token"),
  CONSTRAINT "photo_links_work_id_works_id_fk" FOREIGN KEY ("work_id") REFERENCES "works"("id")
);

CREATE TABLE "inquiries" (
  "id" uuid PRIMARY KEY NOT NULL,
  "from_address" text NOT NULL,
  "subject" text NOT NULL,
  "message" text NOT NULL,
  "data" jsonb,
  "received_at" timestamptz NOT NULL,
  "answered_at" timestamptz,
  "answered_by" uuid,
  "search_text" text DEFAULT '' NOT NULL,
  "lost_reason" text,
  "lost_note" text,
  "profile_ids" uuid[] DEFAULT '{}' NOT NULL,
  "request_digest" text,
  "customer_profile_id" uuid,
  CONSTRAINT "inquiries_lost_reason" CHECK ("lost_reason" in ('too-expensive', 'outside-area', 'no-answer', 'chose-another', 'changed-mind',
    'other')),
  CONSTRAINT "inquiries_lost" CHECK ("lost_reason" is null or "answered_at" is not null),
  CONSTRAINT "inquiries_answered_by_users_id_fk" FOREIGN KEY ("answered_by") REFERENCES "users"("id")
);
CREATE INDEX "inquiries_received_at_id_index" ON "inquiries" ("received_at","id");
CREATE INDEX "inquiries_of" ON "inquiries" USING gin ("profile_ids");
CREATE INDEX "inquiries_from" ON "inquiries" ("from_address");
CREATE INDEX "inquiries_joined" ON "inquiries" ("customer_profile_id") WHERE "customer_profile_id" is not null;
CREATE INDEX "inquiries_words" ON "inquiries" USING gin (to_tsvector('simple', "search_text" || ' ' || translate("search_text",
    'ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜÝàáâãäåçèéêëìíîïñòóôõöùúûüýÿĀāĂăĄąĆćĈĉĊċČčĎďĒēĔĕĖėĘęĚěĜĝĞğĠġĢģĤĥĨĩĪīĬĭĮįİĴĵĶķĹĺĻļĽľŃńŅņŇňŌōŎŏŐőŔŕŖŗŘřŚśŜŝŞşŠšŢţŤťŨũŪūŬŭŮůŰűŲųŴŵŶŷŸŹźŻżŽžẠạẢảẤấẦầẨẩẪẫẬậẮắẰằẲẳẴẵẶặẸẹẺẻẼẽẾếỀềỂểỄễỆệỈỉỊịỌọỎỏỐốỒồỔổỖỗỘộỚớỜờỞởỠỡỢợỤụỦủỨứỪừỬửỮữỰựỲỳỴỵỶỷỸỹøØłŁđĐ''’‘ʼ`´',
    'aaaaaaceeeeiiiinooooouuuuyaaaaaaceeeeiiiinooooouuuuyyaaaaaaccccccccddeeeeeeeeeegggggggghhiiiiiiiiijjkkllllllnnnnnnoooooorrrrrrssssssssttttuuuuuuuuuuuuwwyyyzzzzzzaaaaaaaaaaaaaaaaaaaaaaaaeeeeeeeeeeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyyoolldd')));
CREATE INDEX "inquiries_open" ON "inquiries" ("received_at","id") WHERE "answered_at" is null;

CREATE TABLE "held_inquiries" (
  "id" uuid PRIMARY KEY NOT NULL,
  "from_address" text NOT NULL,
  "form" jsonb,
  "request_digest" text,
  "token_hash" text NOT NULL,
  "received_at" timestamptz NOT NULL,
  "expires_at" timestamptz NOT NULL,
  CONSTRAINT "held_inquiries_tokenHash_unique" UNIQUE("token_hash")
);
CREATE INDEX "held_inquiries_expires_at_index" ON "held_inquiries" ("expires_at");
CREATE INDEX "held_inquiries_from" ON "held_inquiries" (lower("from_address"));

-- Text answers

CREATE TABLE "text_answers" (
  "id" uuid PRIMARY KEY NOT NULL,
  "text_id" uuid NOT NULL,
  "channel" text NOT NULL,
  "text" text NOT NULL,
  "by_user_id" uuid NOT NULL,
  "at" timestamptz NOT NULL,
  CONSTRAINT "text_answers_channel" CHECK ("channel" in ('email', 'text')),
  CONSTRAINT "text_answers_text_id_inbound_texts_id_fk" FOREIGN KEY ("text_id") REFERENCES "inbound_texts"("id"),
  CONSTRAINT "text_answers_by_user_id_users_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "users"("id")
);
CREATE INDEX "text_answers_of_text" ON "text_answers" ("text_id","at");

-- Findings

CREATE TABLE "findings" (
  "id" uuid PRIMARY KEY NOT NULL,
  "kind" text NOT NULL,
  "subject" text NOT NULL,
  "amount" bigint,
  "profile_id" uuid,
  "engagement_id" uuid,
  "bill_id" uuid,
  "day" date,
  "detail" text,
  "found_at" timestamptz NOT NULL,
  "gone_at" timestamptz,
  "seen_at" timestamptz,
  "seen_by_profile_id" uuid,
  CONSTRAINT "findings_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "profiles"("id"),
  CONSTRAINT "findings_engagement_id_engagements_id_fk" FOREIGN KEY ("engagement_id") REFERENCES "engagements"("id"),
  CONSTRAINT "findings_bill_id_bills_id_fk" FOREIGN KEY ("bill_id") REFERENCES "bills"("id"),
  CONSTRAINT "findings_seen_by_profile_id_profiles_id_fk" FOREIGN KEY ("seen_by_profile_id") REFERENCES "profiles"("id")
);
CREATE UNIQUE INDEX "findings_open" ON "findings" ("kind","subject") WHERE "gone_at" is null;
CREATE INDEX "findings_on_desk" ON "findings" ("found_at","id") WHERE ("gone_at" is null and "seen_at" is null);

CREATE TABLE "reconciliations" (
  "id" uuid PRIMARY KEY NOT NULL,
  "night" date,
  "by_profile_id" uuid,
  "started_at" timestamptz NOT NULL,
  "due_at" timestamptz,
  "finished_at" timestamptz,
  "failure" text,
  CONSTRAINT "reconciliations_night_unique" UNIQUE("night"),
  CONSTRAINT "reconciliations_by_profile_id_profiles_id_fk" FOREIGN KEY ("by_profile_id") REFERENCES "profiles"("id")
);
CREATE UNIQUE INDEX "reconciliations_running" ON "reconciliations" ((true)) WHERE "due_at" is not null;
CREATE INDEX "reconciliations_started_at_index" ON "reconciliations" ("started_at");
CREATE INDEX "reconciliations_failed" ON "reconciliations" ("finished_at") WHERE "failure" is not null;

-- The record of changes

CREATE TABLE "changes" (
  "id" uuid PRIMARY KEY NOT NULL,
  "at" timestamptz NOT NULL,
  "kind" text NOT NULL,
  "by_user_id" uuid,
  "about_user_id" uuid,
  "subject_id" uuid NOT NULL,
  "fields" jsonb NOT NULL,
  CONSTRAINT "changes_kind" CHECK ("kind" in ('role-changed', 'employee-joined', 'factor-added', 'factor-removed', 'factors-taken',
    'recovery-codes-made', 'account-closed', 'account-reopened', 'worker-approved', 'worker-refused', 'profile-changed', 'address-added',
    'address-changed', 'address-archived', 'note-written', 'note-changed', 'note-deleted', 'data-exported', 'data-erased',
    'join-code-issued', 'join-code-revoked', 'service-asked', 'status-changed', 'service-changed', 'worker-lost', 'price-agreed',
    'visit-skipped', 'skip-undone', 'visit-moved', 'worker-assigned', 'hold-made', 'hold-ended', 'rhythm-asked', 'rhythm-withdrawn',
    'rhythm-accepted', 'missed-visit-seen', 'visit-finished', 'refund', 'write-off', 'try-again', 'move-card', 'stop-waiting', 'not-billed',
    'credit', 'dispute-written-off', 'dispute-paid', 'dispute-ended', 'method-allowed', 'top-up-sent-again', 'payout-seen', 'finding-seen',
    'message-sent-again', 'message-dropped', 'text-answered', 'person-written', 'texts-ended', 'email-broken', 'email-works',
    'email-changed', 'email-change-stopped', 'sender-ended', 'inquiry-answered', 'inquiry-reopened', 'inquiry-lost', 'inquiry-joined',
    'inquiry-separated', 'inquiry-erased', 'order-made', 'order-sent', 'order-taken-back', 'order-accepted', 'order-erased',
    'product-created', 'product-changed', 'product-archived', 'product-restored', 'coupon-created', 'coupon-changed', 'coupon-deleted',
    'settings-changed', 'settings-taken-back', 'holiday-set', 'holiday-taken-back', 'money-let-go-on'))
);
CREATE INDEX "changes_newest" ON "changes" ("at","id");
CREATE INDEX "changes_by" ON "changes" ("by_user_id","at","id");
CREATE INDEX "changes_about" ON "changes" ("about_user_id","at","id");
CREATE INDEX "changes_of_subject" ON "changes" ("subject_id","at","id");
CREATE INDEX "changes_of_kind" ON "changes" ("kind","at","id");

CREATE TABLE "changed_values" (
  "change_id" uuid PRIMARY KEY NOT NULL,
  "about_user_id" uuid NOT NULL,
  "fields" jsonb NOT NULL
);
CREATE INDEX "changed_values_about" ON "changed_values" ("about_user_id");

-- Data exports

CREATE TABLE "data_exports" (
  "token_hash" text PRIMARY KEY NOT NULL,
  "profile_id" uuid NOT NULL,
  "expires_at" timestamptz NOT NULL
);
CREATE INDEX "data_exports_expires_at_index" ON "data_exports" ("expires_at");

-- Reports

CREATE TABLE "report_touches" (
  "day" date,
  "engagement_id" uuid,
  CONSTRAINT "report_touches_what" CHECK (num_nonnulls("day", "engagement_id") = 1)
);

CREATE TABLE "visit_sums" (
  "day" date NOT NULL,
  "dimension" text NOT NULL,
  "key" text NOT NULL,
  "planned" integer NOT NULL,
  "done" integer NOT NULL,
  "on_time" integer NOT NULL,
  "skipped" integer NOT NULL,
  "taken_off" integer NOT NULL,
  "could_not" integer NOT NULL,
  "missed" integer NOT NULL,
  "revenue" bigint NOT NULL,
  "fees" bigint NOT NULL,
  "minutes" double precision NOT NULL,
  "miles" double precision NOT NULL,
  "revenue_of_hours" bigint DEFAULT 0 NOT NULL,
  "revenue_of_miles" bigint DEFAULT 0 NOT NULL,
  CONSTRAINT "visit_sums_dimension_day_key_pk" PRIMARY KEY("dimension","day","key"),
  CONSTRAINT "visit_sums_dimension" CHECK ("dimension" in ('all', 'worker', 'city', 'product'))
);

CREATE TABLE "recurring_steps" (
  "engagement_id" uuid NOT NULL,
  "day" date NOT NULL,
  "kind" text NOT NULL,
  "amount_before" integer NOT NULL,
  "amount_after" integer NOT NULL,
  "reason" text,
  CONSTRAINT "recurring_steps_engagement_id_day_pk" PRIMARY KEY("engagement_id","day"),
  CONSTRAINT "recurring_steps_kind" CHECK ("kind" in ('new', 'resumed', 'grown', 'shrunk', 'paused', 'left')),
  CONSTRAINT "recurring_steps_reason" CHECK ("reason" in ('moving', 'no-dog', 'too-expensive', 'not-satisfied', 'does-it-alone', 'break',
    'other')),
  CONSTRAINT "recurring_steps_engagement_id_engagements_id_fk" FOREIGN KEY ("engagement_id") REFERENCES "engagements"("id")
);
CREATE INDEX "recurring_steps_of_day" ON "recurring_steps" ("day","engagement_id");
CREATE INDEX "recurring_steps_of_kind" ON "recurring_steps" ("kind","day","engagement_id");

CREATE TABLE "recurring_sums" (
  "day" date NOT NULL,
  "kind" text NOT NULL,
  "reason" text NOT NULL,
  "services" integer NOT NULL,
  "served" integer NOT NULL,
  "amount" bigint NOT NULL,
  CONSTRAINT "recurring_sums_day_kind_reason_pk" PRIMARY KEY("day","kind","reason")
);

-- The last sweep

CREATE TABLE "last_sweep" (
  "is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
  "ended_at" timestamptz NOT NULL,
  "bounces_tried_at" timestamptz,
  "bounces_read_at" timestamptz,
  "bounces_failed_at" timestamptz,
  "bounces_trouble" text,
  CONSTRAINT "last_sweep_one" CHECK ("is_only")
);

-- Backups

CREATE TABLE "backups" (
  "id" uuid PRIMARY KEY NOT NULL,
  "at" timestamptz NOT NULL,
  "reason" text NOT NULL,
  "bytes" bigint NOT NULL,
  "rows" bigint NOT NULL,
  "photos" integer,
  "is_encrypted" boolean NOT NULL,
  "seconds" integer NOT NULL
);

-- Keys to tables that come later
ALTER TABLE "notes" ADD CONSTRAINT "notes_engagement_id_engagements_id_fk" FOREIGN KEY ("engagement_id") REFERENCES "engagements"("id");
ALTER TABLE "orders" ADD CONSTRAINT "orders_inquiry_id_inquiries_id_fk" FOREIGN KEY ("inquiry_id") REFERENCES "inquiries"("id");
ALTER TABLE "method_blocks" ADD CONSTRAINT "method_blocks_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE CASCADE;

-- What the database does by itself

CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'An entry of the ledger is never changed';
END $$;
CREATE TRIGGER "entries_stay" BEFORE UPDATE OR DELETE ON "entries" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();

CREATE FUNCTION "refuse_rewriting"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The record of changes is never changed';
END $$;
CREATE TRIGGER "changes_stay" BEFORE UPDATE OR DELETE ON "changes" FOR EACH ROW EXECUTE FUNCTION "refuse_rewriting"();

CREATE FUNCTION "take_worker_of_engagement"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT engagement."worker_profile_id" INTO NEW."worker_profile_id"
  FROM "schedule_templates" template JOIN "engagements" engagement ON engagement."id" = template."engagement_id"
  WHERE template."id" = NEW."schedule_template_id";
  RETURN NEW;
END $$;
CREATE TRIGGER "places_take_worker" BEFORE INSERT OR UPDATE OF "schedule_template_id", "worker_profile_id" ON "schedule_template_days"
FOR EACH ROW EXECUTE FUNCTION "take_worker_of_engagement"();

CREATE FUNCTION "give_worker_to_places"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "schedule_template_days" place SET "worker_profile_id" = NEW."worker_profile_id"
  FROM "schedule_templates" template
  WHERE template."engagement_id" = NEW."id" AND place."schedule_template_id" = template."id";
  RETURN NULL;
END $$;
CREATE TRIGGER "engagements_give_worker" AFTER UPDATE OF "worker_profile_id" ON "engagements"
FOR EACH ROW WHEN (OLD."worker_profile_id" IS DISTINCT FROM NEW."worker_profile_id") EXECUTE FUNCTION "give_worker_to_places"();

CREATE FUNCTION "mark_customer_with_card"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "profiles" customer SET "has_card" = NOT customer."has_card"
  WHERE customer."type" = 'PROFILE_TYPE_CUSTOMER' AND customer."user_id" IN (OLD."user_id", NEW."user_id")
  AND customer."has_card" <> EXISTS (
    SELECT 1 FROM "cards" WHERE "cards"."user_id" = customer."user_id" AND "cards"."gone_at" IS NULL
  );
  RETURN NULL;
END $$;
CREATE TRIGGER "cards_mark_customer" AFTER INSERT OR DELETE OR UPDATE OF "user_id", "gone_at" ON "cards"
FOR EACH ROW EXECUTE FUNCTION "mark_customer_with_card"();

CREATE FUNCTION "touch_days"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    INSERT INTO "report_touches" ("day") SELECT DISTINCT "date" FROM "removed";
  ELSE
    INSERT INTO "report_touches" ("day") SELECT DISTINCT "date" FROM "added";
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "works_added" AFTER INSERT ON "works" REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "touch_days"();
CREATE TRIGGER "works_changed" AFTER UPDATE ON "works" REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "touch_days"();
CREATE TRIGGER "works_removed" AFTER DELETE ON "works" REFERENCING OLD TABLE AS "removed" FOR EACH STATEMENT EXECUTE FUNCTION "touch_days"();
CREATE TRIGGER "skips_added" AFTER INSERT ON "skips" REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "touch_days"();
CREATE TRIGGER "skips_changed" AFTER UPDATE ON "skips" REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "touch_days"();
CREATE TRIGGER "skips_removed" AFTER DELETE ON "skips" REFERENCING OLD TABLE AS "removed" FOR EACH STATEMENT EXECUTE FUNCTION "touch_days"();

CREATE FUNCTION "touch_day_of_charge"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "report_touches" ("day") SELECT "date" FROM "works" WHERE "id" = NEW."work_id";
  RETURN NULL;
END $$;
CREATE TRIGGER "charges_added" AFTER INSERT ON "charges" FOR EACH ROW EXECUTE FUNCTION "touch_day_of_charge"();
CREATE TRIGGER "charges_amount_changed" AFTER UPDATE OF "amount", "fee", "is_not_billed" ON "charges" FOR EACH ROW
WHEN ((OLD."amount", OLD."fee", OLD."is_not_billed") IS DISTINCT FROM (NEW."amount", NEW."fee", NEW."is_not_billed"))
EXECUTE FUNCTION "touch_day_of_charge"();

CREATE FUNCTION "touch_days_of_move"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "report_touches" ("day")
  SELECT DISTINCT one FROM unnest(ARRAY[NEW."day", OLD."day"]) one WHERE one IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER "moves_changed" AFTER INSERT OR UPDATE OR DELETE ON "moves" FOR EACH ROW EXECUTE FUNCTION "touch_days_of_move"();

CREATE FUNCTION "touch_services"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO "report_touches" ("engagement_id")
    SELECT "id" FROM "added" WHERE "status" <> 'ENGAGEMENT_STATUS_PROPOSED';
  ELSE
    -- Proposals are priced anew by the day, and bring nothing.
    INSERT INTO "report_touches" ("engagement_id")
    SELECT "added"."id" FROM "added" JOIN "removed" ON "removed"."id" = "added"."id"
    WHERE ("added"."status", "added"."base_cost", "added"."coupon_id")
        IS DISTINCT FROM ("removed"."status", "removed"."base_cost", "removed"."coupon_id")
      AND ("added"."status" <> 'ENGAGEMENT_STATUS_PROPOSED' OR "removed"."status" <> 'ENGAGEMENT_STATUS_PROPOSED');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "engagements_added" AFTER INSERT ON "engagements" REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "touch_services"();
CREATE TRIGGER "engagements_changed" AFTER UPDATE ON "engagements" REFERENCING OLD TABLE AS "removed" NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "touch_services"();

CREATE FUNCTION "touch_services_of_templates"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "report_touches" ("engagement_id")
  SELECT "added"."engagement_id" FROM "added" JOIN "removed" ON "removed"."id" = "added"."id"
  WHERE ("added"."frequency", "added"."interval") IS DISTINCT FROM ("removed"."frequency", "removed"."interval");
  RETURN NULL;
END $$;
CREATE TRIGGER "templates_changed" AFTER UPDATE ON "schedule_templates" REFERENCING OLD TABLE AS "removed" NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "touch_services_of_templates"();

CREATE FUNCTION "refuse_other_consent"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A person may be erased: then the address goes, and what was said.
  IF TG_OP = 'UPDATE' AND NEW."address" LIKE 'erased:%' THEN
    OLD."address" := NEW."address";
    OLD."word" := NEW."word";
    IF NEW IS NOT DISTINCT FROM OLD THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'The ledger of consents is never changed';
END $$;
CREATE TRIGGER "consents_stay" BEFORE UPDATE OR DELETE ON "consents" FOR EACH ROW EXECUTE FUNCTION "refuse_other_consent"();

-- A visit that was taken off is its worker's of that day, and lies where its address does: docs/decisions/030-reports.md.
CREATE FUNCTION "touch_days_of_service"("service" uuid, "since" date) RETURNS void LANGUAGE sql AS $$
  INSERT INTO "report_touches" ("day")
  SELECT "date" FROM "works" WHERE "engagement_id" = "service" AND "date" >= "since"
  UNION SELECT "date" FROM "skips" WHERE "engagement_id" = "service" AND "date" >= "since"
$$;

CREATE FUNCTION "touch_days_of_assignment"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- No day before is the new worker's; a day of the business may have begun on the one before.
  PERFORM "touch_days_of_service"(NEW."id", NEW."active_since"::date - 1);
  RETURN NULL;
END $$;
CREATE TRIGGER "engagements_assigned" AFTER UPDATE OF "worker_profile_id" ON "engagements" FOR EACH ROW
WHEN (OLD."worker_profile_id" IS DISTINCT FROM NEW."worker_profile_id")
EXECUTE FUNCTION "touch_days_of_assignment"();

CREATE FUNCTION "touch_days_of_other_yard"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "touch_days_of_service"(NEW."id", '-infinity');
  RETURN NULL;
END $$;
CREATE TRIGGER "engagements_elsewhere" AFTER UPDATE OF "service_address_id" ON "engagements" FOR EACH ROW
WHEN (OLD."service_address_id" IS DISTINCT FROM NEW."service_address_id")
EXECUTE FUNCTION "touch_days_of_other_yard"();

CREATE FUNCTION "touch_days_of_address"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "touch_days_of_service"("id", '-infinity') FROM "engagements" WHERE "service_address_id" = NEW."id";
  -- The first way of a day is from the worker's home.
  INSERT INTO "report_touches" ("day") SELECT DISTINCT "date" FROM "works" WHERE "worker_profile_id" = NEW."profile_id";
  RETURN NULL;
END $$;
CREATE TRIGGER "addresses_elsewhere" AFTER UPDATE ON "addresses" FOR EACH ROW
-- Of an address that is out of use, also since its owner was erased, the sums stay as they are.
WHEN (NEW."archived_at" IS NULL AND (OLD."city", OLD."latitude", OLD."longitude", OLD."primary_address")
  IS DISTINCT FROM (NEW."city", NEW."latitude", NEW."longitude", NEW."primary_address"))
EXECUTE FUNCTION "touch_days_of_address"();

CREATE FUNCTION "touch_services_of_places"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "report_touches" ("engagement_id")
  SELECT DISTINCT "template"."engagement_id" FROM "changed" JOIN "schedule_templates" "template" ON "template"."id" = "changed"."schedule_template_id";
  RETURN NULL;
END $$;
CREATE TRIGGER "places_added" AFTER INSERT ON "schedule_template_days" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "touch_services_of_places"();
CREATE TRIGGER "places_removed" AFTER DELETE ON "schedule_template_days" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "touch_services_of_places"();

CREATE FUNCTION "make_payer_due"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."stripe_due_at" := 'epoch';
  RETURN NEW;
END $$;
CREATE TRIGGER "users_make_payer_due" BEFORE UPDATE OF "email" ON "users"
FOR EACH ROW WHEN (NEW."email" <> OLD."email" AND NEW."stripe_customer_id" IS NOT NULL) EXECUTE FUNCTION "make_payer_due"();

CREATE FUNCTION "make_named_payer_due"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "users" SET "stripe_due_at" = 'epoch' WHERE "id" = NEW."user_id" AND "stripe_customer_id" IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER "profiles_make_payer_due" AFTER UPDATE OF "first_name", "last_name" ON "profiles"
FOR EACH ROW WHEN (NEW."type" = 'PROFILE_TYPE_CUSTOMER'
  AND (NEW."first_name", NEW."last_name") IS DISTINCT FROM (OLD."first_name", OLD."last_name"))
EXECUTE FUNCTION "make_named_payer_due"();

-- It has no key, and replication asks for one.
ALTER TABLE "report_touches" REPLICA IDENTITY FULL;
