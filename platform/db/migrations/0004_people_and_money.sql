CREATE TABLE "sale_declarations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sale_declarations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"buyer_id" integer NOT NULL,
	"sale_id" integer,
	"note" text,
	"amount" bigint NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"reason" text,
	"declared_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by" integer,
	CONSTRAINT "a_declared_sale_is_above_zero" CHECK ("sale_declarations"."amount" > 0),
	CONSTRAINT "a_declaration_status_is_known" CHECK ("sale_declarations"."status" in ('pending', 'approved', 'refused')),
	CONSTRAINT "a_declaration_decision_is_dated" CHECK (("sale_declarations"."status" = 'pending') = ("sale_declarations"."decided_at" is null)),
	CONSTRAINT "an_approved_declaration_is_a_sale" CHECK (("sale_declarations"."status" = 'approved') = ("sale_declarations"."sale_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "bank_files" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bank_files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"withdrawals" integer NOT NULL,
	"amount" bigint NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"made_by" integer NOT NULL,
	CONSTRAINT "a_bank_file_pays_something" CHECK ("bank_files"."withdrawals" > 0 and "bank_files"."amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "a_notification_kind_is_known";--> statement-breakpoint
ALTER TABLE "sale_declarations" ADD CONSTRAINT "sale_declarations_buyer_id_accounts_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_declarations" ADD CONSTRAINT "sale_declarations_sale_id_sales_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."sales"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_declarations" ADD CONSTRAINT "sale_declarations_decided_by_accounts_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_files" ADD CONSTRAINT "bank_files_made_by_accounts_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sale_declarations_of_a_buyer" ON "sale_declarations" USING btree ("buyer_id","declared_at","id");--> statement-breakpoint
CREATE INDEX "sale_declarations_to_decide_first" ON "sale_declarations" USING btree (("status" <> 'pending'),"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sale_declarations_by_status" ON "sale_declarations" USING btree ("status","id");--> statement-breakpoint
CREATE UNIQUE INDEX "a_sale_is_declared_once" ON "sale_declarations" USING btree ("sale_id");--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "a_notification_kind_is_known" CHECK ("notifications"."kind" in ('order', 'supplier', 'withdrawal', 'purchase', 'sale', 'sold_out', 'audit', 'retention'));--> statement-breakpoint
create trigger decisions_of_declared_sales_are_logged after update of status, reason on sale_declarations
  for each row execute function log_change('declaration', 'id', 'status,reason');--> statement-breakpoint
create trigger bank_files_are_logged after insert on bank_files
  for each row execute function log_change('bank_file', 'id', 'withdrawals,amount');--> statement-breakpoint
comment on table sale_declarations is 'Sales that buyers say they made; an approved one is a row of sales.';--> statement-breakpoint
comment on column sale_declarations.amount is 'Centimes.';--> statement-breakpoint
comment on table bank_files is 'Files for the bank that an admin took away, with the count and the sum of their withdrawals.';--> statement-breakpoint
comment on column bank_files.amount is 'Centimes.';
