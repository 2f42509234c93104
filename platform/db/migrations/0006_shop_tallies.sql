CREATE TABLE "shop_tallies" (
	"placed_on" date,
	"status" text NOT NULL,
	"payment" text NOT NULL,
	"orders" integer NOT NULL,
	"collected" bigint NOT NULL,
	CONSTRAINT "a_shop_tally_is_kept_once" UNIQUE NULLS NOT DISTINCT("placed_on","status","payment")
);
--> statement-breakpoint
CREATE INDEX "orders_by_city" ON "orders" USING btree ("city","created_at","id") WHERE "orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "orders_by_payment" ON "orders" USING btree ("payment","created_at","id") WHERE "orders"."deleted_at" is null and "orders"."status" = 'delivered';--> statement-breakpoint
CREATE INDEX "orders_to_look_at" ON "orders" USING btree ("created_at","id") WHERE "orders"."deleted_at" is null and "orders"."flagged";
--> statement-breakpoint
insert into shop_tallies (placed_on, status, payment, orders, collected)
  select placed_on, status, payment, sum(orders), sum(collected) from order_tallies
  group by placed_on, status, payment;
--> statement-breakpoint
create view shop_tally_rows as
  select placed_on, status, payment, orders, collected from shop_tallies where placed_on is not null
  union all
  select placed_on, status, payment, orders, collected from order_tally_changes;
--> statement-breakpoint
create view shop_total_rows as
  select status, payment, orders, collected from shop_tallies where placed_on is null
  union all
  select status, payment, orders, collected from order_tally_changes;
--> statement-breakpoint
drop materialized view order_outcomes;
--> statement-breakpoint
-- What became of the orders of the last months, by city, product and supplier: counted anew every few minutes. The
-- months that are asked for are added up here, with the names, so that a page of the list reads its own rows.
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
  select everything.*, now() as counted_at from everything;
--> statement-breakpoint
create unique index an_outcome_is_counted_once on order_outcomes (kind, months, key);
--> statement-breakpoint
create index outcomes_with_most_orders on order_outcomes (kind, months, orders desc, key);
