-- Every change of an order that counts is written down as a difference: what it was, taken away; what it is, added.
create function tally_order() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.deleted_at is null then
    insert into order_tally_changes (supplier_id, placed_on, status, payment, is_held, orders, collected, gain) values (
      old.supplier_id, old.placed_on, old.status, old.payment, old.held_by is not null, -1, -old.collected, -old.gain);
  end if;
  if tg_op <> 'DELETE' and new.deleted_at is null then
    insert into order_tally_changes (supplier_id, placed_on, status, payment, is_held, orders, collected, gain) values (
      new.supplier_id, new.placed_on, new.status, new.payment, new.held_by is not null, 1, new.collected, new.gain);
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger orders_are_tallied after insert or delete on orders for each row execute function tally_order();
--> statement-breakpoint
create trigger changes_of_orders_are_tallied
  after update of supplier_id, placed_on, status, payment, held_by, collected, gain, deleted_at on orders
  for each row when (
    (old.supplier_id, old.placed_on, old.status, old.payment, old.held_by, old.collected, old.gain, old.deleted_at)
    is distinct from
    (new.supplier_id, new.placed_on, new.status, new.payment, new.held_by, new.collected, new.gain, new.deleted_at)
  ) execute function tally_order();
--> statement-breakpoint
create view order_tally_rows as
  select supplier_id, placed_on, status, payment, is_held, orders, collected, gain from order_tallies
  where placed_on is not null
  union all
  select supplier_id, placed_on, status, payment, is_held, orders, collected, gain from order_tally_changes;
--> statement-breakpoint
create view order_total_rows as
  select supplier_id, status, payment, is_held, orders, collected, gain from order_tallies where placed_on is null
  union all
  select supplier_id, status, payment, is_held, orders, collected, gain from order_tally_changes;
--> statement-breakpoint
insert into order_tallies (supplier_id, placed_on, status, payment, is_held, orders, collected, gain)
  select supplier_id, placed_on, status, payment, held_by is not null, count(*), sum(collected), sum(gain)
  from orders where deleted_at is null
  group by grouping sets (
    (supplier_id, placed_on, status, payment, held_by is not null), (supplier_id, status, payment, held_by is not null));
