CREATE TABLE "list_tallies" (
	"list" text NOT NULL,
	"kind" text NOT NULL,
	"rows" integer NOT NULL,
	CONSTRAINT "a_list_is_tallied_once" PRIMARY KEY("list","kind")
);
--> statement-breakpoint
CREATE TABLE "list_tally_changes" (
	"list" text NOT NULL,
	"kind" text NOT NULL,
	"rows" integer NOT NULL
);
--> statement-breakpoint
DROP INDEX "purchases_to_decide";--> statement-breakpoint
DROP INDEX "withdrawals_to_decide";--> statement-breakpoint
DROP INDEX "purchases_to_decide_first";--> statement-breakpoint
DROP INDEX "orders_of_a_supplier";--> statement-breakpoint
DROP INDEX "withdrawals_to_decide_first";--> statement-breakpoint
CREATE INDEX "tally_changes_of_a_list" ON "list_tally_changes" USING btree ("list");--> statement-breakpoint
CREATE INDEX "accounts_in_use" ON "accounts" USING btree ("role","id") WHERE "accounts"."banned_at" is null;--> statement-breakpoint
CREATE INDEX "banned_accounts" ON "accounts" USING btree ("role","id") WHERE "accounts"."banned_at" is not null;--> statement-breakpoint
CREATE INDEX "parts_of_account_numbers" ON "accounts" USING gin (("id"::text) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "reset_links_by_age" ON "password_resets" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_by_age" ON "sessions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "audit_entries_of_a_kind" ON "audit_entries" USING btree ("subject","id");--> statement-breakpoint
CREATE INDEX "audit_entries_by_age" ON "audit_entries" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "purchases_by_status" ON "purchases" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "notifications_by_reading" ON "notifications" USING btree ("read_at") WHERE "notifications"."read_at" is not null;--> statement-breakpoint
CREATE INDEX "orders_of_a_supplier_by_status" ON "orders" USING btree ("supplier_id","status","created_at","id") WHERE "orders"."supplier_id" is not null and "orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "withdrawals_by_status" ON "withdrawals" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "purchases_to_decide_first" ON "purchases" USING btree (("status" <> 'pending'),"id" DESC NULLS FIRST,"status");--> statement-breakpoint
CREATE INDEX "orders_of_a_supplier" ON "orders" USING btree ("supplier_id","created_at","id") WHERE "orders"."supplier_id" is not null and "orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "withdrawals_to_decide_first" ON "withdrawals" USING btree (("status" <> 'pending'),"id" DESC NULLS FIRST,"status");
--> statement-breakpoint
create view list_tally_rows as
  select list, kind, rows from list_tallies
  union all
  select list, kind, rows from list_tally_changes;
--> statement-breakpoint
create function tally_customer() returns trigger language plpgsql as $$
begin
  insert into list_tally_changes (list, kind, rows) values ('customers', '', case tg_op when 'INSERT' then 1 else -1 end);
  return null;
end
$$;
--> statement-breakpoint
create trigger customers_are_tallied after insert or delete on customers for each row execute function tally_customer();
--> statement-breakpoint
-- Accounts by role; those that are banned apart.
create function tally_account() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into list_tally_changes (list, kind, rows)
      values ('accounts', old.role || case when old.banned_at is null then '' else ' banned' end, -1);
  end if;
  if tg_op <> 'DELETE' then
    insert into list_tally_changes (list, kind, rows)
      values ('accounts', new.role || case when new.banned_at is null then '' else ' banned' end, 1);
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger accounts_are_tallied after insert or delete or update of role, banned_at on accounts
  for each row execute function tally_account();
--> statement-breakpoint
-- Withdrawals and purchases by their status.
create function tally_request() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into list_tally_changes (list, kind, rows) values (tg_table_name, old.status, -1);
  end if;
  if tg_op <> 'DELETE' then
    insert into list_tally_changes (list, kind, rows) values (tg_table_name, new.status, 1);
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger withdrawals_are_tallied after insert or delete or update of status on withdrawals
  for each row execute function tally_request();
--> statement-breakpoint
create trigger purchases_are_tallied after insert or delete or update of status on purchases
  for each row execute function tally_request();
--> statement-breakpoint
create function forget_list_tallies() returns trigger language plpgsql as $$
begin
  delete from list_tallies where list = tg_table_name;
  delete from list_tally_changes where list = tg_table_name;
  return null;
end
$$;
--> statement-breakpoint
create trigger emptied_accounts_are_tallied after truncate on accounts execute function forget_list_tallies();
--> statement-breakpoint
create trigger emptied_customers_are_tallied after truncate on customers execute function forget_list_tallies();
--> statement-breakpoint
create trigger emptied_withdrawals_are_tallied after truncate on withdrawals execute function forget_list_tallies();
--> statement-breakpoint
create trigger emptied_purchases_are_tallied after truncate on purchases execute function forget_list_tallies();
--> statement-breakpoint
insert into list_tallies (list, kind, rows)
  select 'customers', '', count(*) from customers
  union all
  select 'accounts', role || case when banned_at is null then '' else ' banned' end, count(*) from accounts group by 2
  union all
  select 'withdrawals', status, count(*) from withdrawals group by 2
  union all
  select 'purchases', status, count(*) from purchases group by 2;
--> statement-breakpoint
drop materialized view order_outcomes;
--> statement-breakpoint
-- As it was, with the number of rows that a list of them has, and indexes for each order that the list offers.
create materialized view order_outcomes as
  with period as (
    select months, (date_trunc('month', coalesce(nullif(current_setting('shop.day', true), '')::date, current_date))
      - make_interval(months => months - 1))::date as since
    from (values (1), (3), (12)) as asked(months)
  ), cities as (
    select months, city as key, count(*)::int as orders,
    (count(*) filter (where status = 'delivered'))::int as delivered,
    (count(*) filter (where status = 'cancelled'))::int as cancelled,
    (count(*) filter (where cancel_reason = 'refused'))::int as refused
    from orders join period on placed_on >= since where deleted_at is null group by 1, 2
  ), suppliers as (
    select months, supplier_id, count(*)::int as orders,
    (count(*) filter (where status = 'delivered'))::int as delivered,
    (count(*) filter (where status = 'cancelled'))::int as cancelled,
    (count(*) filter (where cancel_reason = 'refused'))::int as refused
    from orders join period on placed_on >= since where deleted_at is null and supplier_id is not null group by 1, 2
  ), pieces as (
    select months, product_id, count(*)::int as orders,
    (count(*) filter (where status = 'delivered'))::int as delivered,
    (count(*) filter (where status = 'cancelled'))::int as cancelled,
    (count(*) filter (where cancel_reason = 'refused'))::int as refused
    from orders join period on placed_on >= since join order_lines on order_lines.order_id = orders.id
    where deleted_at is null group by 1, 2
  ), everything as (
    select 'city' as kind, months, key, key as name, orders, delivered, cancelled, refused from cities
    union all
    select 'supplier', months, supplier_id::text, accounts.name || ' (' || accounts.custom_id || ')',
      orders, delivered, cancelled, refused
    from suppliers join accounts on accounts.id = supplier_id
    union all
    select 'product', months, product_id::text, products.name, orders, delivered, cancelled, refused
    from pieces join products on products.id = product_id
  )
  select everything.*, (count(*) over (partition by kind, months))::int as total, now() as counted_at from everything;
--> statement-breakpoint
create unique index an_outcome_is_counted_once on order_outcomes (kind, months, key);
--> statement-breakpoint
create index outcomes_with_most_orders on order_outcomes (kind, months, orders desc, key);
--> statement-breakpoint
create index outcomes_with_fewest_orders on order_outcomes (kind, months, orders, key);
--> statement-breakpoint
create index outcomes_by_name on order_outcomes (kind, months, name, orders desc, key);
--> statement-breakpoint
create index outcomes_most_delivered on order_outcomes
  (kind, months, (delivered::float8 / nullif(delivered + cancelled, 0)) desc nulls last, orders desc, key);
--> statement-breakpoint
create index outcomes_least_delivered on order_outcomes
  (kind, months, (delivered::float8 / nullif(delivered + cancelled, 0)), orders desc, key);
--> statement-breakpoint
create index outcomes_most_refused on order_outcomes
  (kind, months, (refused::float8 / nullif(delivered + cancelled, 0)) desc nulls last, orders desc, key);
--> statement-breakpoint
create index outcomes_least_refused on order_outcomes
  (kind, months, (refused::float8 / nullif(delivered + cancelled, 0)), orders desc, key);
