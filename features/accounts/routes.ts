import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { inTransaction } from '#platform/db/database.ts'
import { bearerOf, callerOf, only } from '#platform/http/access.ts'
import { pathId } from '#platform/http/path-id.ts'
import type { Shop } from '#platform/http/shop.ts'
import { message } from '#platform/kernel/codecs.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { banAccount, restoreAccount } from './actions/ban.ts'
import { changePassword } from './actions/change-password.ts'
import { invite, inviteAgain } from './actions/invite.ts'
import { identifierCounterKey, logIn } from './actions/log-in.ts'
import { register } from './actions/register-supplier.ts'
import { requestReset, resetPassword } from './actions/reset-password.ts'
import { endOtherSessions, listSessions, logOut } from './actions/sessions.ts'
import { updateProfile } from './actions/update-profile.ts'
import {
  credentials,
  invitation,
  openSessions,
  passwordChange,
  passwordReset,
  personAnswer,
  profileChange,
  registration,
  resetRequest,
  session,
} from './contract.ts'
import type { Place } from './known-places.ts'
import { ROLES } from './model.ts'
import type { PasswordHashQueue } from './password-hashing.ts'

const placeOf = ({ ip, body }: { ip: string; body: { browserKey?: string | null | undefined } }): Place => ({
  address: ip,
  browserKey: body.browserKey,
})

const accountParams = z.object({ id: pathId<AccountId>() })

/** Token of a caller whom the route's access rule has let in. */
const tokenOf = (request: FastifyRequest): string => bearerOf(request.headers.authorization)!

export const accountRoutes =
  (shop: Shop, hashing: PasswordHashQueue): FastifyPluginAsyncZod =>
  async (app) => {
    // The log gets an HMAC under a key that dies with the process: a password may be typed for an identifier by mistake.
    const key = shop.randomBytes(32)
    const note = (request: FastifyRequest, identifier: string) => {
      request.typedIdentifier = createHmac('sha256', key)
        .update(identifierCounterKey(identifier))
        .digest('hex')
        .slice(0, 16)
    }

    app.post(
      '/api/login',
      { config: { access: 'anyone' }, schema: { body: credentials, response: { 200: session } } },
      async (request) => {
        const { identifier, password, otp = '' } = request.body
        note(request, identifier)
        const agent = request.headers['user-agent'] ?? ''
        const typed = { identifier, password, otp, place: placeOf(request), agent }
        const { token, person } = await logIn(shop, hashing, typed)
        request.log.info({ req: request, account: person.id }, 'logged in')
        return { token, user: person }
      },
    )

    app.post('/api/logout', { config: { access: only(...ROLES), isSetUp: true } }, async (request, reply) => {
      await logOut(shop.db, tokenOf(request))
      request.log.info({ req: request }, 'logged out')
      return reply.code(204).send()
    })

    app.post(
      '/api/register',
      { config: { access: 'anyone' }, schema: { body: registration, response: { 201: personAnswer } } },
      async (request, reply) => {
        const { browserKey: _, ...registration } = request.body
        note(request, registration.email)
        const user = await register(shop, hashing, registration, placeOf(request))
        request.log.info({ req: request, account: user.id }, 'signed up')
        return reply.code(201).send({ message: 'Utilisateur créé avec succès.', user })
      },
    )

    app.post(
      '/api/password/email',
      { config: { access: 'anyone' }, schema: { body: resetRequest, response: { 200: message } } },
      async (request) => {
        note(request, request.body.email)
        await requestReset(shop, request.body.email, placeOf(request))
        return { message: 'Si cette adresse a un compte, un lien vient de lui être envoyé.' }
      },
    )

    app.post(
      '/api/password/reset',
      { config: { access: 'anyone' }, schema: { body: passwordReset, response: { 200: message } } },
      async (request) => {
        const { browserKey: _, ...reset } = request.body
        note(request, reset.email)
        await resetPassword(shop, hashing, reset, placeOf(request))
        request.log.info({ req: request }, 'password reset')
        return { message: 'Votre mot de passe a été réinitialisé.' }
      },
    )

    app.post(
      '/api/password/change',
      { config: { access: only(...ROLES) }, schema: { body: passwordChange, response: { 200: message } } },
      async (request) => {
        const { id, role } = callerOf(request)
        const caller = { id, isAdmin: role === 'admin', token: tokenOf(request), address: request.ip }
        await changePassword(shop, hashing, caller, request.body)
        request.log.info({ req: request }, 'password changed')
        return { message: 'Votre mot de passe a été changé.' }
      },
    )

    app.get(
      '/api/sessions',
      { config: { access: only(...ROLES) }, schema: { response: { 200: openSessions } } },
      (request) => listSessions(shop, callerOf(request), tokenOf(request)),
    )

    app.delete('/api/sessions', { config: { access: only(...ROLES) } }, async (request, reply) => {
      await endOtherSessions(shop.db, callerOf(request).id, tokenOf(request))
      return reply.code(204).send()
    })

    app.put(
      '/api/user/update',
      { config: { access: only(...ROLES) }, schema: { body: profileChange, response: { 200: message } } },
      async (request) => {
        const { rib, currentPassword, ...fields } = request.body
        const caller = { id: callerOf(request).id, address: request.ip, password: currentPassword ?? undefined }
        await updateProfile(shop, hashing, caller, { ...fields, rib: rib === undefined ? undefined : rib || null })
        return { message: 'Mise à jour réussie' }
      },
    )

    app.post(
      '/api/admin/buyers',
      { config: { access: only('admin') }, schema: { body: invitation, response: { 201: personAnswer } } },
      async (request, reply) => {
        const user = await invite(shop, 'buyer', request.body)
        return reply.code(201).send({ message: 'L’acheteur a reçu une invitation par e-mail.', user })
      },
    )

    app.post(
      '/api/admin/agents',
      { config: { access: only('admin') }, schema: { body: invitation, response: { 201: personAnswer } } },
      async (request, reply) => {
        const user = await invite(shop, 'agent', request.body)
        return reply.code(201).send({ message: 'L’agent a reçu une invitation par e-mail.', user })
      },
    )

    app.post(
      '/api/admin/user/:id/invitation',
      { config: { access: only('admin') }, schema: { params: accountParams, response: { 200: message } } },
      async (request) => {
        const { email } = await inTransaction(shop.db, (tx) => inviteAgain(shop, tx, request.params.id))
        return { message: `L’invitation est renvoyée à ${email}.` }
      },
    )

    app.delete(
      '/api/admin/user/:id',
      { config: { access: only('admin') }, schema: { params: accountParams, response: { 200: message } } },
      async (request) => {
        await inTransaction(shop.db, (tx) => banAccount(tx, request.params.id, shop.now))
        return { message: 'Utilisateur supprimé avec succés!' }
      },
    )

    app.post(
      '/api/admin/user/:id/restore',
      { config: { access: only('admin') }, schema: { params: accountParams, response: { 200: message } } },
      async (request) => {
        await inTransaction(shop.db, (tx) => restoreAccount(tx, request.params.id))
        return { message: 'Le compte est rétabli.' }
      },
    )
  }
