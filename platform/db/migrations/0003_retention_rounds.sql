CREATE TABLE "retention" (
	"is_the_one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"last_round_at" timestamp (3) with time zone,
	"waiting" text,
	"seen_before" timestamp (3) with time zone,
	"due" integer,
	"all" integer,
	"confirmed_orders" integer,
	CONSTRAINT "there_is_one_retention" CHECK ("retention"."is_the_one"),
	CONSTRAINT "what_waits_for_the_owner_is_known" CHECK ("retention"."waiting" in ('clock', 'round'))
);
--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "a_notification_kind_is_known";--> statement-breakpoint
ALTER TABLE "personal_data_acts" DROP CONSTRAINT "a_personal_data_act_is_known";--> statement-breakpoint
ALTER TABLE "personal_data_acts" DROP CONSTRAINT "an_act_is_about_one_person";--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "a_notification_kind_is_known" CHECK ("notifications"."kind" in ('order', 'supplier', 'withdrawal', 'purchase', 'sold_out', 'audit', 'retention'));--> statement-breakpoint
ALTER TABLE "personal_data_acts" ADD CONSTRAINT "a_personal_data_act_is_known" CHECK ("personal_data_acts"."personal_data" in ('exported', 'anonymised', 'expired', 'clock_confirmed', 'round_confirmed'));--> statement-breakpoint
ALTER TABLE "personal_data_acts" ADD CONSTRAINT "an_act_is_about_one_person" CHECK (num_nonnulls("personal_data_acts"."customer_id", "personal_data_acts"."account_id")
        = case when "personal_data_acts"."personal_data" in ('exported', 'anonymised') then 1 else 0 end);--> statement-breakpoint
create trigger rounds_of_retention_are_noted after insert on personal_data_acts
  for each row when (new.customer_id is null and new.account_id is null)
  execute function note_change('retention', 'customer_id', 'personal_data,orders');
