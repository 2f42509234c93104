CREATE TABLE "courier_cities" (
	"courier_id" integer NOT NULL,
	"city" text NOT NULL,
	"their_name" text NOT NULL,
	"their_number" text,
	"fee_delivered" bigint,
	"fee_refused" bigint,
	"fee_returned" bigint,
	"delay" text,
	CONSTRAINT "courier_cities_courier_id_city_pk" PRIMARY KEY("courier_id","city"),
	CONSTRAINT "a_courier_fee_is_never_negative" CHECK (coalesce(least("courier_cities"."fee_delivered", "courier_cities"."fee_refused", "courier_cities"."fee_returned"), 0) >= 0)
);
--> statement-breakpoint
CREATE TABLE "courier_labels" (
	"courier_id" integer NOT NULL,
	"folded" text NOT NULL,
	"word" text NOT NULL,
	"state" text NOT NULL,
	CONSTRAINT "courier_labels_courier_id_folded_pk" PRIMARY KEY("courier_id","folded"),
	CONSTRAINT "a_label_is_not_empty" CHECK (char_length("courier_labels"."folded") between 1 and 100),
	CONSTRAINT "a_label_means_a_state_of_a_courier" CHECK ("courier_labels"."state" in ('prepared', 'handed', 'in_network', 'out', 'no_answer', 'postponed', 'wrong_number', 'out_of_zone', 'delivered', 'refused', 'returning', 'back', 'lost') and "courier_labels"."state" not in ('prepared', 'back', 'lost'))
);
--> statement-breakpoint
CREATE TABLE "couriers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "couriers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"phone" text,
	"tracking_address" text,
	"settles_every_days" integer,
	"file_columns" jsonb,
	"format_accepted_at" timestamp (3) with time zone,
	"tolerance" bigint DEFAULT 0 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "a_courier_has_its_own_name" UNIQUE("name"),
	CONSTRAINT "a_courier_has_a_name" CHECK (char_length("couriers"."name") between 1 and 60),
	CONSTRAINT "a_courier_settles_within_90_days" CHECK ("couriers"."settles_every_days" between 1 and 90),
	CONSTRAINT "a_tolerance_is_at_most_a_dirham" CHECK ("couriers"."tolerance" between 0 and 100),
	CONSTRAINT "a_tracking_address_is_https" CHECK ("couriers"."tracking_address" like 'https://%{tracking}%')
);
--> statement-breakpoint
CREATE TABLE "handovers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "handovers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"year" integer NOT NULL,
	"nth" integer NOT NULL,
	"courier_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" integer,
	"handed_at" timestamp (3) with time zone,
	"handed_by" integer,
	CONSTRAINT "a_list_has_its_number" UNIQUE("year","nth"),
	CONSTRAINT "list_numbers_begin_with_one" CHECK ("handovers"."nth" >= 1)
);
--> statement-breakpoint
CREATE TABLE "parcel_events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "parcel_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"by" integer,
	"source" text NOT NULL,
	"state" text,
	"their_word" text,
	"import_id" integer,
	"parcel_note" text,
	CONSTRAINT "an_event_state_is_known" CHECK ("parcel_events"."state" in ('prepared', 'handed', 'in_network', 'out', 'no_answer', 'postponed', 'wrong_number', 'out_of_zone', 'delivered', 'refused', 'returning', 'back', 'lost')),
	CONSTRAINT "an_event_source_is_known" CHECK ("parcel_events"."source" in ('order', 'admin', 'import', 'scan', 'agent', 'customer')),
	CONSTRAINT "a_parcel_note_is_short" CHECK (char_length("parcel_events"."parcel_note") between 1 and 300),
	CONSTRAINT "a_courier_word_is_short" CHECK (char_length("parcel_events"."their_word") between 1 and 100)
);
--> statement-breakpoint
CREATE TABLE "parcels" (
	"order_id" integer PRIMARY KEY NOT NULL,
	"courier_id" integer,
	"handover_id" integer,
	"tracking" text,
	"state" text NOT NULL,
	"state_at" timestamp (3) with time zone NOT NULL,
	"last_event_at" timestamp (3) with time zone NOT NULL,
	"wish_day" date,
	"follow_up_at" timestamp (3) with time zone,
	"fee_delivered" bigint,
	"fee_refused" bigint,
	"fee_returned" bigint,
	CONSTRAINT "a_tracking_number_is_one_parcel" UNIQUE("courier_id","tracking"),
	CONSTRAINT "a_parcel_state_is_known" CHECK ("parcels"."state" in ('prepared', 'handed', 'in_network', 'out', 'no_answer', 'postponed', 'wrong_number', 'out_of_zone', 'delivered', 'refused', 'returning', 'back', 'lost')),
	CONSTRAINT "a_tracking_number_is_short" CHECK (char_length("parcels"."tracking") between 1 and 60),
	CONSTRAINT "a_list_has_a_courier" CHECK ("parcels"."handover_id" is null or "parcels"."courier_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "status_imports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "status_imports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"courier_id" integer NOT NULL,
	"digest" text NOT NULL,
	"name" text,
	"rows" integer NOT NULL,
	"applied" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"by" integer,
	CONSTRAINT "a_file_of_states_is_applied_once" UNIQUE("courier_id","digest")
);
--> statement-breakpoint
ALTER TABLE "courier_cities" ADD CONSTRAINT "courier_cities_courier_id_couriers_id_fk" FOREIGN KEY ("courier_id") REFERENCES "public"."couriers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courier_labels" ADD CONSTRAINT "courier_labels_courier_id_couriers_id_fk" FOREIGN KEY ("courier_id") REFERENCES "public"."couriers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handovers" ADD CONSTRAINT "handovers_courier_id_couriers_id_fk" FOREIGN KEY ("courier_id") REFERENCES "public"."couriers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handovers" ADD CONSTRAINT "handovers_created_by_accounts_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handovers" ADD CONSTRAINT "handovers_handed_by_accounts_id_fk" FOREIGN KEY ("handed_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parcel_events" ADD CONSTRAINT "parcel_events_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parcel_events" ADD CONSTRAINT "parcel_events_by_accounts_id_fk" FOREIGN KEY ("by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parcel_events" ADD CONSTRAINT "parcel_events_import_id_status_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."status_imports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parcels" ADD CONSTRAINT "parcels_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parcels" ADD CONSTRAINT "parcels_courier_id_couriers_id_fk" FOREIGN KEY ("courier_id") REFERENCES "public"."couriers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parcels" ADD CONSTRAINT "parcels_handover_id_handovers_id_fk" FOREIGN KEY ("handover_id") REFERENCES "public"."handovers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "status_imports" ADD CONSTRAINT "status_imports_courier_id_couriers_id_fk" FOREIGN KEY ("courier_id") REFERENCES "public"."couriers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "status_imports" ADD CONSTRAINT "status_imports_by_accounts_id_fk" FOREIGN KEY ("by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "handovers_by_day" ON "handovers" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "parcel_events_of_an_order" ON "parcel_events" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "parcels_by_state" ON "parcels" USING btree ("state","state_at","order_id");--> statement-breakpoint
CREATE INDEX "parcels_of_a_list" ON "parcels" USING btree ("handover_id");--> statement-breakpoint
CREATE INDEX "parcels_of_a_courier" ON "parcels" USING btree ("courier_id","state","state_at");--> statement-breakpoint
comment on table couriers is 'Couriers of the shop: the columns of their file, and how they are reached.';--> statement-breakpoint
comment on table courier_cities is 'Names that couriers have for cities, and their tariff there.';--> statement-breakpoint
comment on table courier_labels is 'Words of a courier that the shop''s own table does not have.';--> statement-breakpoint
comment on table handovers is 'Lists of parcels that a courier takes together; their numbers have no gap.';--> statement-breakpoint
comment on table status_imports is 'Files of states that were applied, so that none is applied twice.';--> statement-breakpoint
comment on table parcels is 'The parcel of each order that is on a list or has left.';--> statement-breakpoint
comment on table parcel_events is 'Everything that happened to parcels. Rows stay.';--> statement-breakpoint
create or replace function without_personal_values(entry_values jsonb) returns jsonb language sql immutable as $$
  select entry_values || coalesce(
    (select jsonb_object_agg(name, 'effacé'::text)
      from unnest(array['name', 'phone', 'address', 'note', 'staff_note', 'call_note', 'parcel_note', 'rib']) as name
      where entry_values ? name), '{}')
$$;--> statement-breakpoint
create trigger couriers_are_logged after insert or update on couriers
  for each row execute function log_change(
    'courier', 'id', 'name,phone,tracking_address,settles_every_days,file_columns,format_accepted_at,tolerance,is_active');--> statement-breakpoint
create trigger tariffs_are_logged after insert or update on courier_cities
  for each row execute function log_change(
    'courier', 'courier_id', 'city,their_name,their_number,fee_delivered,fee_refused,fee_returned');--> statement-breakpoint
create trigger courier_words_are_logged after insert or update on courier_labels
  for each row execute function log_change('courier', 'courier_id', 'word,state');--> statement-breakpoint
create trigger handovers_are_logged after insert or update on handovers
  for each row execute function log_change('handover', 'id', 'courier_id,handed_at');--> statement-breakpoint
create trigger acts_on_parcels_are_logged after insert on parcel_events
  for each row when (new.source in ('admin', 'agent', 'scan', 'customer'))
  execute function log_change('order', 'order_id', 'state,parcel_note');--> statement-breakpoint
create function refuse_change_of_parcel_events() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_level = 'ROW' then
    if (to_jsonb(new) - 'parcel_note') = (to_jsonb(old) - 'parcel_note') and new.parcel_note = 'effacé'
      and exists (select from orders where id = old.order_id and name = 'Client anonymisé' and phone = '0000000000')
    then
      return new;
    end if;
  end if;
  raise exception 'an event of a parcel is neither changed nor removed'
    using errcode = 'check_violation', constraint = 'parcel_events_stay', table = 'parcel_events';
end
$$;--> statement-breakpoint
comment on function refuse_change_of_parcel_events is
  'Events of parcels stay as they were written down. One change is let through: their notes go once the order is anonymised.';--> statement-breakpoint
create trigger parcel_events_stay before delete or truncate on parcel_events
  for each statement execute function refuse_change_of_parcel_events();--> statement-breakpoint
create trigger parcel_events_only_lose_words before update on parcel_events
  for each row execute function refuse_change_of_parcel_events();
--> statement-breakpoint
insert into parcels (order_id, state, state_at, last_event_at)
  select id,
    case when status = 'delivered' then 'delivered'
      when loss_note is not null then 'lost'
      when pieces_back_at is not null then 'back'
      when status = 'cancelled' or deleted_at is not null then 'returning'
      else 'handed' end,
    updated_at, updated_at
  from orders where left_at is not null or status = 'delivered';
