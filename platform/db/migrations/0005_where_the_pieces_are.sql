-- breaking: the former program would sell what is still on a lorry.
CREATE TABLE "returned_pieces" (
	"order_line_id" integer PRIMARY KEY NOT NULL,
	"intact" integer NOT NULL,
	"damaged" integer NOT NULL,
	"missing" integer NOT NULL,
	"counted_by" integer,
	"counted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "pieces_are_counted_from_zero" CHECK (least("returned_pieces"."intact", "returned_pieces"."damaged", "returned_pieces"."missing") >= 0)
);
--> statement-breakpoint
ALTER TABLE "stock_entries" ADD COLUMN "reason" text DEFAULT 'hand' NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_entries" ADD COLUMN "order_id" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "left_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "pieces_back_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "loss_note" text;--> statement-breakpoint
-- Orders of before: what is en transit, or was delivered, left when it last became en transit. What was cancelled or deleted
-- on its way gave its pieces back at once, as the rule was then: they are not given back a second time.
update orders set left_at = coalesce((
    select min(moved_at) from order_moves
    where order_id = orders.id and status = 'in_transit' and id > coalesce((
      select max(id) from order_moves earlier
      where earlier.order_id = orders.id and earlier.status in ('pending', 'assigned')), 0)
  ), case when status = 'in_transit' then updated_at end)
  where status not in ('pending', 'assigned');--> statement-breakpoint
update orders set pieces_back_at = coalesce(
    (select moved_at from order_moves where order_id = orders.id and status = 'cancelled'), deleted_at, updated_at)
  where left_at is not null and (status = 'cancelled' or deleted_at is not null);--> statement-breakpoint
ALTER TABLE "returned_pieces" ADD CONSTRAINT "returned_pieces_order_line_id_order_lines_id_fk" FOREIGN KEY ("order_line_id") REFERENCES "public"."order_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returned_pieces" ADD CONSTRAINT "returned_pieces_counted_by_accounts_id_fk" FOREIGN KEY ("counted_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stock_entries_of_an_order" ON "stock_entries" USING btree ("order_id") WHERE "stock_entries"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "orders_to_come_back" ON "orders" USING btree ("left_at","id") WHERE "orders"."left_at" is not null and "orders"."pieces_back_at" is null and ("orders"."status" = 'cancelled' or "orders"."deleted_at" is not null);--> statement-breakpoint
ALTER TABLE "stock_entries" ADD CONSTRAINT "a_stock_reason_is_known" CHECK ("stock_entries"."reason" in ('hand', 'damaged', 'missing', 'lost'));--> statement-breakpoint
ALTER TABLE "stock_entries" ADD CONSTRAINT "a_loss_names_its_order" CHECK (("stock_entries"."reason" = 'hand') = ("stock_entries"."order_id" is null));--> statement-breakpoint
ALTER TABLE "stock_entries" ADD CONSTRAINT "a_loss_takes_pieces" CHECK ("stock_entries"."reason" = 'hand' or "stock_entries"."quantity" < 0);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "what_is_in_transit_has_left" CHECK ("orders"."status" <> 'in_transit' or "orders"."left_at" is not null);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "what_waits_has_not_left" CHECK ("orders"."status" not in ('pending', 'assigned') or "orders"."left_at" is null);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "pieces_that_never_left_do_not_come_back" CHECK ("orders"."pieces_back_at" is null or "orders"."left_at" is not null);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "pieces_of_a_live_order_stay_out" CHECK ("orders"."pieces_back_at" is null or "orders"."status" = 'cancelled' or "orders"."deleted_at" is not null);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "only_lost_pieces_have_a_loss_note" CHECK ("orders"."loss_note" is null or "orders"."pieces_back_at" is not null);--> statement-breakpoint
-- The journal says when pieces came back, and why some of them did not.
drop trigger changes_of_orders_are_noted on orders;--> statement-breakpoint
create trigger changes_of_orders_are_noted
  after update of status, cancel_reason, payment, name, phone, address, city, note, delivery, collected, deleted_at,
    pieces_back_at on orders
  for each row execute function note_change(
    'order', 'id',
    'status,cancel_reason,payment,name,phone,address,city,note,delivery,collected,deleted_at,pieces_back_at');
--> statement-breakpoint
drop trigger entries_of_stock_are_noted on stock_entries;--> statement-breakpoint
create trigger entries_of_stock_are_noted after insert on stock_entries
  for each row when (new.reason = 'hand') execute function note_change('product', 'product_id', 'quantity');
--> statement-breakpoint
create trigger losses_of_stock_are_noted after insert on stock_entries
  for each row when (new.reason <> 'hand')
  execute function note_change('product', 'product_id', 'quantity,reason,order_id');
