create or replace function without_personal_values(entry_values jsonb) returns jsonb language sql immutable as $$
  select entry_values || coalesce(
    (select jsonb_object_agg(name, 'effacé'::text)
      from unnest(array[
        'name', 'phone', 'address', 'note', 'staff_note', 'call_note', 'parcel_note', 'line_note', 'rib']) as name
      where entry_values ? name), '{}')
$$;--> statement-breakpoint
create function log_line_note() returns trigger language plpgsql as $$
begin
  if new.note = 'effacé' and exists (
    select from orders where id = new.order_id and name = 'Client anonymisé' and phone = '0000000000')
  then
    return null;
  end if;
  insert into audit_entries (at, actor_id, subject, subject_id, act, before, after) values (
    coalesce(nullif(current_setting('shop.moment', true), '')::timestamptz, clock_timestamp()),
    nullif(current_setting('shop.actor', true), '')::integer,
    'order',
    new.order_id,
    'changed',
    '{}',
    jsonb_build_object(
      'row', new.row,
      'reference', (select reference from statements where id = new.statement_id),
      'line_note', new.note));
  return null;
end
$$;--> statement-breakpoint
comment on function log_line_note is
  'Logs what was noted on a line of a statement, about its order: there it is forgotten with the order''s person. The former '
  'note is no part of it: it may be about the order that the line had before. A line without an order logs no note.';--> statement-breakpoint
create trigger notes_on_lines_are_logged after update of note on statement_lines
  for each row when (old.note is distinct from new.note and new.order_id is not null)
  execute function log_line_note();
