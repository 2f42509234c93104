DROP INDEX "orders_by_city";--> statement-breakpoint
DROP INDEX "orders_of_a_supplier_by_status";--> statement-breakpoint
CREATE INDEX "orders_by_city" ON "orders" USING btree ("city","created_at","id","status") WHERE "orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "orders_of_a_supplier_by_status" ON "orders" USING btree ("supplier_id","status","created_at","id","payment","withdrawal_id","collected","gain") WHERE "orders"."deleted_at" is null;