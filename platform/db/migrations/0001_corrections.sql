CREATE TABLE "order_line_changes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_line_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"name" text NOT NULL,
	"pieces_before" integer NOT NULL,
	"pieces_after" integer NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"changed_by" integer,
	CONSTRAINT "a_line_change_changes_pieces" CHECK (least("order_line_changes"."pieces_before", "order_line_changes"."pieces_after") >= 0 and "order_line_changes"."pieces_before" <> "order_line_changes"."pieces_after")
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "merged_into" integer;--> statement-breakpoint
ALTER TABLE "order_line_changes" ADD CONSTRAINT "order_line_changes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_line_changes" ADD CONSTRAINT "order_line_changes_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_line_changes" ADD CONSTRAINT "order_line_changes_changed_by_accounts_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_line_changes_of_an_order" ON "order_line_changes" USING btree ("order_id","id");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_merged_into_orders_id_fk" FOREIGN KEY ("merged_into") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
comment on table order_line_changes is 'Each correction of how many pieces of a product an order has, oldest first by id.';--> statement-breakpoint
comment on column order_line_changes.pieces_before is '0: the product was not in the order.';--> statement-breakpoint
comment on column order_line_changes.pieces_after is '0: the product is no longer in the order.';--> statement-breakpoint
comment on column orders.merged_into is 'The order that got its lines, when two of one person became one.';
