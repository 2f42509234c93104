import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { callerOf, only } from '#platform/http/access.ts'
import { answerOnce } from '#platform/http/idempotency.ts'
import { pathId } from '#platform/http/path-id.ts'
import type { Shop } from '#platform/http/shop.ts'
import { message } from '#platform/kernel/codecs.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { customerNoteRequest } from '../contract.ts'
import { noteCustomer } from './actions.ts'

/** An admin's notes about customers. */
export const customerNoteRoutes =
  ({ db, now }: Shop): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/api/admin/people/:id/notes',
      {
        config: { access: only('admin') },
        schema: { params: z.object({ id: pathId<OrderId>() }), body: customerNoteRequest },
      },
      (request, reply) =>
        answerOnce(db, request, reply, now(), async (tx) => {
          const note = { text: request.body.text, by: callerOf(request).id }
          await noteCustomer(tx, request.params.id, note, now())
          // Without the text: stored answers outlive the note of somebody who is forgotten.
          return { status: 201, body: JSON.stringify(z.encode(message, { message: 'Note ajoutée.' })) }
        }),
    )
  }
