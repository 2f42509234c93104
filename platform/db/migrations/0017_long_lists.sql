ALTER TABLE "products" ADD COLUMN "stock_mark" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Products by their highest stock, without an index that every order would write: a mark is no lower than the stock, and
-- follows it when it is a sixteenth off, or sixteen pieces. Put on the shelf, it follows at once.
update products set stock_mark = stock;
--> statement-breakpoint
CREATE INDEX "products_by_stock_mark" ON "products" USING btree ("stock_mark","id") WHERE "products"."deleted_at" is null;--> statement-breakpoint
create function mark_stock() returns trigger language plpgsql as $$
begin
  new.stock_mark := new.stock;
  return new;
end
$$;
--> statement-breakpoint
create trigger stocks_are_marked before insert on products for each row execute function mark_stock();
--> statement-breakpoint
create function move_stock_mark() returns trigger language plpgsql as $$
begin
  update products set stock_mark = stock where id = new.id;
  return null;
end
$$;
--> statement-breakpoint
create trigger marks_follow_stocks after update on products for each row
  when (new.stock > new.stock_mark or new.stock < new.stock_mark - greatest(16, new.stock_mark / 16))
  execute function move_stock_mark();
--> statement-breakpoint
CREATE INDEX "words_of_first_products" ON "products" USING gin (strip(to_tsvector('simple', translate(lower(regexp_replace(normalize("search" || ' ' || "description", NFKD), '[\u0300-\u036f\u064b-\u065f]+', '', 'g')), '’‘“”«»–—…·', '          ')))) WHERE "products"."deleted_at" is null and "products"."id" <= 2000;
--> statement-breakpoint
-- Where two words of a text meet: `nadia lahlou` has `dia lah`. Who types two words means few people, and each word has many.
create function joints_of(words text) returns text[] language plpgsql immutable strict parallel safe as $$
declare
  each text[] := string_to_array(words, ' ');
  joints text[] := '{}';
begin
  for nth in 2 .. cardinality(each) loop
    joints := joints || (right(each[nth - 1], 3) || ' ' || left(each[nth], 3));
  end loop;
  return joints;
end
$$;
--> statement-breakpoint
create index joints_of_customers on customers using gin (joints_of(search));
--> statement-breakpoint
drop materialized view order_outcomes;
--> statement-breakpoint
-- As it was, with every five hundredth row of the usual order marked by its place, so that a page far from both ends is near
-- one. When it was counted stands in one row: in all of them, each count wrote every row anew.
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
    union all
    select 'moment', 0, '', '', 0, 0, 0, 0 where exists (select from cities)
  )
  select everything.*,
    delivered::float8 / nullif(delivered + cancelled, 0) as delivered_rate,
    refused::float8 / nullif(delivered + cancelled, 0) as refused_rate,
    (count(*) over (partition by kind, months))::int as total,
    case when row_number() over in_order % 500 = 0 then (row_number() over in_order)::int end as milestone,
    case when kind = 'moment' then now() end as counted_at
  from everything window in_order as (partition by kind, months order by orders desc, key);
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
--> statement-breakpoint
create index milestones_of_outcomes on order_outcomes (kind, months, milestone) where milestone is not null;
