import { mustStayActive } from '#features/accounts/index.ts'
import { findSigningKey, getHeldOrder, isConfirmationCode, moveOrder } from '#features/orders/index.ts'
import type { CancelReason } from '#features/orders/model.ts'
import { nameActor } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/database.ts'
import type { Events } from '#platform/db/events.ts'
import type { AccountId, OrderId } from '#platform/kernel/ids.ts'
import { invalidField, Refusal } from '#platform/kernel/refusal.ts'
import type { CallOutcome, Channel, Outcome } from './model.ts'
import {
  endHolds,
  findConfirmation,
  findLastAttempt,
  findLastChange,
  type Hold,
  isDeletedOrder,
  listAttempts,
  NOBODYS,
  type StoredAttempt,
  type StoredConfirmation,
  storeAttempt,
  storeConfirmation,
  storeSkip,
  tryHoldPending,
} from './queries.ts'
import {
  type Attempt,
  afterAttempt,
  type CallTiming,
  type Confirmation,
  deletedOrder,
  HOLD_MS,
  isReopenable,
  mustBeCallable,
  mustBeReopenable,
  nextCall,
  promisedHour,
} from './rules.ts'
import { type DeskWork, readDesk } from './turns.ts'

/** Wishes for the next card. */
export interface CardWishes {
  /** The order that comes before all others, if it is to be called: one that was just taken up again. */
  first: OrderId | null
  /** Orders whose outcome is on its way, or waits to be undone: they stay cards, none of them is the next one. */
  settling: readonly OrderId[]
}

/**
 * Makes the next order to call somebody's card for ten minutes; the card that they had is given back. Of several at once
 * each gets another order. Null when nothing is to be called now. Returns the work of the desk from which it was chosen, too.
 * Refuses (403) somebody who was banned a moment ago.
 */
export async function takeNextCard(
  tx: Tx,
  by: AccountId,
  now: Date,
  { first, settling }: CardWishes = { first: null, settling: [] },
): Promise<{ id: OrderId | null; work: DeskWork }> {
  await mustStayActive(tx, by)
  await endHolds(tx, by, settling)
  const work = await readDesk(tx, { by, settling }, first, now)
  for (const id of work.turns) {
    if (!(await tryHoldPending(tx, id))) continue
    // Whoever took it a moment ago has let go of the order's row, and stands here.
    if (isHeldByOther(await findConfirmation(tx, id), by, now)) continue
    await storeConfirmation(tx, id, holdOf(by, now))
    return { id, work }
  }
  return { id: null, work }
}

/** Gives somebody's cards back but those whose outcome is on its way. One that is given back by hand is counted. */
export async function giveBack(
  tx: Tx,
  by: AccountId,
  now: Date,
  { card, settling }: { card: OrderId | null; settling: readonly OrderId[] } = { card: null, settling: [] },
): Promise<void> {
  const ended = await endHolds(tx, by, settling)
  if (card !== null && ended.includes(card)) await storeSkip(tx, card, by, now)
}

const holdOf = (by: AccountId, now: Date): Hold => ({ heldBy: by, heldUntil: new Date(now.getTime() + HOLD_MS) })

const isHeldByOther = (
  { heldBy, heldUntil }: Pick<StoredConfirmation, 'heldBy' | 'heldUntil'>,
  by: AccountId | null,
  now: Date,
): boolean => heldBy !== null && heldBy !== by && heldUntil! > now

/**
 * Locks an order about which a call may be noted. Refuses (404) an unknown one and (409) one that was deleted, is over or has
 * left.
 */
export async function holdCallable(tx: Tx, id: OrderId): Promise<void> {
  const order = await getHeldOrder(tx, id).catch(async (unknown) => {
    throw (await isDeletedOrder(tx, id)) ? deletedOrder() : unknown
  })
  mustBeCallable(order)
}

/** A call as whoever called enters it. */
export interface Call {
  outcome: CallOutcome
  via: Channel
  reason: CancelReason | null
  dueAt: Date | null
  note: string | null
  /** The letters of the receipt. */
  code: string | null
  /** When the order had changed last as the caller saw it; null to trust the card. */
  lastChange: Date | null
}

/**
 * Writes down what came of a call. A confirmed order stays as it is, with the day that its customer chose before; a cancelled
 * one is cancelled for the reason. Refuses
 * (403) a banned caller, (404) an unknown order, (409) one that was deleted, is over or has left, one that is another's card or that
 * somebody dealt with meanwhile, and (422) a promise without its hour, a cancellation without its reason and a
 * confirmation by WhatsApp without the letters of the order's receipt.
 */
