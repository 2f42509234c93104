import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { inTransaction } from '#platform/db/database.ts'
import { only } from '#platform/http/access.ts'
import { sendCsv } from '#platform/http/csv.ts'
import { answerOnce } from '#platform/http/idempotency.ts'
import { acceptForms } from '#platform/http/multipart.ts'
import { pathId } from '#platform/http/path-id.ts'
import { previewQuery } from '#platform/http/preview-query.ts'
import type { Shop } from '#platform/http/shop.ts'
import { message } from '#platform/kernel/codecs.ts'
import type { CourierId } from '#platform/kernel/ids.ts'
import { dh } from '#platform/kernel/money.ts'
import { mustBeSent, sheetUpload } from '#platform/sheets/preview.ts'
import { readSheet } from '#platform/sheets/read-sheet.ts'
import { type FileParcel, rowsFor } from '../handovers/courier-file.ts'
import { PARCEL_STATE_NAMES } from '../model.ts'
import {
  addCourier,
  applyTariff,
  changeCourier,
  changeFile,
  getCourier,
  nameWord,
  previewTariff,
  readTemplate,
} from './actions.ts'
import {
  courierAnswer,
  courierDetail,
  courierRequest,
  couriersAnswer,
  fileRequest,
  tariffApplied,
  tariffForm,
  tariffPreview,
  templateAnswer,
  templateRequest,
  wordRequest,
} from './contract.ts'
import { listCouriers, listTariffs, listWords } from './queries.ts'

const params = z.object({ id: pathId<CourierId>() })

const config = { access: only('admin') }

/** An invented order, with which a courier tries its file. */
const EXAMPLE: FileParcel = {
  id: 1042,
  tracking: null,
  name: 'Exemple Client',
  phone: '0612345678',
  city: 'Casablanca',
  theirName: 'Casablanca',
  theirNumber: '1',
  address: '12, rue de l’Exemple',
  collected: dh(419.5),
  products: '1 × Huile, 2 × Crème',
  pieces: 3,
  note: 'Appeler avant de passer',
}

/** Couriers, and what they ask. */
export const courierRoutes =
  ({ db, now }: Shop): FastifyPluginAsyncZod =>
  async (app) => {
    await acceptForms(app)

    app.get('/api/admin/couriers', { config, schema: { response: { 200: couriersAnswer } } }, async () => ({
      couriers: await listCouriers(db),
    }))

    app.get(
      '/api/admin/couriers/:id',
      { config, schema: { params, response: { 200: courierDetail } } },
      async ({ params: { id } }) => ({
        ...(await getCourier(db, id)),
        tariffs: await listTariffs(db, id),
        words: await listWords(db, id),
      }),
    )

    app.post(
      '/api/admin/couriers',
      { config, schema: { body: courierRequest, response: { 201: courierAnswer } } },
      async (request, reply) => {
        const courier = await inTransaction(db, async (tx) => getCourier(tx, await addCourier(tx, request.body, now())))
        return reply.code(201).send({ message: `${courier.name} est ajouté.`, courier })
      },
    )

    app.put(
      '/api/admin/couriers/:id',
      { config, schema: { params, body: courierRequest, response: { 200: courierAnswer } } },
      async (request) => {
        const { id } = request.params
        const courier = await inTransaction(db, async (tx) => {
          await changeCourier(tx, id, request.body)
          return getCourier(tx, id)
        })
        return { message: `${courier.name} est modifié.`, courier }
      },
    )

    app.put(
      '/api/admin/couriers/:id/labels',
      { config, schema: { params, body: wordRequest, response: { 200: message } } },
      async ({ params: { id }, body: { word, state } }) => {
        await inTransaction(db, (tx) => nameWord(tx, id, word, state))
        return { message: `«\u00A0${word}\u00A0» veut dire\u00A0: ${PARCEL_STATE_NAMES[state]}.` }
      },
    )

    app.post(
      '/api/admin/couriers/:id/file/template',
      { config, schema: { params, body: templateRequest, response: { 200: templateAnswer } } },
      async ({ params: { id }, body }) => {
        await getCourier(db, id)
        return { columns: readTemplate(body.line) }
      },
    )

    app.get('/api/admin/couriers/:id/example.csv', { config, schema: { params } }, async (request, reply) => {
      const { id, fileColumns } = await getCourier(db, request.params.id)
      // Its columns are the courier's own.
      const file = `exemple-${id}.csv`
      return sendCsv(reply, file, rowsFor(fileColumns, [EXAMPLE]))
    })

    app.put(
      '/api/admin/couriers/:id/file',
      { config, schema: { params, body: fileRequest, response: { 200: message } } },
      async ({ params: { id }, body }) => {
        await inTransaction(db, (tx) => changeFile(tx, id, body, now()))
        return { message: 'Les colonnes du fichier sont enregistrées.' }
      },
    )

    app.post(
      '/api/admin/couriers/:id/cities',
      {
        config: { ...config, upload: sheetUpload },
        schema: {
          consumes: ['multipart/form-data'],
          params,
          querystring: previewQuery,
          body: tariffForm,
          response: { 200: z.union([tariffPreview, tariffApplied]) },
        },
      },
      async (request, reply) => {
        const { id } = request.params
        const { query, body, uploaded } = request
        const { columns, cities, digest } = body
        const pasted = { sheet: readSheet(mustBeSent(uploaded)), columns, cities }
        if (query.preview === '1') return previewTariff(db, id, pasted)
        return answerOnce(db, request, reply, now(), async (tx) => {
          const applied = await applyTariff(tx, id, pasted, digest)
          return { status: 200, body: JSON.stringify(z.encode(tariffApplied, applied)) }
        })
      },
    )
  }
