import * as z from 'zod/mini'
import { instant, pageOf } from '#platform/kernel/wire.ts'
import { AUDIT_SUBJECTS, type AuditSubject, type AuditValue, MONEY_COLUMNS } from './names.ts'

const value = z.union([z.string(), z.number(), z.boolean(), z.null()])

const inDirhams = (column: string, each: AuditValue): AuditValue =>
  typeof each === 'number' && MONEY_COLUMNS.includes(column) ? each / 100 : each
const inCentimes = (column: string, each: AuditValue): AuditValue =>
  typeof each === 'number' && MONEY_COLUMNS.includes(column) ? Math.round(each * 100) : each

const change = z.object({ column: z.string(), before: value, after: value })

/** Amounts travel in dirhams, everything else as the database holds it. */
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

const subject = z.enum(AUDIT_SUBJECTS as readonly [AuditSubject, ...AuditSubject[]])
const act = z.enum(['created', 'changed'])

/** Who changed what, when, from which value to which. */
export const auditEntry = z.codec(
  z.object({
    id: z.int(),
    created_at: instant,
    actor: z.nullable(z.object({ custom_id: z.string(), name: z.string() })),
    subject,
    subject_id: z.nullable(z.int()),
    act,
    about: z.nullable(z.object({ custom_id: z.nullable(z.string()), name: z.string() })),
    changes: z.array(wireChange),
  }),
  z.object({
    id: z.int(),
    at: z.date(),
    /** Null when nobody was logged in: the shop itself. */
    actor: z.nullable(z.object({ customId: z.string(), name: z.string() })),
    subject,
    subjectId: z.nullable(z.int()),
    act,
    about: z.nullable(z.object({ customId: z.nullable(z.string()), name: z.string() })),
    changes: z.array(change),
  }),
  {
    decode: ({ created_at, actor, subject_id, about, ...same }) => ({
      ...same,
      at: created_at,
      actor: actor && { customId: actor.custom_id, name: actor.name },
      subjectId: subject_id,
      about: about && { customId: about.custom_id, name: about.name },
    }),
    encode: ({ at, actor, subjectId, about, ...same }) => ({
      ...same,
      created_at: at,
      actor: actor && { custom_id: actor.customId, name: actor.name },
      subject_id: subjectId,
      about: about && { custom_id: about.customId, name: about.name },
    }),
  },
)

export type AuditEntry = z.output<typeof auditEntry>

export const auditPage = pageOf(auditEntry)

export const auditSubject = subject
