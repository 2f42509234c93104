ALTER TABLE "announcements" ADD COLUMN "audience" text DEFAULT 'everyone' NOT NULL;--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "last_day" date;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "an_audience_is_known" CHECK ("announcements"."audience" in ('everyone', 'suppliers', 'buyers'));--> statement-breakpoint
comment on table announcements is 'Announcements of the admins to those who are logged in.';--> statement-breakpoint
comment on column announcements.last_day is 'The last day on which it is shown, in Casablanca; null for no end.';--> statement-breakpoint
drop trigger changes_of_announcements_are_logged on announcements;--> statement-breakpoint
create trigger changes_of_announcements_are_logged
  after insert or update of title, message, is_active, audience, last_day on announcements
  for each row execute function log_change('announcement', 'id', 'title,message,is_active,audience,last_day');
