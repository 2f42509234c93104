CREATE TABLE "password_resets" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
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
ALTER TABLE "accounts" ADD COLUMN "rib" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "held_by" integer;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_buyer_id_accounts_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_decided_by_accounts_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales" ADD CONSTRAINT "sales_buyer_id_accounts_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales" ADD CONSTRAINT "sales_recorded_by_accounts_id_fk" FOREIGN KEY ("recorded_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawal_orders" ADD CONSTRAINT "withdrawal_orders_withdrawal_id_withdrawals_id_fk" FOREIGN KEY ("withdrawal_id") REFERENCES "public"."withdrawals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawal_orders" ADD CONSTRAINT "withdrawal_orders_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_decided_by_accounts_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "an_account_has_one_reset_link" ON "password_resets" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "purchases_of_a_buyer" ON "purchases" USING btree ("buyer_id","id");--> statement-breakpoint
CREATE INDEX "purchases_to_decide" ON "purchases" USING btree ("id") WHERE "purchases"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "sales_of_a_buyer" ON "sales" USING btree ("buyer_id","id");--> statement-breakpoint
CREATE INDEX "withdrawals_of_an_order" ON "withdrawal_orders" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "withdrawals_of_an_account" ON "withdrawals" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "withdrawals_to_decide" ON "withdrawals" USING btree ("id") WHERE "withdrawals"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "orders_to_withdraw" ON "orders" USING btree ("supplier_id","id") WHERE "orders"."status" = 'delivered' and "orders"."payment" <> 'void' and "orders"."held_by" is null;--> statement-breakpoint
CREATE INDEX "orders_of_a_withdrawal" ON "orders" USING btree ("held_by") WHERE "orders"."held_by" is not null;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "a_rib_is_24_digits" CHECK ("accounts"."rib" ~ '^[0-9]{24}$');--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "only_delivered_gains_are_withdrawn" CHECK ("orders"."held_by" is null or ("orders"."status" = 'delivered' and "orders"."payment" <> 'void' and "orders"."supplier_id" is not null and "orders"."deleted_at" is null));