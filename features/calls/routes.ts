import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { findAccount } from '#features/accounts/index.ts'
import { readSettings } from '#features/settings/index.ts'
import type { AllSettings } from '#features/settings/model.ts'
import { type DbOrTx, inTransaction } from '#platform/db/database.ts'
import { callerOf, only } from '#platform/http/access.ts'
import { answerOnce } from '#platform/http/idempotency.ts'
import { answerPage, paging } from '#platform/http/paging.ts'
import { pathId } from '#platform/http/path-id.ts'
import type { Shop } from '#platform/http/shop.ts'
import type { AccountId, OrderId } from '#platform/kernel/ids.ts'
import { momentInWords, startOfDays } from '#platform/kernel/time.ts'
import { giveBack, recordCall, reopenOrder, takeNextCard } from './actions.ts'
import { readCard } from './card.ts'
import {
  callAnswer,
  callRequest,
  deskAnswer,
  nextAnswer,
  nextRequest,
  releaseRequest,
  reopenRequest,
} from './contract.ts'
import { mailWrongNumber } from './customer/wrong-number.ts'
import { callHoursOf, nextOpen } from './hours/rules.ts'
import { CALL_FILTERS, OUTCOME_NAMES } from './model.ts'
import { countSettled } from './queries.ts'
import { queuePage } from './queue/contract.ts'
import { countLists, listQueue } from './queue/queries.ts'
import type { CallTiming } from './rules.ts'
import { type DeskWork, readDesk } from './turns.ts'

const params = z.object({ id: pathId<OrderId>() })

const queueQuery = z.object({ ...paging, tab: z._default(z.enum(CALL_FILTERS), 'none') })

/** The confirmation desk: the next order to call, and what came of each call. */
export const callRoutes =
  (shop: Shop, defaults: AllSettings): FastifyPluginAsyncZod =>
  async (app) => {
    const { db, now, name } = shop
    const config = { access: only('admin', 'agent') }
    const timingOf = async (tx: DbOrTx): Promise<CallTiming> => {
      const settings = await readSettings(tx, defaults)
      return { hours: callHoursOf(settings), tries: Number(settings.triesBeforeUnreachable) }
    }
    const nameOfAccount = async (id: AccountId) => (await findAccount(db, id))?.name ?? ''

    const deskAt = async ({ counts, nextDue, nextCity }: DeskWork, at: Date) => {
      const opens = nextOpen(at, (await timingOf(db)).hours)
      return {
        counts: { ...counts, settledToday: await countSettled(db, startOfDays(at, 1)) },
        nextDue,
        nextCity,
        opensAt: opens > at ? opens : null,
      }
    }

    app.get(
      '/api/confirmation/counts',
      { config: { ...config, isBackground: true }, schema: { response: { 200: deskAnswer } } },
      async (request) => {
        const at = now()
        return deskAt(await readDesk(db, { by: callerOf(request).id, settling: [] }, null, at), at)
      },
    )

    app.post(
      '/api/confirmation/next',
      { config, schema: { body: z.nullish(nextRequest), response: { 200: nextAnswer } } },
      async (request) => {
        const at = now()
        const by = callerOf(request).id
        const { id, work } = await inTransaction(db, (tx) => takeNextCard(tx, by, at, request.body ?? undefined))
        const scripts = await readSettings(db, defaults)
        const caller = { agent: await nameOfAccount(by), shopName: name, scripts }
        const card = id === null ? null : await readCard(db, id, caller, at)
        return { card, ...(await deskAt(work, at)) }
      },
    )

    app.get(
      '/api/confirmation/queue',
      { config, schema: { querystring: queueQuery, response: { 200: queuePage } } },
      async ({ query }) => {
        const { tab: filter, search = '', page, per_page: perPage } = query
        const found = await listQueue(db, { filter, search, page, perPage }, now())
        return { ...answerPage(found, query), counts: await countLists(db, now()) }
      },
    )

    app.post('/api/confirmation/:id/attempts', { config, schema: { params, body: callRequest } }, (request, reply) =>
      answerOnce(db, request, reply, now(), async (tx) => {
        const { id } = request.params
        const timing = { now: now(), ...(await timingOf(tx)) }
        const { contact, dueAt } = await recordCall(tx, id, request.body, callerOf(request).id, timing)
        if (request.body.outcome === 'wrong_number') await mailWrongNumber(tx, shop, id)
        const message = `Commande ${id}\u00A0: ${OUTCOME_NAMES[request.body.outcome]}.${movedPromise(request.body.dueAt, dueAt, timing.now)}`
        return { status: 200, body: JSON.stringify(z.encode(callAnswer, { message, contact, dueAt })) }
      }),
    )

    app.post(
      '/api/confirmation/:id/reopen',
      { config, schema: { params, body: reopenRequest, response: { 200: callAnswer } } },
      async (request) => {
        const { id } = request.params
        const { contact, dueAt } = await inTransaction(db, (tx) =>
          reopenOrder(tx, id, request.body, callerOf(request).id, now()),
        )
        return { message: `La commande ${id} est à appeler.`, contact, dueAt }
      },
    )

    app.post(
      '/api/confirmation/release',
      { config, schema: { body: z.nullish(releaseRequest) } },
      async (request, reply) => {
        await inTransaction(db, (tx) => giveBack(tx, callerOf(request).id, now(), request.body ?? undefined))
        return reply.code(204).send()
      },
    )
  }

/** Tells of a promise that was moved into the hours of calls. */
const movedPromise = (wanted: Date | null, dueAt: Date | null, now: Date): string =>
  wanted === null || dueAt === null || wanted.getTime() === dueAt.getTime()
    ? ''
    : ` À cette heure, personne n’appelle\u00A0: rappel ${momentInWords(dueAt, now)}.`
