import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { only } from '#platform/http/access.ts'
import type { Shop } from '#platform/http/shop.ts'
import { logIn, logOut } from './actions.ts'
import { credentials, ROLES, session } from './contract.ts'
import type { HashingLine } from './passwords.ts'

export const accountRoutes =
  (shop: Shop, hashing: HashingLine): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/api/login',
      { config: { access: 'anyone' }, schema: { body: credentials, response: { 200: session } } },
      async (request) => {
        const { token, person } = await logIn(shop, hashing, { ...request.body, address: request.ip })
        return { token, user: person }
      },
    )

    app.post('/api/logout', { config: { access: only(...ROLES) } }, async (request, reply) => {
      await logOut(shop.db, request.headers.authorization!.split(' ')[1]!)
      return reply.code(204).send()
    })
  }