export async function recordCall(
  tx: Tx,
  id: OrderId,
  call: Call,
  by: AccountId,
  { now, ...timing }: CallTiming & { now: Date },
): Promise<Confirmation> {
  await mustStayActive(tx, by)
  await holdCallable(tx, id)
  const before = await findConfirmation(tx, id)
  await mustBeOwnCard(tx, id, before, call.lastChange, by, now)
  if (call.outcome === 'cancelled' && call.reason === null)
    throw invalidField('Reason', 'required', 'The Reason field is required.')
  if (call.outcome === 'confirmed' && call.via === 'whatsapp') await mustBringCode(tx, id, call.code)
  const { note, via } = call
  const attempt: Attempt = {
    at: now,
    outcome: call.outcome,
    by,
    via,
    dueAt: await dueAfter(tx, id, before, call, now, timing),
    // Nobody asked her anew on what day she is there.
    wishDay: call.outcome === 'confirmed' ? before.wishDay : null,
    reason: call.outcome === 'cancelled' ? call.reason : null,
  }
  await nameActor(tx, by, now)
  const after = await addAttempt(tx, id, before, { ...attempt, note })
  if (call.outcome === 'cancelled') await moveOrder(tx, id, { status: 'cancelled', reason: call.reason, by }, now)
  return after
}

/** Refuses (422) letters that are not those of the order's receipt: only its visitor was shown them. */
async function mustBringCode(tx: Tx, id: OrderId, code: string | null): Promise<void> {
  if (code === null) throw invalidField('code', 'required', 'The code field is required.')
  if (!isConfirmationCode(code, id, await findSigningKey(tx)))
    throw invalidField('code', 'not_code_of_order', `Ce code n’est pas celui de la commande ${id}.`)
}

async function dueAfter(tx: Tx, id: OrderId, before: Confirmation, call: Call, now: Date, timing: CallTiming) {
  const { outcome } = call
  if (outcome === 'postponed') return promisedHour(call.dueAt, now, timing.hours)
  if (outcome !== 'no_answer' && outcome !== 'busy') return null
  const attempts = await listAttempts(tx, id)
  const anew = before.anewAt
  const tried = attempts.filter(
    ({ at, outcome: came }) => (came === 'no_answer' || came === 'busy') && (anew === null || at > anew),
  )
  return nextCall(before, outcome, [...tried.map(({ at }) => at), now], now, timing)
}

/** Outcomes of no call: whoever has the card is about to call, or in the middle of it. */
const OF_NO_CALL: readonly Outcome[] = ['link_sent', 'corrected']

/**
 * Writes an attempt down, and what all of the order's now add up to. A call ends the card; nothing else does. No attempt comes
 * before what is known of the order: after a clock that went back, no page would notice it.
 */
export async function addAttempt(
  tx: Tx,
  id: OrderId,
  before: StoredConfirmation,
  attempt: StoredAttempt,
  hold?: Hold,
): Promise<Confirmation> {
  const lastChange = (await findLastChange(tx, id))!
  const at = attempt.at < lastChange ? new Date(lastChange.getTime() + 1) : attempt.at
  return copyAttempt(tx, id, before, { ...attempt, at }, hold)
}

/** Does the same, and leaves the attempt its moment. */
async function copyAttempt(
  tx: Tx,
  id: OrderId,
  { heldBy, heldUntil, ...before }: StoredConfirmation,
  attempt: StoredAttempt,
  hold: Hold = OF_NO_CALL.includes(attempt.outcome) ? { heldBy, heldUntil } : NOBODYS,
): Promise<Confirmation> {
  await storeAttempt(tx, id, attempt)
  const after = afterAttempt(before, attempt)
  await storeConfirmation(tx, id, { ...after, ...hold })
  return after
}

/** Refuses (409) a call about another's card, and one that does not know of the last attempt. */
async function mustBeOwnCard(
  tx: Tx,
  id: OrderId,
  before: StoredConfirmation,
  lastChange: Date | null,
  by: AccountId,
  now: Date,
): Promise<void> {
  if (isHeldByOther(before, by, now))
    throw new Refusal('conflict', 'order_being_called', 'Quelqu’un d’autre appelle cette cliente en ce moment.')
  if (lastChange === null) return
  const changedAt = (await findLastChange(tx, id))!
  if (changedAt.getTime() === lastChange.getTime()) return
  if (await isOwnLink(tx, id, changedAt, by)) return
  throw dealtWith(await handAt(tx, id, changedAt), '.')
}

