CREATE TABLE "call_attempts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "call_attempts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"by" integer,
	"at" timestamp (3) with time zone NOT NULL,
	"outcome" text NOT NULL,
	"via" text NOT NULL,
	"reason" text,
	"due_at" timestamp (3) with time zone,
	"wish_day" date,
	"call_note" text,
	CONSTRAINT "an_outcome_is_known" CHECK ("call_attempts"."outcome" in ('confirmed', 'no_answer', 'busy', 'postponed', 'wrong_number', 'cancelled', 'link_sent', 'corrected', 'reopened')),
	CONSTRAINT "a_channel_is_known" CHECK ("call_attempts"."via" in ('phone', 'whatsapp', 'page')),
	CONSTRAINT "a_call_note_is_short" CHECK (char_length("call_attempts"."call_note") between 1 and 300),
	CONSTRAINT "a_promise_has_its_hour" CHECK ("call_attempts"."outcome" <> 'postponed' or "call_attempts"."due_at" is not null),
	CONSTRAINT "a_cancelling_call_has_a_reason" CHECK (("call_attempts"."outcome" = 'cancelled') = ("call_attempts"."reason" is not null))
);
--> statement-breakpoint
CREATE TABLE "confirmations" (
	"order_id" integer PRIMARY KEY NOT NULL,
	"contact" text DEFAULT 'to_call' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"halves" integer DEFAULT 0 NOT NULL,
	"busy" integer DEFAULT 0 NOT NULL,
	"last_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"wish_day" date,
	"confirmed_at" timestamp (3) with time zone,
	"confirmed_via" text,
	"anew_at" timestamp (3) with time zone,
	"held_by" integer,
	"held_until" timestamp (3) with time zone,
	CONSTRAINT "a_contact_is_known" CHECK ("confirmations"."contact" in ('to_call', 'retry', 'postponed', 'unreachable', 'wrong_number', 'confirmed')),
	CONSTRAINT "a_later_call_has_its_hour" CHECK (("confirmations"."contact" in ('retry', 'postponed')) = ("confirmations"."due_at" is not null)),
	CONSTRAINT "a_confirmation_is_dated" CHECK (("confirmations"."contact" = 'confirmed') = ("confirmations"."confirmed_at" is not null)),
	CONSTRAINT "a_card_is_held_for_a_time" CHECK (("confirmations"."held_by" is null) = ("confirmations"."held_until" is null))
);
--> statement-breakpoint
ALTER TABLE "call_attempts" ADD CONSTRAINT "call_attempts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_attempts" ADD CONSTRAINT "call_attempts_by_accounts_id_fk" FOREIGN KEY ("by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "confirmations" ADD CONSTRAINT "confirmations_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "confirmations" ADD CONSTRAINT "confirmations_held_by_accounts_id_fk" FOREIGN KEY ("held_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "call_attempts_of_an_order" ON "call_attempts" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "call_attempts_by_day" ON "call_attempts" USING btree ("at");--> statement-breakpoint
CREATE INDEX "confirmations_by_contact" ON "confirmations" USING btree ("contact","due_at");--> statement-breakpoint
CREATE INDEX "confirmations_held" ON "confirmations" USING btree ("held_by") WHERE "confirmations"."held_by" is not null;--> statement-breakpoint
comment on table call_attempts is
  'What came of each call about an order, oldest first by id. Rows stay: only the words about a forgotten person go.';--> statement-breakpoint
comment on column call_attempts.by is 'Null when the customer did it herself, on her own page.';--> statement-breakpoint
comment on table confirmations is
  'How far the confirmation of each order is: the sum of its attempts, and whose card it is. No row: never called.';--> statement-breakpoint
comment on column confirmations.halves is 'Unanswered calls in halves: a busy line counts one, twice at most.';--> statement-breakpoint
create or replace function without_personal_values(entry_values jsonb) returns jsonb language sql immutable as $$
  select entry_values || coalesce(
    (select jsonb_object_agg(name, 'effacé'::text)
      from unnest(array['name', 'phone', 'address', 'note', 'staff_note', 'call_note', 'rib']) as name
      where entry_values ? name), '{}')
$$;--> statement-breakpoint
create trigger calls_are_logged after insert on call_attempts
  for each row execute function log_change('order', 'order_id', 'outcome,call_note');--> statement-breakpoint
create function refuse_change_of_call_attempts() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_level = 'ROW' then
    if (to_jsonb(new) - 'call_note') = (to_jsonb(old) - 'call_note') and new.call_note = 'effacé'
      and exists (select from orders where id = old.order_id and name = 'Client anonymisé' and phone = '0000000000')
    then
      return new;
    end if;
  end if;
  raise exception 'a call is neither changed nor removed'
    using errcode = 'check_violation', constraint = 'call_attempts_stay', table = 'call_attempts';
end
$$;--> statement-breakpoint
comment on function refuse_change_of_call_attempts is
  'Calls stay as they were written down. One change is let through: their notes go once the order is anonymised.';--> statement-breakpoint
create trigger call_attempts_stay before delete or truncate on call_attempts
  for each statement execute function refuse_change_of_call_attempts();--> statement-breakpoint
create trigger call_attempts_only_lose_words before update on call_attempts
  for each row execute function refuse_change_of_call_attempts();
