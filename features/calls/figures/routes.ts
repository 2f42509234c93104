import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { REASON_NAMES } from '#features/orders/model.ts'
import type { DbOrTx } from '#platform/db/database.ts'
import { callerOf, only } from '#platform/http/access.ts'
import { oneOf } from '#platform/http/paging.ts'
import type { Shop } from '#platform/http/shop.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { lastDays } from '#platform/kernel/time.ts'
import { callFigures } from './contract.ts'
import { listFirstCalls, listNames, listSettled } from './queries.ts'
import { FIGURE_DAYS, type FirstCall, figuresOf, type SettledOrder } from './rules.ts'

const querystring = z.object({ days: z.prefault(oneOf(FIGURE_DAYS), '7') })

/** The outcome of each person's calls. An admin sees everybody, whoever else calls itself and the whole shop. */
export const callFigureRoutes =
  ({ db, now }: Shop): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/confirmation/stats',
      { config: { access: only('admin', 'agent') }, schema: { querystring, response: { 200: callFigures } } },
      async (request) => {
        const caller = callerOf(request)
        return readFigures(db, request.query.days, caller.role === 'admin' ? null : caller.id, now())
      },
    )
  }

/** The figures of one person alone, or of everybody who called; with those of the shop. */
async function readFigures(db: DbOrTx, span: number, alone: AccountId | null, now: Date) {
  const days = lastDays(now, span)
  const [settled, calls] = [await listSettled(db, days), await listFirstCalls(db, days)]
  const agents = [...new Set([...settled, ...calls].map(({ agentId }) => agentId))]
  const people = await listNames(db, alone === null ? agents : [alone])
  return {
    data: people.map(({ id, ...agent }) => {
      const [own, first] = [ofAgent(settled, id), ofAgent(calls, id)]
      return { agent, ...inWords(own, first), days: byDay(own, first, days) }
    }),
    shop: { agents: agents.length, ...inWords(settled, calls) },
  }
}

const ofAgent = <Row extends { agentId: number }>(rows: readonly Row[], id: number): Row[] =>
  rows.filter(({ agentId }) => agentId === id)

/** The days on which something was done, newest first. */
function byDay(settled: readonly SettledOrder[], calls: readonly FirstCall[], days: readonly { day: string }[]) {
  return days
    .map(({ day }, place) => {
      const isOfDay = ({ nth }: { nth: number }) => nth === place + 1
      return { day, ...inWords(settled.filter(isOfDay), calls.filter(isOfDay)) }
    })
    .filter(({ settled: count, firstCallMinutes }) => count > 0 || firstCallMinutes !== null)
    .toReversed()
}

function inWords(settled: readonly SettledOrder[], calls: readonly FirstCall[]) {
  const { cancelled, ...figures } = figuresOf(settled, calls)
  const named = Object.entries(cancelled).map(([reason, count]) => [
    REASON_NAMES[reason as keyof typeof REASON_NAMES],
    count,
  ])
  return { ...figures, cancelled: Object.fromEntries(named) as Record<string, number> }
}
