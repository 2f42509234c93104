ALTER TABLE "sessions" ADD COLUMN "browser" text DEFAULT 'Navigateur inconnu' NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "address" text DEFAULT '' NOT NULL;