ALTER TABLE "statement_lines" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "a_line_note_is_short" CHECK (char_length(note) between 1 and 200);