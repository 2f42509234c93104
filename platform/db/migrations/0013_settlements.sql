CREATE TABLE "claims" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "claims_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"courier_id" integer NOT NULL,
	"statement_id" integer,
	"order_id" integer,
	"kind" text NOT NULL,
	"due" bigint NOT NULL,
	"settled_amount" bigint,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"opened_by" integer NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "a_claim_kind_is_known" CHECK ("claims"."kind" in ('amount', 'fee', 'missing', 'lost', 'gap')),
	CONSTRAINT "a_claim_is_about_an_order_or_a_gap" CHECK (("claims"."kind" = 'gap') = ("claims"."order_id" is null)),
	CONSTRAINT "a_claim_is_above_zero" CHECK ("claims"."due" > 0),
	CONSTRAINT "a_settled_claim_has_a_sum" CHECK (("claims"."settled_at" is null) = ("claims"."settled_amount" is null)),
	CONSTRAINT "a_claim_brings_at_most_its_sum" CHECK ("claims"."settled_amount" between 0 and "claims"."due")
);
--> statement-breakpoint
CREATE TABLE "statement_lines" (
	"statement_id" integer NOT NULL,
	"row" integer NOT NULL,
	"order_id" integer,
	"tracking" text,
	"reference" text,
	"collected" bigint,
	"fee" bigint,
	"verdict" text NOT NULL,
	"decision" text,
	CONSTRAINT "a_row_is_one_line" PRIMARY KEY("statement_id","row"),
	CONSTRAINT "rows_begin_with_one" CHECK ("statement_lines"."row" >= 1),
	CONSTRAINT "a_verdict_is_known" CHECK ("statement_lines"."verdict" in ('unreadable', 'unknown', 'twice', 'not_delivered', 'already_paid', 'not_paid', 'amount_gap', 'fee_gap', 'correction', 'return_fee', 'right')),
	CONSTRAINT "a_line_decision_is_known" CHECK ("statement_lines"."decision" in ('kept', 'claimed', 'dropped')),
	CONSTRAINT "a_line_that_counts_has_an_order" CHECK ("statement_lines"."decision" is null or "statement_lines"."decision" = 'dropped' or ("statement_lines"."order_id" is not null and "statement_lines"."collected" is not null))
);
--> statement-breakpoint
CREATE TABLE "statements" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "statements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"courier_id" integer NOT NULL,
	"reference" text NOT NULL,
	"paid_on" date NOT NULL,
	"received" bigint NOT NULL,
	"accepted_gap" bigint,
	"gap_reason" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" integer NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"closed_by" integer,
	"removed_at" timestamp (3) with time zone,
	"digest" text NOT NULL,
	CONSTRAINT "a_statement_has_a_reference" CHECK (char_length("statements"."reference") between 1 and 60),
	CONSTRAINT "a_gap_is_accepted_at_the_close" CHECK (("statements"."closed_at" is null) = ("statements"."accepted_gap" is null)),
	CONSTRAINT "a_gap_has_a_reason" CHECK (coalesce("statements"."accepted_gap", 0) = 0 or "statements"."gap_reason" is not null),
	CONSTRAINT "a_gap_reason_is_short" CHECK (char_length("statements"."gap_reason") between 1 and 300),
	CONSTRAINT "a_closed_statement_stays" CHECK ("statements"."closed_at" is null or "statements"."removed_at" is null)
);
--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_courier_id_couriers_id_fk" FOREIGN KEY ("courier_id") REFERENCES "public"."couriers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_statement_id_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."statements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_opened_by_accounts_id_fk" FOREIGN KEY ("opened_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_statement_id_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."statements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statements" ADD CONSTRAINT "statements_courier_id_couriers_id_fk" FOREIGN KEY ("courier_id") REFERENCES "public"."couriers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statements" ADD CONSTRAINT "statements_created_by_accounts_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statements" ADD CONSTRAINT "statements_closed_by_accounts_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "an_amount_is_claimed_once" ON "claims" USING btree ("order_id") WHERE "claims"."kind" in ('amount', 'missing', 'lost') and "claims"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "claims_of_a_courier" ON "claims" USING btree ("courier_id","settled_at");--> statement-breakpoint
CREATE INDEX "claims_of_a_statement" ON "claims" USING btree ("statement_id");--> statement-breakpoint
CREATE UNIQUE INDEX "an_order_is_paid_once" ON "statement_lines" USING btree ("order_id") WHERE "statement_lines"."decision" in ('kept', 'claimed') and "statement_lines"."collected" > 0;--> statement-breakpoint
CREATE INDEX "statement_lines_of_an_order" ON "statement_lines" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "a_reference_is_one_statement" ON "statements" USING btree ("courier_id","reference") WHERE "statements"."removed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "a_list_is_one_statement" ON "statements" USING btree ("courier_id","digest") WHERE "statements"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "statements_by_day" ON "statements" USING btree ("paid_on","id") WHERE "statements"."removed_at" is null;--> statement-breakpoint
comment on table statements is 'Payments of couriers, each with the list of orders that it is for. A closed one stays as it is.';--> statement-breakpoint
comment on table statement_lines is 'Lines of statements, as the courier wrote them, and what was decided about each.';--> statement-breakpoint
comment on table claims is 'Money that couriers are asked for: differences, orders that were never paid, lost parcels.';--> statement-breakpoint
comment on column statements.received is 'What the bank or the hand really got, in centimes.';--> statement-breakpoint
comment on column statements.accepted_gap is 'Net of the lines that count less what was received, in centimes; null until it is closed.';--> statement-breakpoint
comment on column statement_lines.collected is 'What the courier says it collected, in centimes; null when it could not be read.';--> statement-breakpoint
comment on column statement_lines.fee is 'What the courier takes for it, in centimes; null when the list does not say it.';--> statement-breakpoint
comment on column claims.due is 'What is asked for, in centimes.';--> statement-breakpoint
comment on column claims.settled_amount is 'What came of it, in centimes; 0 when it was given up.';--> statement-breakpoint
comment on column couriers.tolerance is 'By how much an amount of its statements may differ, in centimes.';--> statement-breakpoint
comment on column courier_cities.fee_delivered is 'What the courier takes for a delivery, in centimes; null when it is unknown.';--> statement-breakpoint
comment on column courier_cities.fee_refused is 'What the courier takes for a refusal, in centimes; null when it is unknown.';--> statement-breakpoint
comment on column courier_cities.fee_returned is 'What the courier takes for a return, in centimes; null when it is unknown.';--> statement-breakpoint
comment on column parcels.fee_delivered is 'The tariff of a delivery on the day of the hand-over, in centimes.';--> statement-breakpoint
comment on column parcels.fee_refused is 'The tariff of a refusal on the day of the hand-over, in centimes.';--> statement-breakpoint
comment on column parcels.fee_returned is 'The tariff of a return on the day of the hand-over, in centimes.';--> statement-breakpoint
create trigger statements_are_logged after insert or update on statements
  for each row execute function log_change(
    'statement', 'id', 'courier_id,reference,paid_on,received,accepted_gap,gap_reason,closed_at,removed_at');--> statement-breakpoint
create function log_line_decision() returns trigger language plpgsql as $$
begin
  insert into audit_entries (at, actor_id, subject, subject_id, act, before, after) values (
    coalesce(nullif(current_setting('shop.moment', true), '')::timestamptz, clock_timestamp()),
    nullif(current_setting('shop.actor', true), '')::integer,
    'statement',
    new.statement_id,
    'changed',
    jsonb_build_object('decision', old.decision, 'order_id', old.order_id),
    jsonb_build_object('row', new.row, 'decision', new.decision, 'order_id', new.order_id));
  return null;
end
$$;--> statement-breakpoint
comment on function log_line_decision is 'Logs what was decided about a line of a statement, with the number of the line.';--> statement-breakpoint
create trigger decisions_of_lines_are_logged after update of decision, order_id on statement_lines
  for each row when (old.decision is distinct from new.decision or old.order_id is distinct from new.order_id)
  execute function log_line_decision();--> statement-breakpoint
create trigger claims_are_logged after insert or update on claims
  for each row execute function log_change(
    'claim', 'id', 'courier_id,order_id,kind,due,sent_at,settled_at,settled_amount');--> statement-breakpoint
create function refuse_change_of_closed_statements() returns trigger language plpgsql as $$
declare
  changed_row jsonb := to_jsonb(case when tg_op = 'INSERT' then new else old end);
begin
  if exists (
    select from statements
    where id = (changed_row ->> tg_argv[0])::integer and closed_at is not null)
  then
    raise exception 'a closed statement is neither changed nor removed'
      using errcode = 'check_violation', constraint = 'closed_statements_stay', table = tg_table_name;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;--> statement-breakpoint
comment on function refuse_change_of_closed_statements is
  'A closed statement and its lines stay as they are: a mistake is corrected by another statement.';--> statement-breakpoint
create trigger closed_statements_stay before update or delete on statements
  for each row execute function refuse_change_of_closed_statements('id');--> statement-breakpoint
create trigger lines_of_closed_statements_stay before insert or update or delete on statement_lines
  for each row execute function refuse_change_of_closed_statements('statement_id');
