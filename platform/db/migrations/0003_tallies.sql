CREATE TABLE "order_tallies" (
	"supplier_id" integer,
	"status" text NOT NULL,
	"payment" text NOT NULL,
	"is_held" boolean NOT NULL,
	"orders" integer NOT NULL,
	"collected" bigint NOT NULL,
	"gain" bigint NOT NULL,
	"placed_on" date,
	CONSTRAINT "a_tally_is_kept_once" UNIQUE NULLS NOT DISTINCT("supplier_id","placed_on","status","payment","is_held")
);
--> statement-breakpoint
CREATE TABLE "order_tally_changes" (
	"supplier_id" integer,
	"status" text NOT NULL,
	"payment" text NOT NULL,
	"is_held" boolean NOT NULL,
	"orders" integer NOT NULL,
	"collected" bigint NOT NULL,
	"gain" bigint NOT NULL,
	"placed_on" date NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "placed_on" date;--> statement-breakpoint
UPDATE "orders" SET "placed_on" = ("created_at" at time zone 'Africa/Casablanca')::date;--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "placed_on" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "tally_changes_of_a_supplier" ON "order_tally_changes" USING btree ("supplier_id");