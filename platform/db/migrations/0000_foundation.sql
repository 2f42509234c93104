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
	"banned_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"search" text NOT NULL,
	CONSTRAINT "a_role_is_known" CHECK ("accounts"."role" in ('supplier', 'buyer', 'admin')),
	CONSTRAINT "only_suppliers_have_codes" CHECK ("accounts"."promo_code" is null or "accounts"."role" = 'supplier'),
	CONSTRAINT "a_promo_code_is_short_capitals" CHECK ("accounts"."promo_code" ~ '^[A-Z0-9]{6,12}$')
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL
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
	"subtotal" bigint NOT NULL,
	"discount" bigint NOT NULL,
	"delivery" bigint NOT NULL,
	"total" bigint NOT NULL,
	"collected" bigint NOT NULL,
	"gain" bigint NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"cancel_reason" text,
	"payment" text DEFAULT 'pending' NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"flagged" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" integer,
	CONSTRAINT "a_status_is_known" CHECK ("orders"."status" in ('pending', 'assigned', 'in_transit', 'delivered', 'cancelled')),
	CONSTRAINT "a_payment_status_is_known" CHECK ("orders"."payment" in ('pending', 'paid', 'void')),
	CONSTRAINT "only_delivered_orders_are_paid" CHECK ("orders"."payment" = 'pending' or "orders"."status" = 'delivered'),
	CONSTRAINT "a_payment_is_dated" CHECK (("orders"."payment" = 'paid') = ("orders"."paid_at" is not null)),
	CONSTRAINT "an_origin_is_known" CHECK ("orders"."origin" in ('supplier', 'promo', 'direct')),
	CONSTRAINT "a_supplier_stands_behind_its_orders" CHECK (("orders"."origin" = 'direct') = ("orders"."supplier_id" is null)),
	CONSTRAINT "a_code_makes_a_promo_order" CHECK (("orders"."origin" = 'promo') = ("orders"."promo_code" is not null)),
	CONSTRAINT "only_codes_give_discounts" CHECK ("orders"."origin" = 'promo' or "orders"."discount" = 0),
	CONSTRAINT "a_gain_is_never_negative" CHECK ("orders"."gain" >= 0),
	CONSTRAINT "nobody_gains_without_a_supplier" CHECK ("orders"."supplier_id" is not null or "orders"."gain" = 0),
	CONSTRAINT "a_total_adds_up" CHECK ("orders"."total" = "orders"."subtotal" - "orders"."discount" + "orders"."delivery"),
	CONSTRAINT "a_courier_collects_public_prices" CHECK ("orders"."collected" = "orders"."total" + case when "orders"."origin" = 'supplier' then "orders"."gain" else 0 end),
	CONSTRAINT "delivery_costs_20_or_35" CHECK ("orders"."delivery" in (2000, 3500)),
	CONSTRAINT "a_deleted_order_was_not_delivered" CHECK ("orders"."deleted_at" is null or "orders"."status" <> 'delivered')
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
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
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
CREATE UNIQUE INDEX "an_identifier_is_given_once" ON "accounts" USING btree (upper("custom_id"));--> statement-breakpoint
CREATE UNIQUE INDEX "an_email_has_one_account" ON "accounts" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "a_promo_code_has_one_owner" ON "accounts" USING btree ("promo_code");--> statement-breakpoint
CREATE INDEX "sessions_of_an_account" ON "sessions" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "products_on_sale" ON "products" USING btree ("category","id") WHERE "products"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "stock_entries_of_a_product" ON "stock_entries" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "customers_of_a_supplier" ON "customers" USING btree ("supplier_id","id");--> statement-breakpoint
CREATE INDEX "lines_of_a_product" ON "order_lines" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "moves_of_an_order" ON "order_moves" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "orders_newest_first" ON "orders" USING btree ("id" DESC NULLS LAST) WHERE "orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "orders_by_status" ON "orders" USING btree ("status","id" DESC NULLS LAST) WHERE "orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "orders_by_day" ON "orders" USING btree ("created_at") WHERE "orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "orders_of_a_supplier" ON "orders" USING btree ("supplier_id","id" DESC NULLS LAST) WHERE "orders"."supplier_id" is not null;--> statement-breakpoint
CREATE INDEX "orders_of_a_phone" ON "orders" USING btree ("phone","created_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_by_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "tries_by_age" ON "tries" USING btree ("window_start");