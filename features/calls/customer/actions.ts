import { firstNameOf } from '#features/accounts/index.ts'
import {
  correctOrder,
  expectedDates,
  findSigningKey,
  getHeldOrder,
  hideLastDigits,
  isCorrectable,
  maskRecipient,
  moveOrder,
  previewCorrection,
  readSignedToken,
  signedToken,
  trackingPath,
} from '#features/orders/index.ts'
import type { Rates } from '#features/settings/model.ts'
import { nameActor } from '#platform/db/actor.ts'
import { type DbOrTx, inTransaction, type Tx } from '#platform/db/database.ts'
import { countBeyond, countTries, DAY_SECONDS, type Limit, refuseWhenUsedUp, tooMany } from '#platform/http/limits.ts'
import type { Shop } from '#platform/http/shop.ts'
import { dayInWords } from '#platform/kernel/days/day-in-words.ts'
import type { AccountId, OrderId } from '#platform/kernel/ids.ts'
import { invalidField, Refusal } from '#platform/kernel/refusal.ts'
import { formatMinute } from '#platform/kernel/time.ts'
import { whatsappNumber } from '#platform/kernel/whatsapp.ts'
import { addAttempt, holdCallable } from '../actions.ts'
import { CUSTOMER_PATH, type CustomerAnswer, type CustomerPage, type Outcome } from '../model.ts'
import { findConfirmation, findLastAttempt, findLastChange, type StoredAttempt } from '../queries.ts'
import { unansweredCalls } from '../queue/rules.ts'
import type { CustomerRequest } from './contract.ts'
import { linkMessage, unansweredMessage } from './letters.ts'
import { findCustomerOrder, findLinkSentAt, holdDigits } from './queries.ts'
import {
  areLastDigits,
  deadLink,
  LINK_LIFE_MS,
  mustBeOfCustomer,
  mustBeOffered,
  newTotalInWords,
  noMobile,
  offeredDays,
  tooLate,
  wrongDigits,
} from './rules.ts'

const ANSWERS_OF_LINK: Limit = { name: 'customer-answers', max: 20, seconds: 3600 }
/** Unanswered calls that the message counts in words; after any other number it tells of the order. */
const TRIES_OF_MESSAGE = 3
/** The third wrong one ends the tries of the day. */
const WRONG_DIGITS: Limit = { name: 'customer-digits', max: 2, seconds: DAY_SECONDS }

/**
 * The link to an order's page for its customer, and the message in which it goes to the order's number; that it was
 * sent is written down. Refuses (404) an unknown order, (409) one that is over or has left and (422) a number that is no mobile.
 */
export async function sendLink(
  tx: Tx,
  id: OrderId,
  by: AccountId,
  { name: shopName, publicUrl }: Pick<Shop, 'name' | 'publicUrl'>,
  now: Date,
): Promise<{ url: string; whatsapp: string }> {
  await holdCallable(tx, id)
  const order = (await findCustomerOrder(tx, id))!
  const number = whatsappNumber(order.phone)
  if (number === null) throw noMobile()
  const before = await findConfirmation(tx, id)
  const attempt = { ...plain('link_sent', now), by, via: 'whatsapp' as const }
  await addAttempt(tx, id, before, attempt)
  const url = `${publicUrl}${CUSTOMER_PATH}${signedToken('confirm', id, await findSigningKey(tx), order.phone)}`
  const isUnanswered = unansweredCalls(before) === TRIES_OF_MESSAGE
  const message = isUnanswered ? unansweredMessage(order, url) : linkMessage(order, shopName, url)
  return { url, whatsapp: `https://wa.me/${number}?text=${encodeURIComponent(message)}` }
}

const plain = (outcome: Outcome, at: Date): StoredAttempt => ({
  at,
  outcome,
  by: null,
  via: 'page',
  dueAt: null,
  wishDay: null,
  reason: null,
  note: null,
})

/**
 * The order of a link's token. Null for one that is malformed, forged, older than seven days or sent to a number that was not
 * the customer's after all.
 */
async function findLinked(db: DbOrTx, token: string, now: Date) {
  const link = readSignedToken('confirm', token)
  const order = link && (await findCustomerOrder(db, link.id))
  if (!order || !link.isSignedWith(await findSigningKey(db), order.phone)) return null
  const sentAt = await findLinkSentAt(db, order.id)
  return sentAt !== null && sentAt.getTime() + LINK_LIFE_MS > now.getTime() ? order : null
}

