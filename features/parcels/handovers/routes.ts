import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { lightsOf } from '#features/calls/index.ts'
import { readSettings, senderOf } from '#features/settings/index.ts'
import type { AllSettings } from '#features/settings/model.ts'
import { type DbOrTx, inTransaction } from '#platform/db/database.ts'
import { callerOf, only } from '#platform/http/access.ts'
import { sendCsv } from '#platform/http/csv.ts'
import { answerPage, paging } from '#platform/http/paging.ts'
import { pathId } from '#platform/http/path-id.ts'
import { sendPdf } from '#platform/http/pdf.ts'
import type { Shop } from '#platform/http/shop.ts'
import type { CourierId, HandoverId } from '#platform/kernel/ids.ts'
import { MAX_PASTED_ROWS } from '#platform/kernel/list-limits.ts'
import { plus } from '#platform/kernel/money.ts'
import { invalidField } from '#platform/kernel/refusal.ts'
import { handoverNumber, MAX_PARCELS_OF_LIST } from '../model.ts'
import { addToHandover, handOver, makeHandover, takeOffHandover } from './actions.ts'
import {
  handOverRequest,
  handoverAnswer,
  handoverDetail,
  handoverPage,
  handoverRequest,
  listChangeRequest,
  resultsAnswer,
  toPrepareAnswer,
  trackingAnswer,
  trackingNumbersRequest,
} from './contract.ts'
import { rowsFor } from './courier-file.ts'
import { drawLabels, LABEL_FORMATS } from './labels.ts'
import { findHandover, listActiveCouriers, listHandovers, listParcels, listToPrepare } from './queries.ts'
import {
  inOrderOfPreparing,
  isDoubtful,
  missingFields,
  mustHaveParcels,
  readTrackingLines,
  takesWholeDirhams,
  unknownHandover,
} from './rules.ts'
import { drawSheet } from './sheet.ts'
import { storeTrackingNumbers } from './tracking-numbers.ts'

const TRACKING_BYTES = 512 * 1024

