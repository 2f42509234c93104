import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { bearerOf, callerOf, only } from '#platform/http/access.ts'
import type { Shop } from '#platform/http/shop.ts'
import {
  recoveryCodes,
  secondFactorProof,
  secondFactorRemoval,
  secondFactorRequest,
  secondFactorSecret,
  secondFactorState,
} from '../contract.ts'
import type { PasswordHashQueue } from '../password-hashing.ts'
import {
  type AdminCaller,
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  secondFactorOf,
} from './actions.ts'

const adminCallerOf = (request: FastifyRequest): AdminCaller => ({
  id: callerOf(request).id,
  token: bearerOf(request.headers.authorization)!,
  address: request.ip,
})

/** Calls by which an admin sets and removes the second factor of the own account. */
export const secondFactorRoutes =
  (shop: Shop, hashing: PasswordHashQueue, isRequired: () => Promise<boolean>): FastifyPluginAsyncZod =>
  async (app) => {
    const access = only('admin')
    // These answer also where the shop demands a second factor of every admin and this one has none yet.
    const isSetUp = true

    app.get(
      '/api/second-factor',
      { config: { access, isSetUp }, schema: { response: { 200: secondFactorState } } },
      async (request) => secondFactorOf(shop, callerOf(request).id, await isRequired()),
    )

    app.post(
      '/api/second-factor',
      { config: { access, isSetUp }, schema: { body: secondFactorRequest, response: { 200: secondFactorSecret } } },
      (request) => beginSecondFactor(shop, hashing, adminCallerOf(request), request.body.password),
    )

    app.post(
      '/api/second-factor/confirm',
      { config: { access, isSetUp }, schema: { body: secondFactorProof, response: { 200: recoveryCodes } } },
      async (request) => {
        const codes = await confirmSecondFactor(shop, hashing, adminCallerOf(request), request.body.otp)
        request.log.info({ req: request }, 'second factor set')
        return { codes }
      },
    )

    app.delete(
      '/api/second-factor',
      { config: { access }, schema: { body: secondFactorRemoval } },
      async (request, reply) => {
        await removeSecondFactor(shop, hashing, adminCallerOf(request), request.body)
        request.log.info({ req: request }, 'second factor removed')
        return reply.code(204).send()
      },
    )
  }