/**
 * The page that a link's token opens; nothing is written. Null for a link that is dead, and for an order that is deleted, over
 * or gone, unless she cancelled it herself.
 */
export async function readCustomerPage(db: DbOrTx, token: string, now: Date): Promise<CustomerPage | null> {
  const order = await findLinked(db, token, now)
  if (!order) return null
  const state = await stateOf(db, order)
  if (state === null) return null
  const { name } = maskRecipient(order)
  const { wishDay } = await findConfirmation(db, order.id)
  const { products, collected, delivery, address, city } = order
  return {
    ...{ id: order.id, state, products, collected, delivery, name, address, city },
    expected: wishDay === null ? await expectedDates(db, { city, placed: order.createdAt }, now) : null,
    phone: hideLastDigits(order.phone),
    wishDay: wishDay && dayInWords(wishDay),
    days: offeredDays(now),
    lastChange: (await findLastChange(db, order.id))!,
    orderChange: order.updatedAt,
    tracking: trackingPath(order.id, await findSigningKey(db), order.phone),
  }
}

type LinkedOrder = NonNullable<Awaited<ReturnType<typeof findCustomerOrder>>>

async function stateOf(db: DbOrTx, order: LinkedOrder): Promise<CustomerPage['state'] | null> {
  const { contact } = await findConfirmation(db, order.id)
  if (isCorrectable(order)) return contact === 'confirmed' ? 'confirmed' : 'open'
  const last = order.status === 'cancelled' ? await findLastAttempt(db, order.id) : null
  return last?.outcome === 'cancelled' && last.by === null ? 'cancelled' : null
}

/**
 * Carries out a customer's answer on her page. The same answer twice is carried out once. Refuses (404) a dead link,
 * (409) an order that left or was cancelled meanwhile, that changed since she looked at it or that somebody else
 * confirmed, (422) wrong digits of her phone and what the action lacks, and (429) too many answers, or the third wrong digits of a day.
 */
export async function answerCustomer(
  { db, now, rateLimits }: Shop,
  ratesOf: (tx: Tx) => Promise<Rates>,
  token: string,
  answer: CustomerRequest,
): Promise<CustomerAnswer> {
  const seen = await findLinked(db, token, now())
  if (!seen) throw deadLink()
  if (rateLimits) await countTries(db, now(), [{ limit: ANSWERS_OF_LINK, who: String(seen.id) }])
  if (answer.act === 'correct') await checkDigits(db, seen, answer.digits ?? '', now())
  return inTransaction(db, async (tx) => {
    await getHeldOrder(tx, seen.id)
    const order = await findLinked(tx, token, now())
    if (!order) throw deadLink()
    return (await alreadyDone(tx, order, answer)) ?? carryOut(tx, order, answer, ratesOf, now())
  })
}

/**
 * Counts wrong digits outside of the transaction that they refuse; the link alone does not allow to guess them. Tries at one
 * order come one after the other, so that none is compared before those ahead of it are counted.
 */
async function checkDigits(db: Shop['db'], { id, phone }: LinkedOrder, typed: string, now: Date): Promise<void> {
  const wrong = { limit: WRONG_DIGITS, who: String(id) }
  const refusal = await inTransaction(db, async (tx) => {
    await holdDigits(tx, id)
    await refuseWhenUsedUp(tx, now, [{ ...wrong, limit: { ...WRONG_DIGITS, max: WRONG_DIGITS.max + 1 } }])
    if (areLastDigits(typed, phone)) return null
    const [beyond] = await countBeyond(tx, now, [wrong])
    return beyond ? tooMany(beyond, now) : wrongDigits()
  })
  if (refusal) throw refusal
}

