-- Parts of words are searched by trigrams. A trusted extension: the owner of the database may create it.
create extension if not exists pg_trgm;
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
CREATE TABLE "settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "orders_newest_first";--> statement-breakpoint
DROP INDEX "orders_by_status";--> statement-breakpoint
DROP INDEX "orders_by_day";--> statement-breakpoint
DROP INDEX "orders_of_a_supplier";--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_actor_id_accounts_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entries_of_a_subject" ON "audit_entries" USING btree ("subject","subject_id","id");--> statement-breakpoint
CREATE INDEX "audit_entries_of_a_person" ON "audit_entries" USING btree ("actor_id","id");--> statement-breakpoint
CREATE INDEX "unread_notifications" ON "notifications" USING btree ("id") WHERE "notifications"."read_at" is null;--> statement-breakpoint
CREATE INDEX "accounts_of_a_role" ON "accounts" USING btree ("role","id");--> statement-breakpoint
CREATE INDEX "parts_of_accounts" ON "accounts" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "purchases_to_decide_first" ON "purchases" USING btree (("status" <> 'pending'),"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "parts_of_products" ON "products" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "parts_of_customers" ON "customers" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "orders_of_a_customer" ON "orders" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "orders_by_amount" ON "orders" USING btree ("collected","id") WHERE "orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "parts_of_order_numbers" ON "orders" USING gin (("id"::text) gin_trgm_ops) WHERE "orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "withdrawals_to_decide_first" ON "withdrawals" USING btree (("status" <> 'pending'),"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "orders_by_status" ON "orders" USING btree ("status","created_at","id") WHERE "orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "orders_by_day" ON "orders" USING btree ("created_at","id") WHERE "orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "orders_of_a_supplier" ON "orders" USING btree ("supplier_id","id") WHERE "orders"."supplier_id" is not null;
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
  after update of status, cancel_reason, payment, name, phone, address, city, delivery, collected, deleted_at on orders
  for each row execute function note_change(
    'order', 'id', 'status,cancel_reason,payment,name,phone,address,city,delivery,collected,deleted_at');
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
create trigger audit_entries_stay before update or delete or truncate on audit_entries
  for each statement execute function keep_audit_entries();
--> statement-breakpoint
-- What became of the orders of a month, by city, product and supplier: counted anew every few minutes.
create materialized view order_outcomes as
  select 'city' as kind, city as key, date_trunc('month', placed_on)::date as month,
    count(*)::int as orders,
    (count(*) filter (where status = 'delivered'))::int as delivered,
    (count(*) filter (where status = 'cancelled'))::int as cancelled,
    (count(*) filter (where cancel_reason = 'refused'))::int as refused,
    now() as counted_at
  from orders where deleted_at is null group by 2, 3
  union all
  select 'supplier', supplier_id::text, date_trunc('month', placed_on)::date,
    count(*)::int,
    (count(*) filter (where status = 'delivered'))::int,
    (count(*) filter (where status = 'cancelled'))::int,
    (count(*) filter (where cancel_reason = 'refused'))::int,
    now()
  from orders where deleted_at is null and supplier_id is not null group by 2, 3
  union all
  select 'product', order_lines.product_id::text, date_trunc('month', placed_on)::date,
    count(*)::int,
    (count(*) filter (where status = 'delivered'))::int,
    (count(*) filter (where status = 'cancelled'))::int,
    (count(*) filter (where cancel_reason = 'refused'))::int,
    now()
  from order_lines join orders on orders.id = order_lines.order_id where deleted_at is null group by 2, 3;
--> statement-breakpoint
create unique index an_outcome_is_counted_once on order_outcomes (kind, key, month);
