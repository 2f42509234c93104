import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { accounts } from '#features/accounts/tables.ts'
import { identity, idOf, moment } from '#platform/db/columns.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import type { AuditSubject } from './model.ts'

/**
 * Changes: by whom, when, from which value to which. Only triggers write here, and nobody changes or removes a row, but
 * for the values of a person who was forgotten: the baseline holds all of it. `before` and `after` have only the columns
 * that changed, under the database's names.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: identity(),
    subject: text().$type<AuditSubject>().notNull(),
    /** Null for what has no number, such as a setting. */
    subjectId: integer(),
    act: text().$type<'created' | 'changed'>().notNull(),
    before: jsonb().$type<Readonly<Record<string, unknown>>>(),
    after: jsonb().$type<Readonly<Record<string, unknown>>>().notNull(),
    at: moment().notNull(),
    /** Null when nobody was logged in: the shop itself, or someone at the database's own console. */
    actorId: idOf<AccountId>().references(() => accounts.id),
  },
  (table) => [
    index('audit_entries_of_a_subject').on(table.subject, table.subjectId, table.id),
    index('audit_entries_of_a_kind').on(table.subject, table.id),
    index('audit_entries_by_age').on(table.at, table.id),
    index('audit_entries_of_a_person').on(table.actorId, table.id),
    check('an_audit_act_is_known', sql`${table.act} in ('created', 'changed')`),
  ],
)