/** An admin's calls about lists of parcels, their papers, and tracking numbers. */
export const handoverRoutes =
  (shop: Shop, defaults: AllSettings): FastifyPluginAsyncZod =>
  async (app) => {
    const { db, now } = shop
    const config = { access: only('admin') }
    const params = z.object({ id: pathId<HandoverId>() })

    app.get(
      '/api/admin/handovers/to-prepare',
      {
        config,
        schema: {
          querystring: z.object({ courier: z.optional(pathId<CourierId>()) }),
          response: { 200: toPrepareAnswer },
        },
      },
      async ({ query }) => {
        const couriers = await listActiveCouriers(db)
        const { rows, total } = await listToPrepare(db, query.courier ?? couriers[0]?.id ?? null, now())
        const lights = await lightsOf(
          db,
          rows.map(({ id }) => id),
          now(),
        )
        const waiting = rows.map((row) => ({ ...row, light: lights.get(row.id) ?? 'green', recipient: row }))
        const data = inOrderOfPreparing(waiting.map((row) => ({ ...row, isDoubtful: isDoubtful(row) })))
        return { data, total, couriers }
      },
    )

    app.get(
      '/api/admin/handovers',
      {
        config,
        schema: {
          querystring: z.object({ page: paging.page, per_page: paging.per_page }),
          response: { 200: handoverPage },
        },
      },
      async ({ query }) => {
        const { rows, total } = await listHandovers(db, { page: query.page, perPage: query.per_page })
        return answerPage({ rows: rows.map((row) => ({ ...row, number: handoverNumber(row) })), total }, query)
      },
    )

    app.post(
      '/api/admin/handovers',
      { config, schema: { body: handoverRequest, response: { 201: handoverAnswer } } },
      async (request, reply) => {
        const by = callerOf(request).id
        reply.status(201)
        return inTransaction(db, (tx) => makeHandover(tx, request.body, by, now()))
      },
    )

    app.get(
      '/api/admin/handovers/:id',
      { config, schema: { params, response: { 200: handoverDetail } } },
      async (request) => {
        const { list, parcels } = await getHandover(db, request.params.id)
        const columns = list.fileColumns ?? []
        return {
          ...list,
          count: parcels.length,
          collected: plus(...parcels.map((parcel) => parcel.collected)),
          hasFile: list.fileColumns !== null,
          missingFields: list.fileColumns === null ? [] : missingFields(columns),
          takesWholeDirhams: takesWholeDirhams(columns),
          parcels: parcels.map((parcel) => ({ ...parcel, recipient: parcel })),
        }
      },
    )

    app.put(
      '/api/admin/handovers/:id/parcels',
      { config, schema: { params, body: listChangeRequest, response: { 200: resultsAnswer } } },
      async (request) => {
        const by = callerOf(request).id
        const limits = { now: now(), most: MAX_PARCELS_OF_LIST }
        const { params, body } = request
        return { results: await inTransaction(db, (tx) => addToHandover(tx, params.id, body.ids, by, limits)) }
      },
    )

    app.delete(
      '/api/admin/handovers/:id/parcels',
      { config, schema: { params, body: listChangeRequest, response: { 200: resultsAnswer } } },
      async (request) => {
        const by = callerOf(request).id
        const { params, body } = request
        return { results: await inTransaction(db, (tx) => takeOffHandover(tx, params.id, body.ids, by, now())) }
      },
    )

    app.post(
      '/api/admin/handovers/:id/hand-over',
      { config, schema: { params, body: handOverRequest, response: { 200: resultsAnswer } } },
      async (request) => {
        const by = callerOf(request).id
        const { params, body } = request
        const shown = body.shown ?? body.ids?.map((id) => ({ id, updatedAt: null }))
        return { results: await inTransaction(db, (tx) => handOver(tx, params.id, shown, by, now())) }
      },
    )

    app.post(
      '/api/admin/parcels/tracking',
      {
        config,
        bodyLimit: TRACKING_BYTES,
        schema: { body: trackingNumbersRequest, response: { 200: trackingAnswer } },
      },
      async (request) => {
        const { rows, text } = request.body
        const pasted = rows ?? readTrackingLines(text ?? '')
        if (pasted.length === 0)
          throw invalidField('text', 'no_rows', 'Collez au moins une ligne\u00A0: n° de commande et suivi.')
        if (pasted.length > MAX_PASTED_ROWS)
          throw invalidField('text', 'too_many_tracking_rows', `Collez ${MAX_PASTED_ROWS} lignes au plus à la fois.`)
        return { results: await storeTrackingNumbers(db, pasted, callerOf(request).id, now()) }
      },
    )

    app.get('/api/admin/handovers/:id/file.csv', { config, schema: { params } }, async (request, reply) => {
      const { list, parcels } = await getHandover(db, request.params.id)
      const file = `${list.number}.csv`
      return sendCsv(reply, file, rowsFor(list.fileColumns, parcels))
    })

    app.get(
      '/api/admin/handovers/:id/labels.pdf',
      { config, schema: { params, querystring: z.object({ format: z._default(z.enum(LABEL_FORMATS), 'a6') }) } },
      async (request, reply) => {
        const { list, parcels } = await getHandover(db, request.params.id)
        mustHaveParcels(parcels)
        const labels = parcels.map((parcel) => ({ ...parcel, recipient: parcel }))
        const sender = senderOf(shop, await readSettings(db, defaults))
        return sendPdf(reply, `etiquettes-${list.number}`, await drawLabels(labels, request.query.format, list, sender))
      },
    )

    app.get('/api/admin/handovers/:id/sheet.pdf', { config, schema: { params } }, async (request, reply) => {
      const { list, parcels } = await getHandover(db, request.params.id)
      mustHaveParcels(parcels)
      const sender = senderOf(shop, await readSettings(db, defaults))
      return sendPdf(reply, `bordereau-${list.number}`, await drawSheet({ ...list, parcels }, sender))
    })
  }

/** A list with its number and its parcels. Refuses (404) an unknown one. */
async function getHandover(db: DbOrTx, id: HandoverId) {
  const list = await findHandover(db, id)
  if (list === null) throw unknownHandover()
  return { list: { ...list, number: handoverNumber(list) }, parcels: await listParcels(db, id) }
}
