import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { callerOf, only } from '#platform/http/access.ts'
import { answerOnce } from '#platform/http/idempotency.ts'
import { answerPage, paging } from '#platform/http/paging.ts'
import { pathId } from '#platform/http/path-id.ts'
import type { Shop } from '#platform/http/shop.ts'
import type { CourierId, OrderId } from '#platform/kernel/ids.ts'
import { followUp } from './actions.ts'
import { followPage, followUpAnswer, followUpRequest } from './contract.ts'
import { countParcels, listCourierNames, listParcels } from './queries.ts'
import { FOLLOW_SORTS, FOLLOW_TAB_NAMES, FOLLOW_UPS } from './rules.ts'

const listQuery = z.object({
  ...paging,
  tab: z._default(z.enum(FOLLOW_TAB_NAMES as [(typeof FOLLOW_TAB_NAMES)[number]]), 'chase'),
  courier: z.optional(pathId<CourierId>()),
  sort: z._default(z.enum(FOLLOW_SORTS), FOLLOW_SORTS[0]),
})

/** Parcels on their way, for those who call customers and couriers about them. */
export const followRoutes =
  ({ db, now }: Shop): FastifyPluginAsyncZod =>
  async (app) => {
    const config = { access: only('admin', 'agent') }

    app.get(
      '/api/parcels',
      { config, schema: { querystring: listQuery, response: { 200: followPage } } },
      async ({ query }) => {
        const { tab, courier, search = '', sort, page, per_page: perPage } = query
        const found = await listParcels(db, { tab, courier, search }, { sort, page, perPage }, now())
        return {
          ...answerPage(found, query),
          counts: await countParcels(db, now()),
          couriers: await listCourierNames(db),
        }
      },
    )

    app.post(
      '/api/parcels/:id/follow-up',
      {
        config,
        schema: {
          params: z.object({ id: pathId<OrderId>() }),
          body: followUpRequest,
          response: { 200: followUpAnswer },
        },
      },
      async (request, reply) =>
        answerOnce(db, request, reply, now(), async (tx) => {
          const { id } = request.params
          const { id: by, role } = callerOf(request)
          const stored = await followUp(tx, id, request.body, { by, role }, now())
          const message = `Commande ${id}\u00A0: ${FOLLOW_UPS[request.body.kind].toLowerCase()}.`
          return { status: 200, body: JSON.stringify(z.encode(followUpAnswer, { message, ...stored })) }
        }),
    )
  }
