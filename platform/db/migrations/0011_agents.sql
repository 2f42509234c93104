CREATE SEQUENCE "public"."agent_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 3001 CACHE 1;--> statement-breakpoint
ALTER TABLE "accounts" DROP CONSTRAINT "a_role_is_known";--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "a_role_is_known" CHECK ("accounts"."role" in ('supplier', 'buyer', 'agent', 'admin'));