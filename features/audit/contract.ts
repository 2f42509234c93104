import * as z from 'zod/mini'
import { as, instant, pageOf, record } from '#platform/kernel/codecs.ts'
import { AUDIT_SUBJECTS, type AuditSubject, type AuditValue, MONEY_COLUMNS } from './model.ts'

const value = z.union([z.string(), z.number(), z.boolean(), z.null()])

const inDirhams = (column: string, each: AuditValue): AuditValue =>
  typeof each === 'number' && MONEY_COLUMNS.includes(column) ? each / 100 : each
const inCentimes = (column: string, each: AuditValue): AuditValue =>
  typeof each === 'number' && MONEY_COLUMNS.includes(column) ? Math.round(each * 100) : each

const change = z.object({ column: z.string(), before: value, after: value })

/** One changed column: amounts in dirhams on the wire, anything else as the database holds it. */
const wireChange = z.codec(change, change, {
  decode: ({ column, before, after }) => ({
    column,
    before: inCentimes(column, before),
    after: inCentimes(column, after),
  }),
  encode: ({ column, before, after }) => ({
    column,
    before: inDirhams(column, before),
    after: inDirhams(column, after),
  }),
})

export const auditSubject = z.enum(AUDIT_SUBJECTS as readonly [AuditSubject, ...AuditSubject[]])

/** An entry of the journal: actor, moment, subject, and the values before and after. */
const auditEntry = record({
  id: z.int(),
  at: as('created_at', instant),
  /** Null when nobody was logged in: the shop itself. */
  actor: z.nullable(record({ customId: as('custom_id', z.string()), name: z.string() })),
  subject: auditSubject,
  subjectId: as('subject_id', z.nullable(z.int())),
  act: z.enum(['created', 'changed']),
  about: z.nullable(record({ customId: as('custom_id', z.nullable(z.string())), name: z.string() })),
  changes: z.array(wireChange),
})

export type AuditEntry = z.output<typeof auditEntry>

export const auditPage = pageOf(auditEntry)
