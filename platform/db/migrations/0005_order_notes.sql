CREATE TABLE "order_notes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"staff_note" text NOT NULL,
	"written_at" timestamp (3) with time zone NOT NULL,
	"written_by" integer NOT NULL,
	CONSTRAINT "a_staff_note_is_short" CHECK (char_length("order_notes"."staff_note") between 1 and 500)
);
--> statement-breakpoint
ALTER TABLE "order_notes" ADD CONSTRAINT "order_notes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_notes" ADD CONSTRAINT "order_notes_written_by_accounts_id_fk" FOREIGN KEY ("written_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_notes_of_an_order" ON "order_notes" USING btree ("order_id","id");--> statement-breakpoint
comment on table order_notes is
  'What staff wrote on an order, for each other. Rows stay: only the words about a forgotten person go.';--> statement-breakpoint
create or replace function without_personal_values(entry_values jsonb) returns jsonb language sql immutable as $$
  select entry_values || coalesce(
    (select jsonb_object_agg(name, 'effacé'::text)
      from unnest(array['name', 'phone', 'address', 'note', 'staff_note', 'rib']) as name where entry_values ? name), '{}')
$$;--> statement-breakpoint
create trigger notes_of_orders_are_logged after insert on order_notes
  for each row execute function log_change('order', 'order_id', 'staff_note');--> statement-breakpoint
create function refuse_change_of_order_notes() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_level = 'ROW' then
    if (new.id, new.order_id, new.written_at, new.written_by, new.staff_note)
        is not distinct from (old.id, old.order_id, old.written_at, old.written_by, 'effacé'::text)
      and exists (select from orders where id = old.order_id and name = 'Client anonymisé' and phone = '0000000000')
    then
      return new;
    end if;
  end if;
  raise exception 'a note is neither changed nor removed'
    using errcode = 'check_violation', constraint = 'order_notes_stay', table = 'order_notes';
end
$$;--> statement-breakpoint
comment on function refuse_change_of_order_notes is
  'Notes stay as they were written. One change is let through: their words go, all of them, once the order is anonymised.';--> statement-breakpoint
create trigger order_notes_stay before delete or truncate on order_notes
  for each statement execute function refuse_change_of_order_notes();--> statement-breakpoint
create trigger order_notes_only_lose_words before update on order_notes
  for each row execute function refuse_change_of_order_notes();
