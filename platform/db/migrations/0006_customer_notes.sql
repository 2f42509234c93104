CREATE TABLE "customer_notes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "customer_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"customer_id" integer NOT NULL,
	"phone" text NOT NULL,
	"text" text NOT NULL,
	"written_at" timestamp (3) with time zone NOT NULL,
	"written_by" integer NOT NULL,
	CONSTRAINT "a_customer_note_is_short" CHECK (char_length("customer_notes"."text") between 1 and 500),
	CONSTRAINT "a_customer_note_has_a_phone" CHECK ("customer_notes"."phone" ~ '^[0-9]{6,15}$')
);
--> statement-breakpoint
ALTER TABLE "customer_notes" ADD CONSTRAINT "customer_notes_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_notes" ADD CONSTRAINT "customer_notes_written_by_accounts_id_fk" FOREIGN KEY ("written_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customer_notes_of_a_phone" ON "customer_notes" USING btree ("phone");--> statement-breakpoint
CREATE INDEX "customer_notes_of_a_record" ON "customer_notes" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "orders_of_a_person" ON "orders" USING btree ("phone","id") WHERE "orders"."deleted_at" is null and "orders"."merged_into" is null
    and ("orders"."phone" <> '0000000000' or "orders"."name" <> 'Client anonymisé');--> statement-breakpoint
comment on table customer_notes is
  'What staff wrote about the person behind a phone, oldest first by id. It goes when the person is forgotten.';--> statement-breakpoint
comment on column customer_notes.customer_id is 'The record of the order from which it was written: the audit log names it.';--> statement-breakpoint
comment on column customer_notes.phone is 'In its one form, as the orders of the person have it.';--> statement-breakpoint
create function log_customer_note() returns trigger language plpgsql as $$
begin
  insert into audit_entries (at, actor_id, subject, subject_id, act, after) values (
    coalesce(nullif(current_setting('shop.moment', true), '')::timestamptz, clock_timestamp()),
    nullif(current_setting('shop.actor', true), '')::integer,
    'customer',
    new.customer_id,
    'created',
    jsonb_build_object('personal_data', 'noted'));
  return null;
end
$$;--> statement-breakpoint
comment on function log_customer_note is 'Logs that a note about a customer was written, without its text: entries of the journal stay.';--> statement-breakpoint
create trigger customer_notes_are_logged after insert on customer_notes
  for each row execute function log_customer_note();
