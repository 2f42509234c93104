-- Parts of words are searched by trigrams. A trusted extension: the owner of the database may create it.
create extension if not exists pg_trgm;--> statement-breakpoint
CREATE SEQUENCE "public"."admin_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."buyer_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 2001 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."supplier_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1001 CACHE 1;--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"custom_id" text NOT NULL,
	"role" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"address" text NOT NULL,
	"password_hash" text,
	"promo_code" text,
	"rib" text,
	"banned_at" timestamp (3) with time zone,
	"erased_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"search" text NOT NULL,
	CONSTRAINT "a_role_is_known" CHECK ("accounts"."role" in ('supplier', 'buyer', 'admin')),
	CONSTRAINT "a_rib_is_24_digits" CHECK ("accounts"."rib" ~ '^[0-9]{24}$'),
	CONSTRAINT "an_erased_account_stays_banned" CHECK ("accounts"."erased_at" is null or "accounts"."banned_at" is not null),
	CONSTRAINT "only_suppliers_have_codes" CHECK ("accounts"."promo_code" is null or "accounts"."role" = 'supplier'),
	CONSTRAINT "a_promo_code_is_short_capitals" CHECK ("accounts"."promo_code" ~ '^[A-Z0-9]{6,12}$')
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "announcements" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "announcements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"message" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"actor_id" integer,
	"subject" text NOT NULL,
	"subject_id" integer,
	"act" text NOT NULL,
	"before" jsonb,
	"after" jsonb NOT NULL,
	CONSTRAINT "an_act_is_known" CHECK ("audit_entries"."act" in ('created', 'changed'))
);
--> statement-breakpoint
CREATE TABLE "purchases" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "purchases_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"buyer_id" integer NOT NULL,
	"amount" bigint NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"reason" text,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by" integer,
	CONSTRAINT "stock_is_bought_in_fixed_sums" CHECK ("purchases"."amount" in (500000, 1000000, 1500000, 2000000)),
	CONSTRAINT "a_purchase_status_is_known" CHECK ("purchases"."status" in ('pending', 'approved', 'refused')),
	CONSTRAINT "a_purchase_decision_is_dated" CHECK (("purchases"."status" = 'pending') = ("purchases"."decided_at" is null))
);
--> statement-breakpoint
CREATE TABLE "sales" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sales_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"buyer_id" integer NOT NULL,
	"amount" bigint NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	"recorded_by" integer,
	CONSTRAINT "a_sale_is_above_zero" CHECK ("sales"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "images" (
	"image" text PRIMARY KEY NOT NULL,
	"master" "bytea" NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "a_master_has_bounds" CHECK (octet_length("images"."master") between 1 and 2000000),
	CONSTRAINT "a_master_is_no_larger_than_shown" CHECK ("images"."width" between 1 and 960 and "images"."height" between 1 and 960)
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "products_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"description" text NOT NULL,
	"user_price" bigint NOT NULL,
	"distributor_price" bigint NOT NULL,
	"stock" integer NOT NULL,
	"category" text NOT NULL,
	"image" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"search" text NOT NULL,
	"words" text NOT NULL,
	CONSTRAINT "stock_is_never_below_zero" CHECK ("products"."stock" >= 0),
	CONSTRAINT "a_price_has_bounds" CHECK ("products"."user_price" between 1 and 99999999),
	CONSTRAINT "distributor_price_has_bounds" CHECK ("products"."distributor_price" between 1 and "products"."user_price"),
	CONSTRAINT "a_category_is_known" CHECK ("products"."category" in ('supplement', 'cosmetic', 'pack'))
);
--> statement-breakpoint
CREATE TABLE "stock_entries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stock_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"product_id" integer NOT NULL,
	"quantity" integer NOT NULL,
	"entered_by" integer,
	"entered_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notifications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"message" text NOT NULL,
	"link" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone,
	CONSTRAINT "a_notification_kind_is_known" CHECK ("notifications"."kind" in ('order', 'supplier', 'withdrawal', 'purchase', 'sold_out', 'audit'))
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "customers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"supplier_id" integer,
	"name" text NOT NULL,
	"phone" text NOT NULL,
	"address" text NOT NULL,
	"city" text NOT NULL,
	"email" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"search" text NOT NULL,
	CONSTRAINT "a_phone_is_digits" CHECK ("customers"."phone" ~ '^[0-9]{6,15}$')
);
--> statement-breakpoint
CREATE TABLE "order_lines" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_lines_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"name" text NOT NULL,
	"quantity" integer NOT NULL,
	"user_price" bigint NOT NULL,
	"distributor_price" bigint NOT NULL,
	CONSTRAINT "an_order_names_a_product_once" UNIQUE("order_id","product_id"),
	CONSTRAINT "a_line_has_1_to_1000_pieces" CHECK ("order_lines"."quantity" between 1 and 1000)
);
--> statement-breakpoint
CREATE TABLE "order_moves" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_moves_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"status" text NOT NULL,
	"moved_by" integer,
	"moved_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "orders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"customer_id" integer NOT NULL,
	"origin" text NOT NULL,
	"supplier_id" integer,
	"promo_code" text,
	"name" text NOT NULL,
	"phone" text NOT NULL,
	"address" text NOT NULL,
	"city" text NOT NULL,
	"note" text,
	"subtotal" bigint NOT NULL,
	"discount" bigint NOT NULL,
	"discount_percent" integer DEFAULT 0 NOT NULL,
	"delivery" bigint NOT NULL,
	"total" bigint NOT NULL,
	"collected" bigint NOT NULL,
	"gain" bigint NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"cancel_reason" text,
	"payment" text DEFAULT 'pending' NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"withdrawal_id" integer,
	"flagged" boolean DEFAULT false NOT NULL,
	"search" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" integer,
	CONSTRAINT "only_delivered_gains_are_withdrawn" CHECK ("orders"."withdrawal_id" is null or ("orders"."status" = 'delivered' and "orders"."payment" <> 'void' and "orders"."supplier_id" is not null and "orders"."deleted_at" is null)),
	CONSTRAINT "a_status_is_known" CHECK ("orders"."status" in ('pending', 'assigned', 'in_transit', 'delivered', 'cancelled')),
	CONSTRAINT "a_payment_status_is_known" CHECK ("orders"."payment" in ('pending', 'paid', 'void')),
	CONSTRAINT "only_delivered_orders_are_paid" CHECK ("orders"."payment" = 'pending' or "orders"."status" = 'delivered'),
	CONSTRAINT "a_payment_is_dated" CHECK (("orders"."payment" = 'paid') = ("orders"."paid_at" is not null)),
	CONSTRAINT "an_origin_is_known" CHECK ("orders"."origin" in ('supplier', 'promo', 'direct')),
	CONSTRAINT "a_supplier_stands_behind_its_orders" CHECK (("orders"."origin" = 'direct') = ("orders"."supplier_id" is null)),
	CONSTRAINT "a_code_makes_a_promo_order" CHECK (("orders"."origin" = 'promo') = ("orders"."promo_code" is not null)),
	CONSTRAINT "only_codes_give_discounts" CHECK ("orders"."origin" = 'promo' or ("orders"."discount" = 0 and "orders"."discount_percent" = 0)),
	CONSTRAINT "a_note_is_short" CHECK (char_length("orders"."note") between 1 and 200),
	CONSTRAINT "a_discount_is_a_percentage" CHECK ("orders"."discount_percent" between 0 and 100),
	CONSTRAINT "a_gain_is_never_negative" CHECK ("orders"."gain" >= 0),
	CONSTRAINT "nobody_gains_without_a_supplier" CHECK ("orders"."supplier_id" is not null or "orders"."gain" = 0),
	CONSTRAINT "a_total_adds_up" CHECK ("orders"."total" = "orders"."subtotal" - "orders"."discount" + "orders"."delivery"),
	CONSTRAINT "a_courier_collects_public_prices" CHECK ("orders"."collected" = "orders"."total" + case when "orders"."origin" = 'supplier' then "orders"."gain" else 0 end),
	CONSTRAINT "delivery_is_never_negative" CHECK ("orders"."delivery" >= 0),
	CONSTRAINT "a_deleted_order_was_not_delivered" CHECK ("orders"."deleted_at" is null or "orders"."status" <> 'delivered')
);
--> statement-breakpoint
CREATE TABLE "tracking_keys" (
	"is_the_one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"key" "bytea" NOT NULL,
	CONSTRAINT "there_is_one_tracking_key" CHECK ("tracking_keys"."is_the_one")
);
--> statement-breakpoint
CREATE TABLE "personal_data_acts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "personal_data_acts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"personal_data" text NOT NULL,
	"customer_id" integer,
	"account_id" integer,
	"orders" integer NOT NULL,
	"done_by" integer,
	"done_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "a_personal_data_act_is_known" CHECK ("personal_data_acts"."personal_data" in ('exported', 'anonymised')),
	CONSTRAINT "an_act_is_about_one_person" CHECK (("personal_data_acts"."customer_id" is null) <> ("personal_data_acts"."account_id" is null))
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invariant_checks" (
	"is_the_one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"broken" jsonb NOT NULL,
	CONSTRAINT "there_is_one_invariant_check" CHECK ("invariant_checks"."is_the_one")
);
--> statement-breakpoint
CREATE TABLE "withdrawal_orders" (
	"withdrawal_id" integer NOT NULL,
	"order_id" integer NOT NULL,
	CONSTRAINT "a_withdrawal_names_an_order_once" PRIMARY KEY("withdrawal_id","order_id")
);
--> statement-breakpoint
CREATE TABLE "withdrawals" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "withdrawals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"account_id" integer NOT NULL,
	"amount" bigint NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"rib" text,
	"reference" text,
	"reason" text,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by" integer,
	CONSTRAINT "a_withdrawal_is_above_zero" CHECK ("withdrawals"."amount" > 0),
	CONSTRAINT "a_withdrawal_status_is_known" CHECK ("withdrawals"."status" in ('pending', 'approved', 'refused')),
	CONSTRAINT "a_withdrawal_decision_is_dated" CHECK (("withdrawals"."status" = 'pending') = ("withdrawals"."decided_at" is null))
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"route" text NOT NULL,
	"caller" text NOT NULL,
	"key" text NOT NULL,
	"body_hash" "bytea" NOT NULL,
	"status" integer,
	"answer" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "a_key_answers_once" PRIMARY KEY("route","caller","key")
);
--> statement-breakpoint
CREATE TABLE "tries" (
	"subject" text NOT NULL,
	"window_start" timestamp (3) with time zone NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "a_window_is_counted_once" PRIMARY KEY("subject","window_start")
);
--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_actor_id_accounts_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_buyer_id_accounts_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_decided_by_accounts_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales" ADD CONSTRAINT "sales_buyer_id_accounts_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales" ADD CONSTRAINT "sales_recorded_by_accounts_id_fk" FOREIGN KEY ("recorded_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_entries" ADD CONSTRAINT "stock_entries_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_entries" ADD CONSTRAINT "stock_entries_entered_by_accounts_id_fk" FOREIGN KEY ("entered_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_supplier_id_accounts_id_fk" FOREIGN KEY ("supplier_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_moves" ADD CONSTRAINT "order_moves_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_moves" ADD CONSTRAINT "order_moves_moved_by_accounts_id_fk" FOREIGN KEY ("moved_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_supplier_id_accounts_id_fk" FOREIGN KEY ("supplier_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_deleted_by_accounts_id_fk" FOREIGN KEY ("deleted_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "personal_data_acts" ADD CONSTRAINT "personal_data_acts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "personal_data_acts" ADD CONSTRAINT "personal_data_acts_done_by_accounts_id_fk" FOREIGN KEY ("done_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawal_orders" ADD CONSTRAINT "withdrawal_orders_withdrawal_id_withdrawals_id_fk" FOREIGN KEY ("withdrawal_id") REFERENCES "public"."withdrawals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawal_orders" ADD CONSTRAINT "withdrawal_orders_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_decided_by_accounts_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "an_identifier_is_given_once" ON "accounts" USING btree (upper("custom_id"));--> statement-breakpoint
CREATE UNIQUE INDEX "an_email_has_one_account" ON "accounts" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "a_promo_code_has_one_owner" ON "accounts" USING btree ("promo_code");--> statement-breakpoint
CREATE INDEX "accounts_of_a_role" ON "accounts" USING btree ("role","id");--> statement-breakpoint
CREATE INDEX "parts_of_accounts" ON "accounts" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "an_account_has_one_reset_link" ON "password_resets" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "reset_links_by_age" ON "password_resets" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_of_an_account" ON "sessions" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "sessions_by_age" ON "sessions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "audit_entries_of_a_subject" ON "audit_entries" USING btree ("subject","subject_id","id");--> statement-breakpoint
CREATE INDEX "audit_entries_of_a_kind" ON "audit_entries" USING btree ("subject","id");--> statement-breakpoint
CREATE INDEX "audit_entries_by_age" ON "audit_entries" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_of_a_person" ON "audit_entries" USING btree ("actor_id","id");--> statement-breakpoint
CREATE INDEX "purchases_of_a_buyer" ON "purchases" USING btree ("buyer_id","requested_at","id");--> statement-breakpoint
CREATE INDEX "purchases_to_decide_first" ON "purchases" USING btree (("status" <> 'pending'),"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "purchases_by_status" ON "purchases" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "sales_of_a_buyer" ON "sales" USING btree ("buyer_id","recorded_at","id");--> statement-breakpoint
CREATE INDEX "products_on_sale" ON "products" USING btree ("category","id") WHERE "products"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "parts_of_products" ON "products" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "stock_entries_of_a_product" ON "stock_entries" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "unread_notifications" ON "notifications" USING btree ("id") WHERE "notifications"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_by_reading" ON "notifications" USING btree ("read_at") WHERE "notifications"."read_at" is not null;--> statement-breakpoint
CREATE INDEX "customers_of_a_supplier" ON "customers" USING btree ("supplier_id","id");--> statement-breakpoint
CREATE INDEX "customers_of_a_phone" ON "customers" USING btree ("phone");--> statement-breakpoint
CREATE INDEX "parts_of_customers" ON "customers" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "lines_of_a_product" ON "order_lines" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "moves_of_an_order" ON "order_moves" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "orders_by_day" ON "orders" USING btree ("created_at","id") WHERE "orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "orders_by_status" ON "orders" USING btree ("status","created_at","id","payment") WHERE "orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "orders_by_payment" ON "orders" USING btree ("payment","created_at","id") WHERE "orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "orders_by_city" ON "orders" USING btree ("city","created_at","id") WHERE "orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "orders_by_amount" ON "orders" USING btree ("collected","id","status","payment") WHERE "orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "orders_to_look_at" ON "orders" USING btree ("created_at","id") WHERE "orders"."deleted_at" is null and "orders"."flagged";--> statement-breakpoint
CREATE INDEX "orders_of_a_supplier" ON "orders" USING btree ("supplier_id","created_at","id") WHERE "orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "orders_of_a_supplier_by_status" ON "orders" USING btree ("supplier_id","status","created_at","id") WHERE "orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "orders_of_a_customer" ON "orders" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "orders_of_a_phone" ON "orders" USING btree ("phone","created_at");--> statement-breakpoint
CREATE INDEX "parts_of_orders" ON "orders" USING gin ("search" gin_trgm_ops,("id"::text) gin_trgm_ops) WHERE "orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "orders_to_withdraw" ON "orders" USING btree ("supplier_id","id") WHERE "orders"."status" = 'delivered' and "orders"."payment" <> 'void' and "orders"."withdrawal_id" is null;--> statement-breakpoint
CREATE INDEX "orders_of_a_withdrawal" ON "orders" USING btree ("withdrawal_id") WHERE "orders"."withdrawal_id" is not null;--> statement-breakpoint
CREATE INDEX "withdrawals_of_an_order" ON "withdrawal_orders" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "withdrawals_of_an_account" ON "withdrawals" USING btree ("account_id","requested_at","id");--> statement-breakpoint
CREATE INDEX "withdrawals_to_decide_first" ON "withdrawals" USING btree (("status" <> 'pending'),"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "withdrawals_by_status" ON "withdrawals" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_by_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "tries_by_age" ON "tries" USING btree ("window_start");--> statement-breakpoint
-- Rules that hold whatever the code does, written by hand: what stands above is made from the tables.
-- Delivered and cancelled orders are final: whatever the code does, no statement moves them on.
create function keep_final_orders() returns trigger language plpgsql as $$
begin
  raise exception 'order % is % and cannot become %', old.id, old.status, new.status
    using errcode = 'check_violation', constraint = 'final_orders_stay_final', table = 'orders';
end
$$;
--> statement-breakpoint
create trigger final_orders_stay_final before update of status on orders
  for each row when (old.status in ('delivered', 'cancelled') and new.status is distinct from old.status)
  execute function keep_final_orders();
--> statement-breakpoint
-- Writes down a change: the columns named in the third argument that are not what they were.
-- Arguments: subject, the column with its number, watched columns. Who and when: `shop.actor` and `shop.moment` of the transaction.
create function note_change() returns trigger language plpgsql as $$
declare
  old_row jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) end;
  new_row jsonb := to_jsonb(new);
  earlier jsonb;
  later jsonb;
begin
  select jsonb_object_agg(name, old_row -> name), jsonb_object_agg(name, new_row -> name) into earlier, later
    from unnest(string_to_array(tg_argv[2], ',')) as name
    where case when tg_op = 'UPDATE' then old_row -> name is distinct from new_row -> name
      else jsonb_typeof(new_row -> name) <> 'null' end;
  if later is null then
    return null;
  end if;
  insert into audit_entries (at, actor_id, subject, subject_id, act, before, after) values (
    coalesce(nullif(current_setting('shop.moment', true), '')::timestamptz, clock_timestamp()),
    nullif(current_setting('shop.actor', true), '')::integer,
    tg_argv[0],
    (new_row ->> tg_argv[1])::integer,
    case when tg_op = 'UPDATE' then 'changed' else 'created' end,
    case when tg_op = 'UPDATE' then earlier end,
    later);
  return null;
end
$$;
--> statement-breakpoint
-- A setting has a name instead of a number.
create function note_setting() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.value = old.value then
    return null;
  end if;
  insert into audit_entries (at, actor_id, subject, act, before, after) values (
    coalesce(nullif(current_setting('shop.moment', true), '')::timestamptz, clock_timestamp()),
    nullif(current_setting('shop.actor', true), '')::integer,
    'setting',
    'changed',
    case when tg_op <> 'INSERT' then jsonb_build_object(old.name, old.value) end,
    case when tg_op <> 'DELETE' then jsonb_build_object(new.name, new.value)
      else jsonb_build_object(old.name, null) end);
  return null;
end
$$;
--> statement-breakpoint
create trigger changes_of_orders_are_noted
  after update of status, cancel_reason, payment, name, phone, address, city, note, delivery, collected, deleted_at on orders
  for each row execute function note_change(
    'order', 'id', 'status,cancel_reason,payment,name,phone,address,city,note,delivery,collected,deleted_at');
--> statement-breakpoint
create trigger changes_of_products_are_noted
  after insert or update of name, description, user_price, distributor_price, category, image, deleted_at on products
  for each row execute function note_change(
    'product', 'id', 'name,description,user_price,distributor_price,category,image,deleted_at');
--> statement-breakpoint
create trigger entries_of_stock_are_noted after insert on stock_entries
  for each row execute function note_change('product', 'product_id', 'quantity');
--> statement-breakpoint
create trigger changes_of_accounts_are_noted after update of role, banned_at on accounts
  for each row execute function note_change('account', 'id', 'role,banned_at');
--> statement-breakpoint
create trigger invitations_are_noted after insert on accounts for each row when (new.role <> 'supplier')
  execute function note_change('account', 'id', 'custom_id,role,name');
--> statement-breakpoint
create trigger decisions_of_withdrawals_are_noted after update of status, reference, reason on withdrawals
  for each row execute function note_change('withdrawal', 'id', 'status,reference,reason');
--> statement-breakpoint
create trigger decisions_of_purchases_are_noted after update of status, reason on purchases
  for each row execute function note_change('purchase', 'id', 'status,reason');
--> statement-breakpoint
create trigger sales_are_noted after insert on sales
  for each row execute function note_change('sale', 'id', 'buyer_id,amount');
--> statement-breakpoint
create trigger changes_of_announcements_are_noted after insert or update of title, message, is_active on announcements
  for each row execute function note_change('announcement', 'id', 'title,message,is_active');
--> statement-breakpoint
create trigger changes_of_settings_are_noted after insert or update or delete on settings
  for each row execute function note_setting();
--> statement-breakpoint
-- What was written down stays: neither the shop nor a hurried hand at the console rewrites history.
create function keep_audit_entries() returns trigger language plpgsql as $$
begin
  raise exception 'an audit entry is neither changed nor removed'
    using errcode = 'check_violation', constraint = 'audit_entries_stay', table = 'audit_entries';
end
$$;
--> statement-breakpoint
create trigger personal_data_of_accounts_is_noted after insert on personal_data_acts
  for each row when (new.account_id is not null)
  execute function note_change('account', 'account_id', 'personal_data');
--> statement-breakpoint
create trigger personal_data_of_customers_is_noted after insert on personal_data_acts
  for each row when (new.customer_id is not null)
  execute function note_change('customer', 'customer_id', 'personal_data,orders');
--> statement-breakpoint
-- What an entry says, with its personal values taken out.
create function without_personal_values(said jsonb) returns jsonb language sql immutable as $$
  select said || coalesce(
    (select jsonb_object_agg(name, 'effacé'::text) from unnest(array['name', 'phone', 'address', 'note']) as name where said ? name), '{}')
$$;
--> statement-breakpoint
-- One change of an entry is let through: its personal values are taken out, all of them and nothing else, once the order
-- or the account that it is about holds none any more. Who did what, when, and with which amounts stays for good.
create function only_blank_audit_entries() returns trigger language plpgsql as $$
begin
  if (new.id, new.at, new.actor_id, new.subject, new.subject_id, new.act)
      is not distinct from (old.id, old.at, old.actor_id, old.subject, old.subject_id, old.act)
    and new.before is not distinct from without_personal_values(old.before)
    and new.after = without_personal_values(old.after)
    -- In parentheses: a bare THEN would end the condition.
    and (case old.subject
      when 'order' then exists (
        select from orders where orders.id = old.subject_id and name = 'Client anonymisé' and phone = '0000000000')
      when 'account' then exists (select from accounts where accounts.id = old.subject_id and erased_at is not null)
      else false
    end)
  then
    return new;
  end if;
  raise exception 'an audit entry is neither changed nor removed'
    using errcode = 'check_violation', constraint = 'audit_entries_stay', table = 'audit_entries';
end
$$;
--> statement-breakpoint
create trigger audit_entries_stay before delete or truncate on audit_entries
  for each statement execute function keep_audit_entries();
--> statement-breakpoint
create trigger audit_entries_say_what_they_said before update on audit_entries
  for each row execute function only_blank_audit_entries();
--> statement-breakpoint
insert into tracking_keys (key)
  values (decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));
