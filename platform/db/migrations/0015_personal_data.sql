CREATE TABLE "personal_data_acts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "personal_data_acts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"personal_data" text NOT NULL,
	"customer_id" integer,
	"account_id" integer,
	"orders" integer NOT NULL,
	"done_by" integer,
	"done_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "a_personal_data_act_is_known" CHECK ("personal_data_acts"."personal_data" in ('exported', 'anonymised')),
	CONSTRAINT "an_act_is_about_one_person" CHECK (("personal_data_acts"."customer_id" is null) <> ("personal_data_acts"."account_id" is null))
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "personal_data_acts" ADD CONSTRAINT "personal_data_acts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "personal_data_acts" ADD CONSTRAINT "personal_data_acts_done_by_accounts_id_fk" FOREIGN KEY ("done_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "an_erased_account_stays_banned" CHECK ("accounts"."erased_at" is null or "accounts"."banned_at" is not null);
--> statement-breakpoint
create trigger personal_data_of_accounts_is_noted after insert on personal_data_acts
  for each row when (new.account_id is not null)
  execute function note_change('account', 'account_id', 'personal_data');
--> statement-breakpoint
create trigger personal_data_of_customers_is_noted after insert on personal_data_acts
  for each row when (new.customer_id is not null)
  execute function note_change('customer', 'customer_id', 'personal_data,orders');
--> statement-breakpoint
-- What an entry says, with its personal values taken out.
create function without_personal_values(said jsonb) returns jsonb language sql immutable as $$
  select said || coalesce(
    (select jsonb_object_agg(name, 'effacé'::text) from unnest(array['name', 'phone', 'address']) as name where said ? name), '{}')
$$;
--> statement-breakpoint
-- One change of an entry is let through: its personal values are taken out, all of them and nothing else, once the order
-- or the account that it is about holds none any more. Who did what, when, and with which amounts stays for good.
create function only_blank_audit_entries() returns trigger language plpgsql as $$
begin
  if (new.id, new.at, new.actor_id, new.subject, new.subject_id, new.act)
      is not distinct from (old.id, old.at, old.actor_id, old.subject, old.subject_id, old.act)
    and new.before is not distinct from without_personal_values(old.before)
    and new.after = without_personal_values(old.after)
    -- In parentheses: a bare THEN would end the condition.
    and (case old.subject
      when 'order' then exists (
        select from orders where orders.id = old.subject_id and name = 'Client anonymisé' and phone = '0000000000')
      when 'account' then exists (select from accounts where accounts.id = old.subject_id and erased_at is not null)
      else false
    end)
  then
    return new;
  end if;
  raise exception 'an audit entry is neither changed nor removed'
    using errcode = 'check_violation', constraint = 'audit_entries_stay', table = 'audit_entries';
end
$$;
--> statement-breakpoint
drop trigger audit_entries_stay on audit_entries;
--> statement-breakpoint
create trigger audit_entries_stay before delete or truncate on audit_entries
  for each statement execute function keep_audit_entries();
--> statement-breakpoint
create trigger audit_entries_say_what_they_said before update on audit_entries
  for each row execute function only_blank_audit_entries();
