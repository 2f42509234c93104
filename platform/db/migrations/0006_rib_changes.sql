ALTER TABLE "accounts" ADD COLUMN "rib_changed_at" timestamp (3) with time zone;--> statement-breakpoint
-- The journal tells a RIB by its last digits: who reads that it changed cannot use it.
create function note_rib() returns trigger language plpgsql as $$
begin
  insert into audit_entries (at, actor_id, subject, subject_id, act, before, after) values (
    coalesce(nullif(current_setting('shop.moment', true), '')::timestamptz, clock_timestamp()),
    nullif(current_setting('shop.actor', true), '')::integer,
    'account',
    new.id,
    'changed',
    jsonb_build_object('rib', '•••• ' || right(old.rib, 4)),
    jsonb_build_object('rib', '•••• ' || right(new.rib, 4)));
  return null;
end
$$;
--> statement-breakpoint
create trigger changes_of_ribs_are_noted after update of rib on accounts
  for each row when (new.rib is distinct from old.rib and new.erased_at is null) execute function note_rib();
--> statement-breakpoint
create or replace function without_personal_values(said jsonb) returns jsonb language sql immutable as $$
  select said || coalesce(
    (select jsonb_object_agg(name, 'effacé'::text)
      from unnest(array['name', 'phone', 'address', 'note', 'rib']) as name where said ? name), '{}')
$$;
