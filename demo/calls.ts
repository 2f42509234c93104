import { eq } from 'drizzle-orm'
import { answerCustomer, callHoursOf, recordCall, sendLink } from '#features/calls/index.ts'
import type { CallOutcome } from '#features/calls/model.ts'
import { confirmationCode, findSigningKey } from '#features/orders/index.ts'
import type { CancelReason } from '#features/orders/model.ts'
import { orders } from '#features/orders/tables.ts'
import { BUILT_IN_SETTINGS, ratesOf } from '#features/settings/model.ts'
import type { Tx } from '#platform/db/database.ts'
import type { Shop } from '#platform/http/shop.ts'
import { DAY_MS, MINUTE_MS } from '#platform/kernel/durations.ts'
import type { AccountId, OrderId } from '#platform/kernel/ids.ts'
import { localDay, localMoment } from '#platform/kernel/time.ts'
import type { PastEvent } from './past-events.ts'
import type { DemoCustomer } from './people.ts'

const DAY_OF_CALLS = ['09:00', '20:30'] as const
const TIMING = { hours: callHoursOf(BUILT_IN_SETTINGS), tries: 4 }

/** A call of the demo: who made it, when, and what came of it. */
export interface PlannedCall {
  at: Date
  /** Which of the two agents. */
  agent: number
  outcome: CallOutcome | 'link_sent'
  reason?: CancelReason
  /** Minutes until the promised call. */
  promised?: number
  isByWhatsapp?: true
}

type ScriptedCall = Omit<PlannedCall, 'at'> & {
  /** Minutes of the hours of calls before now. */
  ago: number
}

/** Orders of the last days, each in another state of its confirmation: how long it waited for its first call, and its calls. */
export const ON_THE_DESK: readonly { waited: number; customer?: DemoCustomer; calls: readonly ScriptedCall[] }[] = [
  {
    waited: 25,
    calls: [
      { ago: 1600, agent: 0, outcome: 'no_answer' },
      { ago: 1470, agent: 0, outcome: 'no_answer' },
      { ago: 860, agent: 1, outcome: 'no_answer' },
      { ago: 100, agent: 1, outcome: 'no_answer' },
    ],
  },
  { waited: 9, calls: [{ ago: 240, agent: 0, outcome: 'wrong_number' }] },
  { waited: 14, calls: [{ ago: 210, agent: 1, outcome: 'postponed', promised: 27 * 60 }] },
  { waited: 6, calls: [{ ago: 160, agent: 0, outcome: 'postponed', promised: 170 }] },
  { waited: 18, calls: [{ ago: 150, agent: 1, outcome: 'no_answer' }] },
  { waited: 31, calls: [{ ago: 45, agent: 0, outcome: 'no_answer' }] },
  { waited: 4, calls: [{ ago: 8, agent: 1, outcome: 'busy' }] },
  { waited: 12, calls: [{ ago: 75, agent: 0, outcome: 'confirmed', isByWhatsapp: true }] },
  { waited: 7, calls: [{ ago: 95, agent: 1, outcome: 'confirmed' }] },
  { waited: 11, calls: [{ ago: 60, agent: 0, outcome: 'confirmed' }] },
  { waited: 16, calls: [{ ago: 130, agent: 1, outcome: 'cancelled', reason: 'changed_mind' }] },
  { waited: 13, calls: [{ ago: 180, agent: 0, outcome: 'link_sent' }] },
  { waited: 5, customer: { name: 'Karim', phone: '0661234567', address: 'Maârif', city: 'Casablanca' }, calls: [] },
  { waited: 35, calls: [] },
]

/** When its calls were made, and when it was placed: minutes before now when nobody called. */
export function onTheDesk(
  { waited, calls, customer }: (typeof ON_THE_DESK)[number],
  usual: DemoCustomer,
  now: Date,
): { at: Date; customer: DemoCustomer; calls: PlannedCall[] } {
  const made = calls.map(({ ago, ...call }) => ({ ...call, at: minutesOfCallsAgo(ago, now) }))
  return { at: new Date((made[0]?.at ?? now).getTime() - waited * MINUTE_MS), customer: customer ?? usual, calls: made }
}

