DROP INDEX "orders_of_a_customer";--> statement-breakpoint
CREATE INDEX "waiting_orders_to_look_at" ON "orders" USING btree ("id") WHERE "orders"."deleted_at" is null and "orders"."flagged" and "orders"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "orders_of_a_customer" ON "orders" USING btree ("customer_id","created_at","id","deleted_at");