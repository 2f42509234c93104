import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { inTransaction } from '#platform/db/database.ts'
import { callerOf, only } from '#platform/http/access.ts'
import { answerOnce } from '#platform/http/idempotency.ts'
import { acceptForms } from '#platform/http/multipart.ts'
import { answerPage, paging } from '#platform/http/paging.ts'
import { pathId } from '#platform/http/path-id.ts'
import { previewQuery } from '#platform/http/preview-query.ts'
import type { Shop } from '#platform/http/shop.ts'
import { message } from '#platform/kernel/codecs.ts'
import type { CourierId, StatementId } from '#platform/kernel/ids.ts'
import { mustBeSent, sheetUpload } from '#platform/sheets/preview.ts'
import { readSheet } from '#platform/sheets/read-sheet.ts'
import { createStatement, decideLine, previewStatement, readStatement, removeStatement } from './actions.ts'
import { claimsOfStatement } from './claims/queries.ts'
import { closeStatement } from './close.ts'
import {
  closeAnswer,
  closeRequest,
  dueAnswer,
  lineAnswer,
  lineRequest,
  statementDetail,
  statementForm,
  statementPage,
  statementPreview,
  statementStored,
} from './contract.ts'
import { listDue, listMissing } from './due.ts'
import { hasFees } from './judge-lines.ts'
import { listStatements } from './queries.ts'

const params = z.object({ id: pathId<StatementId>() })
const lineParams = z.object({ id: pathId<StatementId>(), row: pathId<number>() })

const { page, per_page } = paging
const listQuery = z.object({
  page,
  per_page,
  courier: z.optional(pathId<CourierId>()),
  open: z.optional(z.literal('1')),
})

const config = { access: only('admin') }

/** Statements of couriers: money that is outside, what came of it, line by line. */
export const settlementRoutes =
  ({ db, now }: Shop): FastifyPluginAsyncZod =>
  async (app) => {
    await acceptForms(app)

    app.get('/api/admin/settlements/due', { config, schema: { response: { 200: dueAnswer } } }, async () => ({
      couriers: await listDue(db, now()),
    }))

    app.get(
      '/api/admin/statements',
      { config, schema: { querystring: listQuery, response: { 200: statementPage } } },
      async ({ query }) => {
        const { courier, open, page, per_page: perPage } = query
        const filter = { courierId: courier, isOpen: open === '1', page, perPage }
        return answerPage(await listStatements(db, filter), query)
      },
    )

    app.post(
      '/api/admin/statements',
      {
        config: { ...config, upload: sheetUpload },
        schema: {
          consumes: ['multipart/form-data'],
          querystring: previewQuery,
          body: statementForm,
          response: { 200: statementPreview, 201: statementStored },
        },
      },
      async (request, reply) => {
        const { columns, digest, courier_id: courierId, paid_on: paidOn, reference, received } = request.body
        const head = { courierId, paidOn, reference, received }
        const pasted = { ...head, sheet: readSheet(mustBeSent(request.uploaded)), columns }
        if (request.query.preview === '1') {
          const { headings, missing, lines: rows, totals, digest, hasFees } = await previewStatement(db, pasted, now())
          return {
            headings: [...pasted.sheet.headings],
            columns: headings,
            missing,
            digest,
            rows,
            totals,
            fees_compared: hasFees,
          }
        }
        return answerOnce(db, request, reply, now(), async (tx) => {
          const id = await createStatement(tx, pasted, { digest, by: callerOf(request).id }, now())
          return { status: 201, body: JSON.stringify({ message: `Le relevé ${reference} est enregistré.`, id }) }
        })
      },
    )

    app.get(
      '/api/admin/statements/:id',
      { config, schema: { params, response: { 200: statementDetail } } },
      async ({ params: { id } }) => {
        const { statement, courier, lines, totals } = await readStatement(db, id)
        return {
          statement,
          tolerance: courier.tolerance,
          fees_compared: hasFees(lines),
          totals,
          rows: lines,
          missing: await listMissing(db, courier, now()),
          claims: await claimsOfStatement(db, id),
        }
      },
    )

    app.put(
      '/api/admin/statements/:id/lines/:row',
      { config, schema: { params: lineParams, body: lineRequest, response: { 200: lineAnswer } } },
      async ({ params: { id, row }, body }) => {
        const wanted = { decision: body.decision, orderId: body.OrderID, note: body.note }
        const { totals, lines } = await inTransaction(db, (tx) => decideLine(tx, id, row, wanted))
        return { totals, rows: lines }
      },
    )

    app.delete(
      '/api/admin/statements/:id',
      { config, schema: { params, response: { 200: message } } },
      async ({ params: { id } }) => {
        await inTransaction(db, (tx) => removeStatement(tx, id, now()))
        return { message: 'Le relevé est retiré.' }
      },
    )

    app.post(
      '/api/admin/statements/:id/close',
      { config, schema: { params, body: closeRequest, response: { 200: closeAnswer } } },
      async (request, reply) => {
        const { accept_gap, reason, claim_gap } = request.body
        const closing = {
          acceptedGap: accept_gap,
          gapReason: reason || null,
          isGapClaimed: claim_gap === true,
          by: callerOf(request).id,
        }
        return answerOnce(db, request, reply, now(), async (tx) => {
          const { paid, claims } = await closeStatement(tx, request.params.id, closing, now())
          const message = `Relevé clos\u00A0: ${paid} commande${paid > 1 ? 's' : ''} payée${paid > 1 ? 's' : ''}.`
          return { status: 200, body: JSON.stringify({ message, paid, claims }) }
        })
      },
    )
  }
