import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { readSettings, senderOf } from '#features/settings/index.ts'
import type { AllSettings } from '#features/settings/model.ts'
import { inTransaction } from '#platform/db/database.ts'
import { callerOf, only } from '#platform/http/access.ts'
import { sendCsv } from '#platform/http/csv.ts'
import { pathId } from '#platform/http/path-id.ts'
import { sendPdf } from '#platform/http/pdf.ts'
import type { Shop } from '#platform/http/shop.ts'
import { message } from '#platform/kernel/codecs.ts'
import type { ClaimId, StatementId } from '#platform/kernel/ids.ts'
import { readHead } from '../actions.ts'
import { claimsAnswer, missingAnswer, missingRequest, settlementRequest } from '../contract.ts'
import { claimMissing, settleClaim } from './actions.ts'
import { claimTable, drawMoneyClaim } from './letter.ts'
import { listOpenClaims, markSent, openClaimsOfStatement } from './queries.ts'

const params = z.object({ id: pathId<StatementId>() })

const config = { access: only('admin') }

/** What couriers are asked for: claims, their letter, what came of them. */
export const claimRoutes =
  (shop: Shop, defaults: AllSettings): FastifyPluginAsyncZod =>
  async (app) => {
    const { db, now } = shop

    app.get('/api/admin/claims', { config, schema: { response: { 200: claimsAnswer } } }, async () => ({
      claims: await listOpenClaims(db),
    }))

    app.post(
      '/api/admin/statements/:id/claims',
      { config, schema: { params, body: missingRequest, response: { 200: missingAnswer } } },
      async (request) => {
        const wanted = { ids: request.body.ids, by: callerOf(request).id }
        const claims = await inTransaction(db, (tx) => claimMissing(tx, request.params.id, wanted, now()))
        const words = claims > 1 ? `${claims} commandes sont réclamées.` : 'La commande est réclamée.'
        return { message: words, claims }
      },
    )

    app.post(
      '/api/admin/statements/:id/claims/sent',
      { config, schema: { params, response: { 200: message } } },
      async ({ params: { id } }) => {
        await readHead(db, id)
        await inTransaction(db, (tx) => markSent(tx, id, now()))
        return { message: 'La réclamation est notée comme envoyée.' }
      },
    )

    app.put(
      '/api/admin/claims/:id',
      {
        config,
        schema: { params: z.object({ id: pathId<ClaimId>() }), body: settlementRequest, response: { 200: message } },
      },
      async ({ params: { id }, body }) => {
        await inTransaction(db, (tx) => settleClaim(tx, id, body.settled_amount, now()))
        return { message: 'La réclamation est réglée.' }
      },
    )

    app.get(
      '/api/admin/statements/:id/claim.csv',
      { config, schema: { params } },
      async ({ params: { id } }, reply) => {
        await readHead(db, id)
        return sendCsv(reply, 'reclamation.csv', claimTable(await openClaimsOfStatement(db, id)))
      },
    )

    app.get(
      '/api/admin/statements/:id/claim.pdf',
      { config, schema: { params } },
      async ({ params: { id } }, reply) => {
        const { courier, reference, paidOn } = await readHead(db, id)
        const letter = { courier: courier.name, reference, paidOn, claims: await openClaimsOfStatement(db, id) }
        const pdf = await drawMoneyClaim(letter, senderOf(shop, await readSettings(db, defaults)), now())
        return sendPdf(reply, 'reclamation', pdf)
      },
    )
  }
