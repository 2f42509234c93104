DROP INDEX "parts_of_order_numbers";--> statement-breakpoint
DROP INDEX "orders_of_a_supplier";--> statement-breakpoint
DROP INDEX "orders_of_a_customer";--> statement-breakpoint
DROP INDEX "orders_by_amount";--> statement-breakpoint
DROP INDEX "orders_by_city";--> statement-breakpoint
CREATE INDEX "orders_of_a_supplier" ON "orders" USING btree ("supplier_id","created_at","id","origin","name","phone") WHERE "orders"."supplier_id" is not null and "orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "orders_of_a_customer" ON "orders" USING btree ("customer_id","created_at","id") WHERE "orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "orders_by_amount" ON "orders" USING btree ("status","payment","collected","id") WHERE "orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "orders_by_city" ON "orders" USING btree ("city","status","created_at","id") WHERE "orders"."deleted_at" is null;
--> statement-breakpoint
-- Withdrawals and purchases by thousands of their numbers, and by their status.
create or replace function tally_request() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into list_tally_changes (list, kind, rows) values (tg_table_name, old.id / 1000 || ' ' || old.status, -1);
  end if;
  if tg_op <> 'DELETE' then
    insert into list_tally_changes (list, kind, rows) values (tg_table_name, new.id / 1000 || ' ' || new.status, 1);
  end if;
  return null;
end
$$;
--> statement-breakpoint
delete from list_tallies where list in ('withdrawals', 'purchases');
--> statement-breakpoint
delete from list_tally_changes where list in ('withdrawals', 'purchases');
--> statement-breakpoint
insert into list_tallies (list, kind, rows)
  select 'withdrawals', id / 1000 || ' ' || status, count(*) from withdrawals group by 2
  union all
  select 'purchases', id / 1000 || ' ' || status, count(*) from purchases group by 2;
--> statement-breakpoint
drop materialized view order_outcomes;
--> statement-breakpoint
-- As it was, with the rates that it is sorted by, so that what a page skips is skipped in an index alone.
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
  select everything.*,
    delivered::float8 / nullif(delivered + cancelled, 0) as delivered_rate,
    refused::float8 / nullif(delivered + cancelled, 0) as refused_rate,
    (count(*) over (partition by kind, months))::int as total, now() as counted_at
  from everything;
--> statement-breakpoint
create unique index an_outcome_is_counted_once on order_outcomes (kind, months, key);
--> statement-breakpoint
create index outcomes_with_most_orders on order_outcomes (kind, months, orders desc, key);
--> statement-breakpoint
create index outcomes_with_fewest_orders on order_outcomes (kind, months, orders, key);
--> statement-breakpoint
create index outcomes_by_name on order_outcomes (kind, months, name, orders desc, key);
--> statement-breakpoint
create index outcomes_most_delivered on order_outcomes (kind, months, delivered_rate desc nulls last, orders desc, key);
--> statement-breakpoint
create index outcomes_least_delivered on order_outcomes (kind, months, delivered_rate, orders desc, key);
--> statement-breakpoint
create index outcomes_most_refused on order_outcomes (kind, months, refused_rate desc nulls last, orders desc, key);
--> statement-breakpoint
create index outcomes_least_refused on order_outcomes (kind, months, refused_rate, orders desc, key);
