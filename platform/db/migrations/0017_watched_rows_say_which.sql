create or replace function log_change() returns trigger language plpgsql as $$
declare
  old_row jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) end;
  new_row jsonb := to_jsonb(new);
  earlier jsonb;
  later jsonb;
begin
  select jsonb_object_agg(name, old_row -> name), jsonb_object_agg(name, new_row -> name) into earlier, later
    from unnest(string_to_array(tg_argv[2], ',')) as name
    where case when tg_op = 'UPDATE' then old_row -> name is distinct from new_row -> name
      else jsonb_typeof(new_row -> name) <> 'null' end;
  if later is null then
    return null;
  end if;
  if tg_op = 'UPDATE' and tg_nargs > 3 then
    earlier := jsonb_build_object(tg_argv[3], old_row -> tg_argv[3]) || earlier;
    later := jsonb_build_object(tg_argv[3], new_row -> tg_argv[3]) || later;
  end if;
  insert into audit_entries (at, actor_id, subject, subject_id, act, before, after) values (
    coalesce(nullif(current_setting('shop.moment', true), '')::timestamptz, clock_timestamp()),
    nullif(current_setting('shop.actor', true), '')::integer,
    tg_argv[0],
    (new_row ->> tg_argv[1])::integer,
    case when tg_op = 'UPDATE' then 'changed' else 'created' end,
    case when tg_op = 'UPDATE' then earlier end,
    later);
  return null;
end
$$;--> statement-breakpoint
comment on function log_change is
  'Logs the watched columns that changed. Arguments: subject, the column with its number, the watched columns, and for rows '
  'that have no number of their own the column that tells which of the subject''s it is.';--> statement-breakpoint
create or replace trigger tariffs_are_logged after insert or update on courier_cities
  for each row execute function log_change(
    'courier', 'courier_id', 'city,their_name,their_number,fee_delivered,fee_refused,fee_returned', 'city');--> statement-breakpoint
create or replace trigger courier_words_are_logged after insert or update on courier_labels
  for each row execute function log_change('courier', 'courier_id', 'word,state', 'word');
