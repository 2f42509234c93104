import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { customerRequest } from '#features/calls/customer/contract.ts'
import { answerCustomer, readCustomerPage } from '#features/calls/index.ts'
import { readSettings } from '#features/settings/index.ts'
import { type AllSettings, ratesOf } from '#features/settings/model.ts'
import { isUnavailable, type Tx } from '#platform/db/database.ts'
import { Overload } from '#platform/http/errors.ts'
import { fieldProblems } from '#platform/http/field-problems.ts'
import type { Shop } from '#platform/http/shop.ts'
import { isRefusal } from '#platform/kernel/refusal.ts'
import type { Sent } from '#web/calls/customer/customer-forms.tsx'
import { BUSY_PAGE } from '../http/load-shedding.ts'
import { withHashedCsp } from './content-security-policy.ts'

type Build = { entry: { module: typeof import('#web/entry.server.tsx') } }

declare module 'fastify' {
  interface FastifyRequest {
    /** The fields of a form as they were sent, before a schema reads them. */
    typed: Record<string, string>
  }
}

/** Nobody stores the page, finds it, or learns its address from a link on it. */
const DISCREET = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
  'content-type': 'text/html; charset=utf-8',
}

const DONE = 'fait'

const NOT_STORED =
  '<!doctype html><html lang="fr"><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
  '<title>Un instant</title><h1>Votre réponse n’est pas encore enregistrée</h1>' +
  '<p>Rechargez cette page dans quelques secondes\u00A0: votre réponse sera envoyée de nouveau.</p></html>'

const params = z.object({ token: z.string().check(z.maxLength(100)) })
const querystring = z.object({ [DONE]: z.optional(z.string()) })

interface CustomerPageOptions {
  shop: Shop
  defaults: AllSettings
  build: () => Promise<Build>
}

/** The customer's own page: plain forms, sent to its own address. A visit changes nothing; an answer leads back to it. */
export const customerPageRoutes =
  ({ shop, defaults, build }: CustomerPageOptions): FastifyPluginAsyncZod =>
  async (app) => {
    const config = { access: 'public' } as const
    app.decorateRequest('typed')
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (request, body, done) => {
      request.typed = Object.fromEntries(new URLSearchParams(body as string))
      done(null, { ...request.typed })
    })

    // Others are answered as by the API.
    app.setErrorHandler((error, request, reply) => {
      if (!isUnavailable(error) && !(error instanceof Overload && error.status === 503)) throw error
      const { status, headers, body } = BUSY_PAGE
      // That page asks for itself again, and would drop what she sent without a word.
      const text = request.method === 'POST' ? NOT_STORED : body
      return reply
        .code(status)
        .headers({ ...DISCREET, ...headers })
        .send(text)
    })

    app.get('/c/:token', { config, schema: { params, querystring } }, async ({ params: { token }, query }, reply) =>
      show(reply, token, { sent: null, done: query[DONE] === 'adresse' ? 'Votre adresse est corrigée.' : null }),
    )

    app.post(
      '/c/:token',
      { config, attachValidation: true, schema: { params, body: customerRequest } },
      async (request, reply) => {
        const { typed, validationError, body } = request
        const { token } = request.params
        const sent: Sent = { typed: typed ?? {}, fields: {}, failure: null, retryAfterSeconds: null, agree: null }
        if (validationError) {
          const fields = fieldProblems(validationError.validation ?? [], typed)
          return show(reply, token, { sent: { ...sent, fields }, status: 422 })
        }
        if (body.act === 'cancel' && body.reason !== null && typed.sure !== 'oui') return show(reply, token, { sent })
        try {
          const { digest, message } = await answerCustomer(shop, rates, token, body)
          if (digest !== undefined) return show(reply, token, { sent: { ...sent, agree: { message, digest } } })
          const done = body.act === 'correct' ? `?${DONE}=adresse` : ''
          return reply.headers(DISCREET).redirect(`/c/${token}${done}`, 303)
        } catch (error) {
          return show(reply, token, whatWentWrong(error, sent))
        }
      },
    )

    const rates = async (tx: Tx) => ratesOf(await readSettings(tx, defaults))

    async function show(
      reply: FastifyReply,
      token: string,
      { sent, done = null, status = 200 }: { sent: Sent | null; done?: string | null; status?: number },
    ) {
      const page = await readCustomerPage(shop.db, token, shop.now())
      const contact = await readSettings(shop.db, defaults)
      const nonce = shop.randomBytes(16).toString('base64url')
      const { renderCustomerPage } = (await build()).entry.module
      const { html, policy } = withHashedCsp(
        renderCustomerPage({ shopName: shop.name, contact, page, done, sent, nonce }),
        nonce,
      )
      const headers = { ...DISCREET, 'content-security-policy': policy }
      return reply
        .code(page === null ? 404 : status)
        .headers(headers)
        .send(html)
    }
  }

/** The page’s words about an answer that was refused; other errors are thrown on. */
function whatWentWrong(error: unknown, sent: Sent): { sent: Sent; status: number } {
  if (error instanceof Overload && error.status === 429)
    return { sent: { ...sent, retryAfterSeconds: error.retryAfterSeconds }, status: 429 }
  if (!isRefusal(error)) throw error
  if (error.kind === 'invalid') return { sent: { ...sent, fields: error.fields ?? {} }, status: 422 }
  return { sent: { ...sent, failure: error.message }, status: error.kind === 'missing' ? 404 : 409 }
}
