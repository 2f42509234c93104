create or replace function refuse_change_of_closed_statements() returns trigger language plpgsql as $$
declare
  changed_row jsonb := to_jsonb(case when tg_op = 'INSERT' then new else old end);
begin
  if tg_op = 'UPDATE' then
    if (to_jsonb(new) - 'note') = (to_jsonb(old) - 'note') and to_jsonb(new) ->> 'note' = 'effacé'
      and exists (
        select from orders where id = (changed_row ->> 'order_id')::integer
          and name = 'Client anonymisé' and phone = '0000000000')
    then
      return new;
    end if;
  end if;
  if exists (
    select from statements
    where id = (changed_row ->> tg_argv[0])::integer and closed_at is not null)
  then
    raise exception 'a closed statement is neither changed nor removed'
      using errcode = 'check_violation', constraint = 'closed_statements_stay', table = tg_table_name;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;--> statement-breakpoint
comment on function refuse_change_of_closed_statements is
  'A closed statement and its lines stay as they are: a mistake is corrected by another statement. One change is let through: '
  'the note of a line goes once its order is anonymised.';--> statement-breakpoint
create or replace function date_ban_after_writings() returns trigger language plpgsql as $$
begin
  new.banned_at := greatest(
    new.banned_at,
    (select max(created_at) from orders where supplier_id = new.id),
    (select max(requested_at) from withdrawals where account_id = new.id),
    (select max(requested_at) from purchases where buyer_id = new.id),
    (select max(declared_at) from sale_declarations where buyer_id = new.id),
    (select max(moved_at) from order_moves where moved_by = new.id));
  return new;
end
$$;--> statement-breakpoint
update accounts set banned_at = declared.newest
  from (select buyer_id, max(declared_at) as newest from sale_declarations group by 1) as declared
  where declared.buyer_id = accounts.id and accounts.banned_at < declared.newest;--> statement-breakpoint
update audit_entries set before = without_personal_values(before), after = without_personal_values(after)
  where subject = 'order' and after ? 'parcel_note' and after is distinct from without_personal_values(after)
    and exists (
      select from orders where orders.id = subject_id and name = 'Client anonymisé' and phone = '0000000000');--> statement-breakpoint
update statement_lines set note = 'effacé' from orders
  where orders.id = order_id and statement_lines.note is not null and name = 'Client anonymisé' and phone = '0000000000';--> statement-breakpoint
update notifications set message = regexp_replace(message, chr(160) || '– .*, ' || custom_id || '$',
    chr(160) || '– Compte anonymisé, ' || custom_id)
  from accounts
  where erased_at is not null and kind = 'sale' and right(message, length(custom_id) + 2) = ', ' || custom_id;
