CREATE TABLE "recovery_codes" (
	"account_id" integer NOT NULL,
	"number" integer NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "recovery_codes_account_id_number_pk" PRIMARY KEY("account_id","number")
);
--> statement-breakpoint
CREATE TABLE "second_factors" (
	"account_id" integer PRIMARY KEY NOT NULL,
	"secret" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"last_step" integer
);
--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_account_id_second_factors_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."second_factors"("account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- What becomes of a second factor is noted of its account, without the secret. Nobody logged in takes one away but at the
-- server itself.
create function note_second_factor() returns trigger language plpgsql as $$
declare
  person integer := nullif(current_setting('shop.actor', true), '')::integer;
begin
  insert into audit_entries (at, actor_id, subject, subject_id, act, after) values (
    coalesce(nullif(current_setting('shop.moment', true), '')::timestamptz, clock_timestamp()),
    person,
    'account',
    coalesce(new.account_id, old.account_id),
    'changed',
    jsonb_build_object('second_factor', case
      when tg_op = 'UPDATE' then tg_argv[0]
      when person is null then 'reset'
      else 'removed'
    end));
  return null;
end
$$;
--> statement-breakpoint
create trigger new_second_factors_are_noted after update of confirmed_at on second_factors
  for each row when (old.confirmed_at is null and new.confirmed_at is not null)
  execute function note_second_factor('set');
--> statement-breakpoint
create trigger lost_second_factors_are_noted after delete on second_factors
  for each row when (old.confirmed_at is not null)
  execute function note_second_factor();
--> statement-breakpoint
create trigger used_recovery_codes_are_noted after update of used_at on recovery_codes
  for each row when (old.used_at is null and new.used_at is not null)
  execute function note_second_factor('recovery_code');
