CREATE TABLE "factor_challenges" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"session_id" uuid,
	"secret" text,
	"counted" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamptz NOT NULL,
	CONSTRAINT "factor_challenges_purpose" CHECK ("factor_challenges"."purpose" in ('sign-in', 'add', 'prove'))
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" uuid NOT NULL,
	"lookup" text NOT NULL,
	"hash" text NOT NULL,
	"used_at" timestamptz,
	CONSTRAINT "recovery_codes_user_id_lookup_pk" PRIMARY KEY("user_id","lookup")
);
--> statement-breakpoint
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
	CONSTRAINT "second_factors_kind" CHECK ("second_factors"."kind" in ('passkey', 'code-app')),
	CONSTRAINT "second_factors_parts" CHECK (case "second_factors"."kind" when 'passkey' then num_nulls("second_factors"."credential_id", "second_factors"."public_key", "second_factors"."counter", "second_factors"."is_backed_up") = 0
        else num_nulls("second_factors"."secret", "second_factors"."last_step") = 0 end)
);
--> statement-breakpoint
ALTER TABLE "changes" DROP CONSTRAINT "changes_kind";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "proved_at" timestamptz;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "second_factor_at" timestamptz;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "second_factor_at" timestamptz;--> statement-breakpoint
ALTER TABLE "factor_challenges" ADD CONSTRAINT "factor_challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "factor_challenges_user_id_index" ON "factor_challenges" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "factor_challenges_expires_at_index" ON "factor_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "second_factors_user_id_index" ON "second_factors" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "changes" ADD CONSTRAINT "changes_kind" CHECK ("changes"."kind" in ('role-changed', 'employee-joined', 'factor-added', 'factor-removed', 'factors-taken', 'recovery-codes-made', 'account-closed', 'account-reopened', 'worker-approved', 'worker-refused', 'profile-changed', 'address-added', 'address-changed', 'address-archived', 'note-deleted', 'data-exported', 'data-erased', 'join-code-issued', 'join-code-revoked', 'service-asked', 'status-changed', 'service-changed', 'worker-lost', 'price-agreed', 'visit-skipped', 'skip-undone', 'visit-moved', 'worker-assigned', 'hold-made', 'hold-ended', 'rhythm-asked', 'rhythm-withdrawn', 'rhythm-accepted', 'missed-visit-seen', 'visit-finished', 'refund', 'write-off', 'try-again', 'move-card', 'stop-waiting', 'not-billed', 'credit', 'top-up-sent-again', 'payout-seen', 'finding-seen', 'message-sent-again', 'message-dropped', 'inquiry-answered', 'inquiry-reopened', 'inquiry-lost', 'inquiry-erased', 'order-made', 'order-sent', 'order-taken-back', 'order-accepted', 'order-erased', 'product-created', 'product-changed', 'product-archived', 'product-restored', 'coupon-created', 'coupon-changed', 'coupon-deleted', 'settings-changed', 'settings-taken-back', 'holiday-set', 'holiday-taken-back'));