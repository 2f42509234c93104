import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { findOnSaleByName } from '#features/catalogue/index.ts'
import { readSettings } from '#features/settings/index.ts'
import { type AllSettings, ratesOf } from '#features/settings/model.ts'
import { inTransaction, type Tx } from '#platform/db/database.ts'
import { type Caller, callerOf, only } from '#platform/http/access.ts'
import { pathId } from '#platform/http/path-id.ts'
import { previewQuery } from '#platform/http/preview-query.ts'
import type { Shop } from '#platform/http/shop.ts'
import { text } from '#platform/kernel/codecs.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { times } from '#platform/kernel/money.ts'
import { invalidField } from '#platform/kernel/refusal.ts'
import { unknownOrder } from '../rules.ts'
import { correctOrder, mergeOrders, type Preview, previewCorrection, previewMerge } from './actions.ts'
import {
  addableProducts,
  correctableOrder,
  correctionAnswer,
  correctionRequest,
  mergeAnswer,
  mergeRequest,
} from './contract.ts'
import { findCorrectable } from './queries.ts'
import type { CorrectableOrder } from './rules.ts'

const params = z.object({ id: pathId<OrderId>() })
const PRODUCTS_SHOWN = 5

const productQuery = z.object({ search: z._default(text(100, 0), '') })

/** Corrections by staff of orders that have not left: their recipient, their products, two orders that are one. */
export const correctionRoutes =
  ({ db, now }: Shop, defaults: AllSettings): FastifyPluginAsyncZod =>
  async (app) => {
    const config = { access: only('admin', 'agent') }
    const today = async (tx: Tx) => ratesOf(await readSettings(tx, defaults))

    app.get(
      '/api/confirmation/products',
      { config, schema: { querystring: productQuery, response: { 200: addableProducts } } },
      async ({ query: { search } }) => findOnSaleByName(db, search, PRODUCTS_SHOWN),
    )

    app.get(
      '/api/confirmation/:id/order',
      { config, schema: { params, response: { 200: correctableOrder } } },
      async (request) => {
        const order = await findCorrectable(db, request.params.id)
        if (order === null) throw unknownOrder()
        return order
      },
    )

    app.put(
      '/api/confirmation/:id/order',
      {
        config,
        schema: { params, querystring: previewQuery, body: correctionRequest, response: { 200: correctionAnswer } },
      },
      async (request) => {
        const { digest, note, lines, ...recipient } = request.body
        const { id } = request.params
        const wanted = { recipient, note: note === undefined ? undefined : note || null, lines }
        if (request.query.preview)
          return sidesFor(
            callerOf(request),
            await inTransaction(db, async (tx) => previewCorrection(tx, id, wanted, await today(tx))),
          )
        const proof = { digest: mustBeShown(digest), by: callerOf(request).id }
        const { after } = await inTransaction(db, async (tx) =>
          correctOrder(tx, id, wanted, { ...proof, rates: await today(tx) }, now()),
        )
        return { message: `La commande ${id} est corrigée.`, order: { id, collected: after.figures.collected } }
      },
    )

    app.post(
      '/api/confirmation/:id/merge',
      { config, schema: { params, querystring: previewQuery, body: mergeRequest, response: { 200: mergeAnswer } } },
      async (request) => {
        const ids = [request.params.id, request.body.other] as const
        if (request.query.preview) {
          const { id, cancelled, other, ...preview } = await inTransaction(db, (tx) => previewMerge(tx, ids))
          return { id, cancelled, other, ...sidesFor(callerOf(request), preview) }
        }
        const storing = { digest: mustBeShown(request.body.digest), by: callerOf(request).id }
        const { id, cancelled } = await inTransaction(db, (tx) => mergeOrders(tx, ids, storing, now()))
        return { message: `La commande ${cancelled} est réunie avec la commande ${id}.`, id, cancelled }
      },
    )
  }

/** Nothing is stored that was not looked at first. Refuses (422) a change without the digest of its preview. */
function mustBeShown(digest: string | undefined): string {
  if (!digest) throw invalidField('digest', 'required', 'The digest field is required.')
  return digest
}

/** Both sides as the caller may read them: agents read what the customer is told. */
const sidesFor = ({ role }: Caller, { before, after, digest }: Preview) =>
  role === 'admin'
    ? { before: adminSide(before), after: adminSide(after), digest }
    : { before: agentSide(before), after: agentSide(after), digest }

const agentSide = ({ recipient, note, lines, figures }: CorrectableOrder) => ({
  recipient,
  note,
  lines: lines.map(({ productId, name, quantity, userPrice }) => ({
    productId,
    name,
    quantity,
    userPrice,
    total: times(userPrice, quantity),
  })),
  discount: figures.discount,
  discountPercent: figures.discountPercent,
  delivery: figures.delivery,
  collected: figures.collected,
})

const adminSide = (order: CorrectableOrder) => {
  const { subtotal, gain } = order.figures
  return { ...agentSide(order), subtotal, gain }
}
