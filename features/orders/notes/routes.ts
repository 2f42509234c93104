import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { callerOf, only } from '#platform/http/access.ts'
import { answerOnce } from '#platform/http/idempotency.ts'
import { pathId } from '#platform/http/path-id.ts'
import type { Shop } from '#platform/http/shop.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { writeNote } from './actions.ts'
import { noteRequest } from './contract.ts'

/** Notes of the staff on an order. They are read with the order itself. */
export const noteRoutes =
  ({ db, now }: Shop): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/api/admin/orders/:id/notes',
      {
        config: { access: only('admin') },
        schema: { params: z.object({ id: pathId<OrderId>() }), body: noteRequest },
      },
      (request, reply) =>
        answerOnce(db, request, reply, now(), async (tx) => {
          await writeNote(tx, request.params.id, request.body.note, callerOf(request).id, now())
          return { status: 201, body: JSON.stringify({ message: 'La note est ajoutée.' }) }
        }),
    )
  }