/** The answer to one that was carried out before: a button is soon tapped twice. Null for any other. */
async function alreadyDone(tx: Tx, order: LinkedOrder, answer: CustomerRequest): Promise<CustomerAnswer | null> {
  const last = await findLastAttempt(tx, order.id)
  if (last?.by !== null) return null
  const { wishDay } = await findConfirmation(tx, order.id)
  const isAgain = {
    confirm: last.outcome === 'confirmed' && isCorrectable(order),
    choose_day: last.outcome === 'confirmed' && isCorrectable(order) && wishDay === answer.day,
    cancel: last.outcome === 'cancelled' && order.status === 'cancelled',
    correct: last.outcome === 'corrected' && order.address === answer.address && order.city === answer.city,
  }[answer.act]
  return isAgain ? { message: DONE[answer.act](order.id, wishDay), amount: order.collected } : null
}

const DONE: Readonly<Record<CustomerRequest['act'], (id: OrderId, day: string | null) => string>> = {
  confirm: () => 'C’est confirmé. Nous préparons votre colis.',
  correct: () => 'Votre adresse est corrigée.',
  choose_day: (_, day) => `C’est confirmé. Nous vous livrons à partir du ${dayInWords(day!)}.`,
  cancel: (id) => `Votre commande n°\u00A0${id} est annulée.`,
}

async function carryOut(
  tx: Tx,
  order: LinkedOrder,
  answer: CustomerRequest,
  ratesOf: (tx: Tx) => Promise<Rates>,
  now: Date,
): Promise<CustomerAnswer> {
  if (!isCorrectable(order)) throw tooLate(order.status)
  await mustBeUpToDate(tx, order, answer)
  await nameActor(tx, null, now)
  if (answer.act === 'correct') return correctAddress(tx, order, answer, await ratesOf(tx), now)
  const wishDay = answer.act === 'choose_day' ? mustBeOffered(answer.day, now) : null
  if (answer.act === 'cancel') {
    const reason = mustBeOfCustomer(answer.reason)
    await write(tx, order.id, { ...plain('cancelled', now), reason })
    await moveOrder(tx, order.id, { status: 'cancelled', reason, by: null }, now)
  } else await write(tx, order.id, { ...plain('confirmed', now), wishDay })
  return { message: DONE[answer.act](order.id, wishDay), amount: order.collected }
}

const write = async (tx: Tx, id: OrderId, attempt: StoredAttempt) =>
  addAttempt(tx, id, await findConfirmation(tx, id), attempt)

/** Refuses (409) an answer to a page that shows what is no longer so: the order changed, or was settled on the phone. */
async function mustBeUpToDate(
  tx: Tx,
  order: LinkedOrder,
  { lastChange, orderChange }: Pick<CustomerRequest, 'lastChange' | 'orderChange'>,
): Promise<void> {
  if (lastChange === null) return
  const { contact, confirmedAt } = await findConfirmation(tx, order.id)
  if (contact === 'confirmed' && confirmedAt! > lastChange) {
    const last = await findLastAttempt(tx, order.id)
    const who = firstNameOf(last?.name ?? '') ?? 'La boutique'
    const time = formatMinute(confirmedAt!).slice(11)
    throw new Refusal('conflict', 'confirmed_meanwhile', `${who} a confirmé cette commande à ${time}.`)
  }
  // After a clock that went back, a change may be older than what she looked at.
  if (order.updatedAt > lastChange || (orderChange && order.updatedAt.getTime() !== orderChange.getTime()))
    throw new Refusal('conflict', 'page_outdated', 'Votre commande vient de changer. Relisez-la, puis confirmez.')
}

/** Corrects the address as staff do. Another total is first shown, and stored once it is agreed to. */
async function correctAddress(
  tx: Tx,
  order: LinkedOrder,
  { address, city, digest }: CustomerRequest,
  rates: Rates,
  now: Date,
): Promise<CustomerAnswer> {
  if (address === null) throw invalidField('Address', 'required', 'The Address field is required.')
  const { id, name, phone } = order
  const wanted = { recipient: { name, phone, address, city: city ?? order.city } }
  const preview = await previewCorrection(tx, id, wanted, rates)
  const { recipient, figures } = preview.after
  if (digest === null && figures.collected !== order.collected) {
    const message = newTotalInWords(recipient.city, figures.delivery, figures.collected)
    return { message, amount: figures.collected, digest: preview.digest }
  }
  await correctOrder(tx, id, wanted, { digest: digest ?? preview.digest, by: null, rates }, now)
  await write(tx, id, plain('corrected', now))
  return { message: DONE.correct(id, null), amount: figures.collected }
}
