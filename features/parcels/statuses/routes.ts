import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { callerOf, only } from '#platform/http/access.ts'
import { answerAgain } from '#platform/http/idempotency.ts'
import { acceptForms } from '#platform/http/multipart.ts'
import { previewQuery } from '#platform/http/preview-query.ts'
import type { Shop } from '#platform/http/shop.ts'
import { mustBeSent, sheetUpload } from '#platform/sheets/preview.ts'
import { readSheet } from '#platform/sheets/read-sheet.ts'
import { applyStatuses, previewStatuses } from './actions.ts'
import { statusApplied, statusForm, statusPreview } from './contract.ts'

/** Files of couriers that say where their parcels are. */
export const statusRoutes =
  ({ db, now }: Shop): FastifyPluginAsyncZod =>
  async (app) => {
    await acceptForms(app)

    app.post(
      '/api/admin/parcels/statuses',
      {
        config: { access: only('admin'), upload: sheetUpload },
        schema: {
          consumes: ['multipart/form-data'],
          querystring: previewQuery,
          body: statusForm,
          response: { 200: z.union([statusPreview, statusApplied]) },
        },
      },
      async (request, reply) => {
        const { courier_id: courierId, columns, decisions = [], name, digest } = request.body
        const sheet = readSheet(mustBeSent(request.uploaded))
        const pasted = { courierId, sheet, columns, decisions, name: name || null }
        if (request.query.preview === '1') return previewStatuses(db, pasted, now())
        return answerAgain(db, request, reply, now(), async () => {
          const applied = await applyStatuses(db, { ...pasted, digest }, callerOf(request).id, now())
          return { status: 200, body: JSON.stringify(z.encode(statusApplied, applied)) }
        })
      },
    )
  }
