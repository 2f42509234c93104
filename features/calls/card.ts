import { firstNameOf } from '#features/accounts/index.ts'
import { isMergeable } from '#features/orders/index.ts'
import type { AllSettings } from '#features/settings/model.ts'
import type { DbOrTx } from '#platform/db/database.ts'
import { MINUTE_MS } from '#platform/kernel/durations.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { formatDirhams } from '#platform/kernel/money.ts'
import { ordinal } from '#platform/kernel/text.ts'
import { momentInWords } from '#platform/kernel/time.ts'
import { assess, isHerOwn, LIGHT_LOOKS_BACK_MS, type OrderOfPhone } from './light/rules.ts'
import type { Lane, Outcome } from './model.ts'
import { findCardOrder, findConfirmation, findLastChange, listAttempts, listOrdersOfPhone } from './queries.ts'
import { unansweredCalls } from './queue/rules.ts'
import { type Confirmation, laneOf, type Pending } from './rules.ts'
import { fillScript } from './script/rules.ts'

/** Whoever calls, the shop's name, and the owner's words for calls. */
export interface Caller {
  agent: string
  shopName: string
  scripts: Pick<AllSettings, 'callScript' | 'callScriptDarija'>
}

/** The card of an order with all that whoever calls needs; null when the order is gone. */
export async function readCard(db: DbOrTx, id: OrderId, caller: Caller, now: Date) {
  const order = await findCardOrder(db, id)
  if (!order) return null
  const state = await findConfirmation(db, id)
  const others = await othersOf(db, order, now)
  const history = await historyOf(db, id)
  const pending = { ...order, ...state }
  const lane = order.status === 'pending' ? laneOf(pending, now) : null
  const attempt = history.filter(isCallSince(state.anewAt)).length + 1
  const unanswered = history.find(({ outcome }) => outcome === 'no_answer' || outcome === 'busy')
  const { name, phone, address, city } = order
  return {
    id,
    lane,
    why: lane ? (whyTakenBack(lane, history, now) ?? whyNow(lane, pending, { attempt, unanswered }, now)) : '',
    attempt,
    recipient: { name, phone, address, city },
    note: order.note,
    products: order.lines.map((line) => ({ name: line.name, quantity: line.quantity })),
    collected: order.collected,
    risk: riskOf(order, state, others, now),
    history,
    others: others.slice(0, 10).map((other) => ({
      id: other.id,
      at: other.createdAt,
      end: endInWords(other),
      collected: other.collected,
      isMergeable: isMergeable(order, other),
    })),
    supplier: order.supplier,
    ...scriptsFor(order, caller),
    placedAt: order.createdAt,
    heldUntil: state.heldUntil,
    lastChange: (await findLastChange(db, id))!,
  }
}

/** How far the confirmation of an order is, with its calls and how sure it looks; null when the order is gone. */
export async function readCalls(db: DbOrTx, id: OrderId, now: Date) {
  const order = await findCardOrder(db, id)
  if (!order) return null
  const state = await findConfirmation(db, id)
  const { contact, dueAt, lastAt, confirmedVia } = state
  return {
    contact,
    dueAt,
    lastAt,
    confirmedVia,
    calls: unansweredCalls(state),
    risk: riskOf(order, state, await othersOf(db, order, now), now),
    history: await historyOf(db, id),
  }
}

type CardOrder = NonNullable<Awaited<ReturnType<typeof findCardOrder>>>

const othersOf = (db: DbOrTx, order: CardOrder, now: Date) =>
  listOrdersOfPhone(db, order, new Date(now.getTime() - LIGHT_LOOKS_BACK_MS))

const riskOf = (
  order: CardOrder,
  { confirmedVia }: Pick<Confirmation, 'confirmedVia'>,
  others: readonly OrderOfPhone[],
  now: Date,
) => assess({ ...order, hasConfirmedHerself: isHerOwn(confirmedVia) }, others, now)

const CALLS: readonly Outcome[] = ['no_answer', 'busy', 'postponed']

/** Calls after which one calls again, since the order is to be called as a new one. */
const isCallSince =
  (anewAt: Date | null) =>
  ({ outcome, at }: { outcome: Outcome; at: Date }): boolean =>
    CALLS.includes(outcome) && (anewAt === null || at > anewAt)

/** The attempts of an order, newest first. */
const historyOf = async (db: DbOrTx, id: OrderId) =>
  (await listAttempts(db, id)).map(({ by: _, name: by, ...attempt }) => ({ ...attempt, by })).toReversed()

const END_WORDS: Readonly<Record<NonNullable<OrderOfPhone['end']>, string>> = {
  delivered: 'livrée',
  refused: 'refusée à la livraison',
  wrong_number: 'faux numéro',
  unreachable: 'injoignable',
  cancelled: 'annulée',
}

const endInWords = ({ end }: OrderOfPhone): string | null => end && END_WORDS[end]

/** The sentence of an order that was to be called later, and was taken back; null of any other. */
function whyTakenBack(lane: Lane, history: readonly { outcome: Outcome; at: Date }[], now: Date): string | null {
  const last = history.find(({ outcome }) => outcome !== 'link_sent')
  if (last?.outcome !== 'reopened' || (lane !== 'promised' && lane !== 'retry')) return null
  return `Reprise ${momentInWords(last.at, now)}\u00A0: appelez maintenant.`
}

/** The sentence that says why an order comes now. */
function whyNow(
  lane: Lane,
  { createdAt, dueAt, anewAt }: Pending,
  /** The number of the call that is to be made, and the last one that nobody answered. */
  { attempt, unanswered }: { attempt: number; unanswered: { outcome: Outcome; at: Date } | undefined },
  now: Date,
): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - (anewAt ?? createdAt).getTime()) / MINUTE_MS))
  const ago = minutes === 0 ? 'à l’instant' : `il y a ${minutes}\u00A0${minutes === 1 ? 'minute' : 'minutes'}`
  const since = `${anewAt ? 'Corrigée ou rouverte' : 'Reçue'} ${ago}`
  switch (lane) {
    case 'promised':
      return `Vous avez promis d’appeler ${momentInWords(dueAt!, now)}.`
    case 'new':
      return `${since}\u00A0: appelez maintenant.`
    case 'recent':
      return `${since}\u00A0: avant une heure, on vous reconnaît encore.`
    case 'retry': {
      const { outcome, at } = unanswered!
      const found = outcome === 'busy' ? 'la ligne était occupée' : 'personne n’a répondu'
      return `${ordinal(attempt)}\u00A0essai\u00A0: ${found} ${momentInWords(at, now)}.`
    }
    case 'late':
      return anewAt
        ? `À rappeler depuis ${momentInWords(anewAt, now)}.`
        : `Reçue ${momentInWords(createdAt, now)}, jamais appelée.`
  }
}

/** Words to say, with the customer's order in them. The shop may have none in darija. */
function scriptsFor(
  order: {
    name: string
    city: string
    collected: Parameters<typeof formatDirhams>[0]
    lines: readonly { name: string; quantity: number }[]
  },
  { agent, shopName, scripts }: Caller,
) {
  const values = {
    prénom: firstNameOf(order.name) ?? '',
    agent,
    boutique: shopName,
    produits: order.lines.map(({ quantity, name }) => `${quantity}\u00A0× ${name}`).join(', '),
    montant: formatDirhams(order.collected),
    ville: order.city,
  }
  return {
    script: fillScript(scripts.callScript, values),
    scriptDarija: scripts.callScriptDarija === '' ? null : fillScript(scripts.callScriptDarija, values),
  }
}
