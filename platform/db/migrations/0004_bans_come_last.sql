-- A ban is never older than what its account has written: clocks of two machines differ, and any of them may go back.
create function ban_after_writings() returns trigger language plpgsql as $$
begin
  new.banned_at := greatest(
    new.banned_at,
    (select max(created_at) from orders where supplier_id = new.id),
    (select max(requested_at) from withdrawals where account_id = new.id),
    (select max(requested_at) from purchases where buyer_id = new.id),
    (select max(moved_at) from order_moves where moved_by = new.id));
  return new;
end
$$;
--> statement-breakpoint
create trigger bans_come_last before update of banned_at on accounts
  for each row when (old.banned_at is null and new.banned_at is not null)
  execute function ban_after_writings();
