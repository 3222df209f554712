CREATE TABLE "order_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"sent_to" text NOT NULL,
	"reminder" integer NOT NULL,
	"created_at" timestamptz NOT NULL,
	"expires_at" timestamptz NOT NULL,
	CONSTRAINT "order_links_channel" CHECK ("order_links"."channel" in ('text', 'email'))
);
--> statement-breakpoint
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
	CONSTRAINT "orders_status" CHECK ("orders"."status" in ('waiting', 'accepted', 'taken-back')),
	CONSTRAINT "orders_channel" CHECK ("orders"."channel" in ('text', 'email')),
	CONSTRAINT "orders_reach" CHECK (case "orders"."channel" when 'text' then "orders"."phone" else "orders"."email" end is not null),
	CONSTRAINT "orders_end" CHECK (("orders"."status" = 'waiting') = ("orders"."ended_at" is null)),
	CONSTRAINT "orders_due" CHECK ("orders"."due_at" is null or "orders"."status" = 'waiting')
);
--> statement-breakpoint
ALTER TABLE "changes" DROP CONSTRAINT "changes_kind";--> statement-breakpoint
ALTER TABLE "inquiries" ADD COLUMN "lost_reason" text;--> statement-breakpoint
ALTER TABLE "inquiries" ADD COLUMN "lost_note" text;--> statement-breakpoint
ALTER TABLE "order_links" ADD CONSTRAINT "order_links_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_inquiry_id_inquiries_id_fk" FOREIGN KEY ("inquiry_id") REFERENCES "public"."inquiries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_links_order_id_created_at_index" ON "order_links" USING btree ("order_id","created_at");--> statement-breakpoint
CREATE INDEX "orders_created_at_id_index" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "orders_waiting" ON "orders" USING btree ("created_at","id") WHERE "orders"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "orders_due" ON "orders" USING btree ("due_at") WHERE "orders"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "orders_stuck" ON "orders" USING btree ("stuck_since","id") WHERE ("orders"."status" = 'waiting' and "orders"."stuck_since" is not null);--> statement-breakpoint
CREATE INDEX "orders_inquiry_id_index" ON "orders" USING btree ("inquiry_id");--> statement-breakpoint
CREATE INDEX "orders_user_id_index" ON "orders" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "profiles_phone" ON "profiles" USING btree ("phone");--> statement-breakpoint
ALTER TABLE "changes" ADD CONSTRAINT "changes_kind" CHECK ("changes"."kind" in ('role-changed', 'employee-joined', 'account-closed', 'account-reopened', 'join-code-issued', 'join-code-revoked', 'service-asked', 'status-changed', 'service-changed', 'worker-lost', 'price-agreed', 'visit-skipped', 'skip-undone', 'missed-visit-seen', 'visit-finished', 'refund', 'write-off', 'try-again', 'move-card', 'stop-waiting', 'not-billed', 'credit', 'top-up-sent-again', 'payout-seen', 'finding-seen', 'message-sent-again', 'message-dropped', 'inquiry-answered', 'inquiry-reopened', 'inquiry-lost', 'order-made', 'order-sent', 'order-taken-back', 'order-accepted', 'product-created', 'product-changed', 'product-archived', 'product-restored', 'coupon-created', 'coupon-changed', 'coupon-deleted', 'settings-changed', 'settings-taken-back'));--> statement-breakpoint
ALTER TABLE "inquiries" ADD CONSTRAINT "inquiries_lost_reason" CHECK ("inquiries"."lost_reason" in ('too-expensive', 'outside-area', 'no-answer', 'chose-another', 'changed-mind', 'other'));--> statement-breakpoint
ALTER TABLE "inquiries" ADD CONSTRAINT "inquiries_lost" CHECK ("inquiries"."lost_reason" is null or "inquiries"."answered_at" is not null);