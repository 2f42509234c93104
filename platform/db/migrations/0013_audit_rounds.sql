CREATE TABLE "audit_rounds" (
	"is_the_one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"broken" text[] NOT NULL,
	CONSTRAINT "there_is_one_audit_round" CHECK ("audit_rounds"."is_the_one")
);