/** The moment that lies so many minutes before now, of those in which people are called. */
function minutesOfCallsAgo(minutes: number, now: Date): Date {
  let left = minutes * MINUTE_MS
  for (let back = 0; ; back++) {
    const day = localDay(new Date(now.getTime() - back * DAY_MS))
    const [opens, closes] = DAY_OF_CALLS.map((clock) => localMoment(day, clock).getTime()) as [number, number]
    const end = Math.min(closes, now.getTime())
    if (end - opens >= left) return new Date(end - left)
    left -= Math.max(0, end - opens)
  }
}

/** Calls about an order that went its way: confirmed before its first step, if there were hours of calls between. */
export function callsBefore(placed: Date, nth: number, firstStep: Date | undefined): PlannedCall[] {
  const soon = new Date(placed.getTime() + (5 + ((nth * 7) % 45)) * MINUTE_MS)
  const [opens, closes] = DAY_OF_CALLS.map((clock) => localMoment(localDay(soon), clock)) as [Date, Date]
  const at =
    soon < opens ? opens : soon < closes ? soon : localMoment(localDay(new Date(soon.getTime() + DAY_MS)), '09:00')
  if (firstStep === undefined || at >= firstStep) return []
  return [{ at, agent: nth % 2, outcome: 'confirmed' }]
}

/** The events of calls, through the room's own actions. */
export const eventsOfCalls = (
  calls: readonly PlannedCall[],
  order: () => OrderId,
  { agents, shop, links }: { agents: readonly AccountId[]; shop: Shop; links: SentLink[] },
): PastEvent[] =>
  calls.map((call) => {
    const happen = async (tx: Tx) => {
      const by = agents[call.agent]!
      if (call.outcome !== 'link_sent') return make(tx, { ...call, outcome: call.outcome }, order(), by)
      const { url } = await sendLink(tx, order(), by, shop, call.at)
      links.push({ token: url.split('/').at(-1)!, at: call.at, id: order() })
    }
    return { at: call.at, happen }
  })

/** A link to a customer's own page. */
export interface SentLink {
  token: string
  at: Date
  id: OrderId
}

/** The customers to whom a link was sent open it a little later, and correct their address. */
export async function correctAddresses(shop: Shop, links: readonly SentLink[]): Promise<void> {
  for (const { token, at, id } of links) {
    const [order] = await shop.db.select({ phone: orders.phone }).from(orders).where(eq(orders.id, id))
    const answer = { act: 'correct', digits: order!.phone.slice(-4), address: NEW_ADDRESS } as const
    const rest = { city: null, day: null, reason: null, digest: null, lastChange: null, orderChange: null }
    const then = { ...shop, now: () => new Date(at.getTime() + 12 * MINUTE_MS), rateLimits: false }
    await answerCustomer(then, async () => ratesOf(BUILT_IN_SETTINGS), token, { ...answer, ...rest })
  }
}

const NEW_ADDRESS = '6, rue Ibn Batouta, 2e étage, à côté de la pharmacie'

async function make(
  tx: Tx,
  { at, outcome, ...call }: PlannedCall & { outcome: CallOutcome },
  id: OrderId,
  by: AccountId,
) {
  const code = call.isByWhatsapp ? confirmationCode(id, await findSigningKey(tx)) : null
  const dueAt = call.promised ? new Date(at.getTime() + call.promised * MINUTE_MS) : null
  const rest = { reason: call.reason ?? null, dueAt, note: null, code, lastChange: null, orderChange: null }
  return recordCall(tx, id, { outcome, via: call.isByWhatsapp ? 'whatsapp' : 'phone', ...rest }, by, {
    now: at,
    ...TIMING,
  })
}
