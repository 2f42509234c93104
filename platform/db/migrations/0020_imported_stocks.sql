ALTER TABLE "stock_entries" ADD COLUMN "export_name" text;--> statement-breakpoint
ALTER TABLE "stock_entries" ADD COLUMN "typed_stock" integer;--> statement-breakpoint
ALTER TABLE "stock_entries" ADD CONSTRAINT "a_typed_stock_names_its_export" CHECK (("stock_entries"."export_name" is null) = ("stock_entries"."typed_stock" is null));--> statement-breakpoint
comment on column stock_entries.export_name is
  'The export whose row brought the pieces by an import: the same row brings them once. Null for all others.';--> statement-breakpoint
comment on column stock_entries.typed_stock is 'The stock that was typed in that row.';