const dealtWith = (who: string, end: string) =>
  new Refusal('conflict', 'order_dealt_with', `${who} a déjà traité cette commande${end}`)

/**
 * Refuses (409) to cancel an order about which somebody called, or its customer answered, since the page showed it: she may
 * have confirmed, and nothing brings it back. Once it has left, calls are over.
 */
export async function mustKnowLastCall(
  tx: Tx,
  { id, to, wasOutside, lastChange }: Events['order moved'],
): Promise<void> {
  if (to !== 'cancelled' || wasOutside || !lastChange) return
  const { lastAt } = await findConfirmation(tx, id)
  if (lastAt === null || lastAt <= lastChange) return
  throw dealtWith(await handAt(tx, id, lastAt), '\u00A0: relisez-la avant de l’annuler.')
}

/** True for a change that is nothing but a link which the caller has just sent. */
async function isOwnLink(tx: Tx, id: OrderId, at: Date, by: AccountId): Promise<boolean> {
  const last = await findLastAttempt(tx, id)
  return last?.outcome === 'link_sent' && last.by === by && last.at.getTime() === at.getTime()
}

/** Names who called at a moment. Whoever changed the order without a call is not named here. */
async function handAt(tx: Tx, id: OrderId, at: Date): Promise<string> {
  const last = await findLastAttempt(tx, id)
  if (last?.at.getTime() !== at.getTime()) return 'Quelqu’un'
  return last.name ?? 'La cliente'
}

/**
 * Reopens an order that was settled by mistake, or one that waits for another hour: it is to be called now, by whoever reopened
 * it when they hold it. Refuses (403) a banned caller, (404) an unknown order and (409) one that is over, has left or is
 * still to be called.
 */
export async function reopenOrder(
  tx: Tx,
  id: OrderId,
  { note, hold }: { note: string | null; hold: boolean },
  by: AccountId,
  now: Date,
): Promise<Confirmation> {
  await mustStayActive(tx, by)
  await holdCallable(tx, id)
  const before = await findConfirmation(tx, id)
  mustBeReopenable(before, now)
  await nameActor(tx, by, now)
  return addAttempt(tx, id, before, { ...reopening(by, now), note }, hold ? holdOf(by, now) : NOBODYS)
}

const reopening = (by: AccountId, at: Date): StoredAttempt => ({
  at,
  outcome: 'reopened',
  by,
  via: 'phone',
  dueAt: null,
  wishDay: null,
  reason: null,
  note: null,
})

/**
 * Carries over to the order that stays what the customer said about the one that went into it: if either is confirmed it is,
 * as she said last. Unless she said otherwise since, it is to be called now: by whoever merged them when one was their card,
 * since they may have her on the line. It stays the card of somebody else who is calling her.
 */
export async function confirmMerged(tx: Tx, { kept, cancelled, by, now }: Events['orders merged']): Promise<void> {
  const [before, other] = [await findConfirmation(tx, kept), await findConfirmation(tx, cancelled)]
  const isOwnCard = [before, other].some(({ heldBy, heldUntil }) => heldBy === by && heldUntil! > now)
  const takesCard = isOwnCard && !isHeldByOther(before, by, now)
  if (other.confirmedAt && !(await isCalledSince(tx, kept, other.confirmedAt))) {
    const said = (await listAttempts(tx, cancelled)).findLast(({ outcome }) => outcome === 'confirmed')!
    await copyAttempt(tx, kept, before, said)
  } else if (before.confirmedAt === null) {
    const hold = takesCard ? holdOf(by, now) : { heldBy: before.heldBy, heldUntil: before.heldUntil }
    if (!other.confirmedAt && isReopenable(before, now)) await addAttempt(tx, kept, before, reopening(by, now), hold)
    else if (takesCard) await storeConfirmation(tx, kept, hold)
  }
}

/** True once something was said about an order after a moment; a link that was sent is no word of hers. */
async function isCalledSince(tx: Tx, id: OrderId, moment: Date): Promise<boolean> {
  const last = (await listAttempts(tx, id)).findLast(({ outcome }) => !OF_NO_CALL.includes(outcome))
  return last !== undefined && last.at > moment
}
