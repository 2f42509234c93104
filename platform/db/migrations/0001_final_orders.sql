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
