import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bytes, moment } from '#platform/db/columns.ts'

/** The answers of idempotency keys, written in the transaction of the call's own work. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    route: text().notNull(),
    /** An account's id, or `visitor`. */
    caller: text().notNull(),
    key: text().notNull(),
    /** Null only inside the transaction that does the work. */
    status: integer(),
    answer: text(),
    createdAt: moment().notNull(),
    /** SHA-256 of the body. */
    bodyHash: bytes().notNull(),
  },
  (table) => [
    primaryKey({ name: 'a_key_answers_once', columns: [table.route, table.caller, table.key] }),
    index('idempotency_keys_by_age').on(table.createdAt),
  ],
)

/** Tries counted by windows of time, in the database, so that all processes count together. */
export const tries = pgTable(
  'tries',
  {
    /** The name of the limit, and a hash of the one it is for. */
    subject: text().notNull(),
    windowStart: moment().notNull(),
    count: integer().notNull(),
  },
  (table) => [
    primaryKey({ name: 'a_window_is_counted_once', columns: [table.subject, table.windowStart] }),
    index('tries_by_age').on(table.windowStart),
  ],
)
