CREATE TABLE "buyer_tallies" (
	"buyer_id" integer NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"rows" integer NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "a_buyer_is_tallied_once" PRIMARY KEY("buyer_id","kind","status")
);
--> statement-breakpoint
DROP INDEX "purchases_of_a_buyer";--> statement-breakpoint
DROP INDEX "sales_of_a_buyer";--> statement-breakpoint
DROP INDEX "withdrawals_of_an_account";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "scarce_stock" integer GENERATED ALWAYS AS (case when stock <= 5 then stock end) STORED;--> statement-breakpoint
CREATE INDEX "scarce_products" ON "products" USING btree ("scarce_stock","id","user_price","search","category") WHERE "products"."deleted_at" is null and "products"."scarce_stock" is not null;--> statement-breakpoint
CREATE INDEX "purchases_of_a_buyer" ON "purchases" USING btree ("buyer_id","requested_at","id");--> statement-breakpoint
CREATE INDEX "sales_of_a_buyer" ON "sales" USING btree ("buyer_id","recorded_at","id");--> statement-breakpoint
CREATE INDEX "withdrawals_of_an_account" ON "withdrawals" USING btree ("account_id","requested_at","id");--> statement-breakpoint
-- Customers by thousands of their numbers: where a page in the middle begins need not be counted row by row.
create or replace function tally_customer() returns trigger language plpgsql as $$
begin
  insert into list_tally_changes (list, kind, rows) values (
    'customers',
    (case tg_op when 'INSERT' then new.id else old.id end / 1000)::text,
    case tg_op when 'INSERT' then 1 else -1 end);
  return null;
end
$$;
--> statement-breakpoint
delete from list_tallies where list = 'customers';
--> statement-breakpoint
delete from list_tally_changes where list = 'customers';
--> statement-breakpoint
insert into list_tallies (list, kind, rows) select 'customers', (id / 1000)::text, count(*) from customers group by 2;
--> statement-breakpoint
-- Products on sale the same, and by category; those that are scarce once more, by their stock and category.
create function tally_product() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.deleted_at is null then
    insert into list_tally_changes (list, kind, rows)
      select 'products', old.id / 1000 || ' ' || old.category, -1
      union all
      select 'scarce_products', old.scarce_stock || ' ' || old.category, -1 where old.scarce_stock is not null;
  end if;
  if tg_op <> 'DELETE' and new.deleted_at is null then
    insert into list_tally_changes (list, kind, rows)
      select 'products', new.id / 1000 || ' ' || new.category, 1
      union all
      select 'scarce_products', new.scarce_stock || ' ' || new.category, 1 where new.scarce_stock is not null;
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger products_are_tallied after insert or delete on products for each row execute function tally_product();
--> statement-breakpoint
-- Apart, so that the update of an order, which changes none of this, does not call the function.
create trigger moved_products_are_tallied after update on products for each row
  when (old.scarce_stock is distinct from new.scarce_stock or old.category <> new.category
    or (old.deleted_at is null) <> (new.deleted_at is null))
  execute function tally_product();
--> statement-breakpoint
create function forget_product_tallies() returns trigger language plpgsql as $$
begin
  delete from list_tallies where list in ('products', 'scarce_products');
  delete from list_tally_changes where list in ('products', 'scarce_products');
  return null;
end
$$;
--> statement-breakpoint
create trigger emptied_products_are_tallied after truncate on products
  for each statement execute function forget_product_tallies();
--> statement-breakpoint
insert into list_tallies (list, kind, rows)
  select 'products', id / 1000 || ' ' || category, count(*) from products where deleted_at is null group by 2
  union all
  select 'scarce_products', scarce_stock || ' ' || category, count(*) from products
  where deleted_at is null and scarce_stock is not null group by 2;
--> statement-breakpoint
create function tally_of_buyer(buyer integer, kind_of text, decision text, sign integer, money bigint)
returns void language sql as $$
  insert into buyer_tallies as kept (buyer_id, kind, status, rows, amount)
    select buyer, kind_of, decision, sign, sign * money from accounts where id = buyer and role = 'buyer'
    on conflict on constraint a_buyer_is_tallied_once
    do update set rows = kept.rows + excluded.rows, amount = kept.amount + excluded.amount
$$;
--> statement-breakpoint
create function tally_buyer() returns trigger language plpgsql as $$
declare
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  who text := tg_argv[1];
begin
  if old_row is not null then
    perform tally_of_buyer((old_row ->> who)::integer, tg_argv[0], coalesce(old_row ->> 'status', ''), -1, old.amount);
  end if;
  if new_row is not null then
    perform tally_of_buyer((new_row ->> who)::integer, tg_argv[0], coalesce(new_row ->> 'status', ''), 1, new.amount);
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger purchases_of_buyers_are_tallied after insert or delete or update of status, amount on purchases
  for each row execute function tally_buyer('purchase', 'buyer_id');
--> statement-breakpoint
create trigger sales_of_buyers_are_tallied after insert or delete or update of amount on sales
  for each row execute function tally_buyer('sale', 'buyer_id');
--> statement-breakpoint
create trigger withdrawals_of_buyers_are_tallied after insert or delete or update of status, amount on withdrawals
  for each row execute function tally_buyer('withdrawal', 'account_id');
--> statement-breakpoint
create function forget_buyer_tallies() returns trigger language plpgsql as $$
begin
  delete from buyer_tallies where kind = tg_argv[0];
  return null;
end
$$;
--> statement-breakpoint
create trigger emptied_purchases_of_buyers_are_tallied after truncate on purchases
  for each statement execute function forget_buyer_tallies('purchase');
--> statement-breakpoint
create trigger emptied_sales_of_buyers_are_tallied after truncate on sales
  for each statement execute function forget_buyer_tallies('sale');
--> statement-breakpoint
create trigger emptied_withdrawals_of_buyers_are_tallied after truncate on withdrawals
  for each statement execute function forget_buyer_tallies('withdrawal');
--> statement-breakpoint
insert into buyer_tallies (buyer_id, kind, status, rows, amount)
  select buyer_id, 'purchase', status, count(*), sum(amount) from purchases group by 1, 3
  union all
  select buyer_id, 'sale', '', count(*), sum(amount) from sales group by 1
  union all
  select account_id, 'withdrawal', status, count(*), sum(amount)
  from withdrawals join accounts on accounts.id = account_id where role = 'buyer' group by 1, 3;
