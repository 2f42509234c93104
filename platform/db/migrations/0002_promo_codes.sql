CREATE TABLE "promo_codes" (
	"code" text PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "a_kept_code_is_short_capitals" CHECK ("promo_codes"."code" ~ '^[A-Z0-9]{6,12}$')
);
--> statement-breakpoint
ALTER TABLE "promo_codes" ADD CONSTRAINT "promo_codes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "promo_codes_of_an_account" ON "promo_codes" USING btree ("account_id");--> statement-breakpoint
insert into promo_codes (code, account_id, since) select promo_code, id, created_at from accounts where promo_code is not null;--> statement-breakpoint
create function keep_promo_code() returns trigger language plpgsql as $$
begin
  insert into promo_codes (code, account_id, since)
    select new.promo_code, new.id, case tg_op when 'INSERT' then new.created_at else now() end
    where not exists (select from promo_codes where code = new.promo_code and account_id = new.id);
  return null;
end
$$;--> statement-breakpoint
create trigger codes_of_accounts_are_kept after insert or update of promo_code on accounts
  for each row when (new.promo_code is not null)
  execute function keep_promo_code();--> statement-breakpoint
comment on function keep_promo_code is
  'A code of an account is one of promo_codes, whoever writes it; one that is or was another account''s breaks its key.';--> statement-breakpoint
comment on table promo_codes is 'Every code that a supplier has or had, in capitals: a former one stays its own and goes on working.';--> statement-breakpoint
comment on column promo_codes.since is 'When the supplier took it, or took it again.';
