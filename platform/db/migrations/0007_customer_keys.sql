ALTER TABLE "customers" ADD COLUMN "key_hash" "bytea";--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "made_from" "bytea";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "is_discreet" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- One form of a Moroccan number: what was kept as 6…, 2126…, 006… or 21206… is the person of 06…, and is searched as such.
-- The people are the same ones: nothing of it is written down as somebody's change.
create function normal_phone(phone text) returns text language sql immutable as $$
  select case when phone ~ '^0*(2120*)?[1-8][0-9]{8}$' then '0' || right(phone, 9) else regexp_replace(phone, '^00([1-9][0-9]{6,12})$', '\1') end
$$;
--> statement-breakpoint
alter table orders disable trigger changes_of_orders_are_noted;
--> statement-breakpoint
update orders set phone = normal_phone(phone), search = replace(search, ' ' || phone || ' ', ' ' || normal_phone(phone) || ' ')
  where phone <> normal_phone(phone);
--> statement-breakpoint
alter table orders enable trigger changes_of_orders_are_noted;
--> statement-breakpoint
update customers set phone = normal_phone(phone), search = replace(search, ' ' || phone || ' ', ' ' || normal_phone(phone) || ' ')
  where phone <> normal_phone(phone);
--> statement-breakpoint
update accounts set phone = normal_phone(phone), search = regexp_replace(search, phone || '$', normal_phone(phone))
  where phone <> normal_phone(phone);
--> statement-breakpoint
drop function normal_phone(text);
