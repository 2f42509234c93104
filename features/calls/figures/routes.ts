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
import { listFirstCalls, listNames, listSettled, listSkipped } from './queries.ts'
import { FIGURE_DAYS, type FirstCall, figuresOf, type SettledOrder, type SkippedCard } from './rules.ts'

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
  const all: Work = {
    settled: await listSettled(db, days),
    calls: await listFirstCalls(db, days),
    skipped: await listSkipped(db, days),
  }
  const agents = [...new Set([...all.settled, ...all.calls, ...all.skipped].map(({ agentId }) => agentId))]
  const people = await listNames(db, alone === null ? agents : [alone])
  return {
    data: people.map(({ id, ...agent }) => {
      const own = part(all, ({ agentId }) => agentId === id)
      return { agent, ...inWords(own), days: byDay(own, days) }
    }),
    shop: { agents: agents.length, ...inWords(all) },
  }
}

/** All that was done in some days. */
interface Work {
  settled: readonly SettledOrder[]
  calls: readonly FirstCall[]
  skipped: readonly SkippedCard[]
}

const part = ({ settled, calls, skipped }: Work, isOf: (row: SkippedCard) => boolean): Work => ({
  settled: settled.filter(isOf),
  calls: calls.filter(isOf),
  skipped: skipped.filter(isOf),
})

/** The days on which something was done, newest first. */
const byDay = (work: Work, days: readonly { day: string }[]) =>
  days
    .map(({ day }, place) => ({ day, ...inWords(part(work, ({ nth }) => nth === place + 1)) }))
    .filter(({ settled, skipped, firstCallMinutes }) => settled > 0 || skipped > 0 || firstCallMinutes !== null)
    .toReversed()

function inWords({ settled, calls, skipped }: Work) {
  const { cancelled, ...figures } = figuresOf(settled, calls, skipped)
  const named = Object.entries(cancelled).map(([reason, count]) => [
    REASON_NAMES[reason as keyof typeof REASON_NAMES],
    count,
  ])
  return { ...figures, cancelled: Object.fromEntries(named) as Record<string, number> }
}
