import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { only } from '#platform/http/access.ts'
import { type CsvCell, sendLongCsv } from '#platform/http/csv.ts'
import { answerPage, oneOf, paging } from '#platform/http/paging.ts'
import type { Shop } from '#platform/http/shop.ts'
import { text } from '#platform/kernel/codecs.ts'
import { formatMinute } from '#platform/kernel/time.ts'
import { type AuditEntry, auditPage, auditSubject } from './contract.ts'
import { describeAct, describeChanges, describeSubject } from './describe-entry.ts'
import { AUDIT_PERIODS } from './model.ts'
import { auditEntriesBefore, listAuditEntries } from './queries.ts'

const filters = {
  search: paging.search,
  subject: z.optional(auditSubject),
  actor: z.optional(text(40)),
  days: z.optional(oneOf(AUDIT_PERIODS)),
}

const COLUMN_HEADS = ['N°', 'Date', 'Par', 'Identifiant', 'Objet', 'Action', 'Champ', 'Avant', 'Après']

/** Fills one row for an entry: its changes share cells, since a row for each would tear the entry apart. */
const cellsOf = (entry: AuditEntry): CsvCell[] => {
  const changes = describeChanges(entry)
  const all = (of: (change: (typeof changes)[number]) => string | null) =>
    changes.map((each) => of(each) ?? '–').join('\n')
  return [
    entry.id,
    formatMinute(entry.at),
    entry.actor?.name ?? 'La boutique',
    entry.actor?.customId ?? '',
    describeSubject(entry),
    describeAct(entry),
    all(({ what }) => what),
    all(({ before }) => before),
    all(({ after }) => after),
  ]
}

/** Calls by which admins read the journal; only the database writes it. */
export const auditRoutes =
  ({ db, now }: Shop): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/admin/audit',
      {
        config: { access: only('admin') },
        schema: { querystring: z.object({ ...paging, ...filters }), response: { 200: auditPage } },
      },
      async ({ query }) => {
        const { page, per_page, ...filter } = query
        const found = await listAuditEntries(db, { ...filter, page, perPage: per_page }, now())
        return answerPage(found, query)
      },
    )

    app.get(
      '/api/admin/audit.csv',
      { config: { access: only('admin') }, schema: { querystring: z.object(filters) } },
      async ({ query }, reply) => {
        const at = now()
        const load = (last: AuditEntry | null, limit: number) => auditEntriesBefore(db, query, at, last, limit)
        return sendLongCsv(reply, 'journal.csv', COLUMN_HEADS, { load, cells: cellsOf })
      },
    )
  }
