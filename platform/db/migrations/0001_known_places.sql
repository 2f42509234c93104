CREATE TABLE "known_places" (
	"account_id" integer NOT NULL,
	"mark" "bytea" NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "a_place_is_known_once" PRIMARY KEY("account_id","mark")
);
--> statement-breakpoint
ALTER TABLE "known_places" ADD CONSTRAINT "known_places_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "known_places_by_age" ON "known_places" USING btree ("seen_at");