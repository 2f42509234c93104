CREATE TABLE "tracking_keys" (
	"is_the_one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"key" "bytea" NOT NULL,
	CONSTRAINT "there_is_one_tracking_key" CHECK ("tracking_keys"."is_the_one")
);
--> statement-breakpoint
insert into tracking_keys (key)
  values (decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));
