import { createHmac } from 'node:crypto'
import { mustStayActive } from '#features/accounts/index.ts'
import { holdProducts, returnStock, takeStock } from '#features/catalogue/index.ts'
import type { Rates } from '#features/settings/model.ts'
import { nameActor } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/database.ts'
import { publish } from '#platform/db/events.ts'
import type { AccountId, OrderId } from '#platform/kernel/ids.ts'
import { invalidField } from '#platform/kernel/refusal.ts'
import type { TypedRecipient } from '../actions/create-customer.ts'
import { correctedLineField, type Recipient } from '../model.ts'
import { findSigningKey, storeMove, storeRecipient } from '../queries.ts'
import { checkRecipient, type Figures, orderFigures, ratesFor, unknownOrder } from '../rules.ts'
import {
  holdWholeOrders,
  listCorrectableLines,
  replaceLines,
  storeFigures,
  storeMerge,
  type WholeOrder,
} from './queries.ts'
import {
  type CorrectableLine,
  type CorrectableOrder,
  correctedLines,
  mergedLines,
  mustBeCorrectable,
  mustBeMergeable,
  mustBeOfVisitor,
  mustBeShownCorrection,
  mustBeUnchanged,
  mustFitOneOrder,
  PARTS,
  type Part,
  piecesBetween,
  type WantedLine,
} from './rules.ts'

declare module '#platform/db/events.ts' {
  interface Events {
    /** Two pending orders became one: `cancelled` is over as the double of `kept`. */
    'orders merged': { kept: OrderId; cancelled: OrderId; by: AccountId; now: Date }
  }
}

export interface Correction {
  recipient: Omit<TypedRecipient, 'email'>
  /** For the courier; undefined leaves it. */
  note?: string | null | undefined
  /** All lines as they should be; undefined leaves them. */
  lines?: readonly WantedLine[] | undefined
}

export interface Preview {
  before: CorrectableOrder
  after: CorrectableOrder
  /** Names what was shown: a change under it is stored only while that is still so. */
  digest: string
}

/** Stores a change: under which digest, by whom, at which of today's rates. */
interface Storing {
  digest: string
  /** Null for the customer herself. */
  by: AccountId | null
  rates: Rates
}

/**
 * An order before and after a correction; nothing is stored. Refuses (404) an unknown order, (409) one whose pieces have
 * left or that is over, other products of a supplier's order, and (422) what the checkout would refuse.
 */
export async function previewCorrection(tx: Tx, id: OrderId, wanted: Correction, rates: Rates): Promise<Preview> {
  const { order, before, after } = await planCorrection(tx, id, wanted, rates)
  return { before, after, digest: await digestOf(tx, order, before, after) }
}

/**
 * Corrects an order: recipient, note, products, and the figures that follow by the rules of the checkout; pieces are taken
 * or given back with it. Refuses as `previewCorrection` does, (403) a banned agent, and (409) when the order or what it would cost is no longer as
 * the digest says, naming what changed.
 */
export async function correctOrder(tx: Tx, id: OrderId, wanted: Correction, storing: Storing, now: Date) {
  if (storing.by !== null) await mustStayActive(tx, storing.by)
  const { order, before, after } = await planCorrection(tx, id, wanted, storing.rates)
  mustMeetDigest(storing.digest, await digestOf(tx, order, before, after))
  await nameActor(tx, storing.by, now)
  await storeAfter(tx, order, before, after, storing.by, now)
  await storeRecipient(tx, order, after.recipient, after.figures, now)
  await movePieces(tx, before.lines, after.lines)
  if (storing.by !== null && after.recipient.phone !== before.recipient.phone)
    await publish(tx, 'order phone changed', { id, by: storing.by })
  return { order, after }
}

async function planCorrection(tx: Tx, id: OrderId, wanted: Correction, rates: Rates) {
  const [order] = await holdWholeOrders(tx, [id])
  if (!order) throw unknownOrder()
  mustBeCorrectable(order)
  const before = await readCorrectable(tx, order)
  const recipient = checkRecipient(wanted.recipient)
  const lines = wanted.lines ? await planLines(tx, order, before.lines, wanted.lines) : before.lines
  const figures = figuresOf(order, recipient.city, lines, rates)
  const note = wanted.note === undefined ? order.note : wanted.note
  return { order, before, after: { recipient, note, lines, figures } }
}

async function planLines(
  tx: Tx,
  { origin }: WholeOrder,
  present: readonly CorrectableLine[],
  wanted: readonly WantedLine[],
): Promise<readonly CorrectableLine[]> {
  mustBeOfVisitor(origin, piecesBetween(present, wanted))
  // Those that go as well: everybody locks products in the order of their numbers.
  const ids = new Set([...present, ...wanted].map(({ productId }) => productId))
  return correctedLines(present, wanted, await holdProducts(tx, [...ids]))
}

async function readCorrectable(tx: Tx, order: WholeOrder): Promise<CorrectableOrder> {
  const { id, note } = order
  const { subtotal, discount, discountPercent, delivery, total, collected, gain } = order
  const figures = { subtotal, discount, discountPercent, delivery, total, collected, gain }
  return { recipient: recipientOf(order), note, lines: await listCorrectableLines(tx, id), figures }
}

const recipientOf = ({ name, phone, address, city }: WholeOrder): Recipient => ({ name, phone, address, city })

/** The fee of the day on which it was placed, unless it goes to another city; the percentage of its code always. */
function figuresOf(order: WholeOrder, city: string, lines: readonly CorrectableLine[], rates: Rates): Figures {
  const { origin, discountPercent } = order
  const { delivery } = city === order.city ? order : ratesFor(origin, city, rates)
  return orderFigures(origin, lines, { delivery, discountPercent })
}

async function storeAfter(
  tx: Tx,
  { id }: WholeOrder,
  before: CorrectableOrder,
  after: CorrectableOrder,
  by: AccountId | null,
  now: Date,
): Promise<void> {
  await replaceLines(tx, id, before.lines, after.lines, by, now)
  await storeFigures(tx, id, after.figures, after.note, now)
}

async function movePieces(tx: Tx, before: readonly WantedLine[], after: readonly WantedLine[]): Promise<void> {
  const changes = piecesBetween(before, after)
  const wanted = changes.filter(({ quantity }) => quantity > 0)
  const taken = await takeStock(tx, wanted)
  const missing = after.findIndex(({ productId }) =>
    wanted.some((pieces) => pieces.productId === productId && !taken.has(productId)),
  )
  if (missing !== -1)
    throw invalidField(correctedLineField('quantity', missing), 'stock_changed', 'Le stock vient de changer.')
  const back = changes.filter(({ quantity }) => quantity < 0)
  await returnStock(
    tx,
    back.map(({ productId, quantity }) => ({ productId, quantity: -quantity })),
  )
}

export interface MergePreview extends Preview {
  /** The order whose number stays. */
  id: OrderId
  /** The order that is cancelled as its double. */
  cancelled: OrderId
  /** The recipient of the cancelled one. */
  other: Recipient
}

/**
 * Two orders of one phone as one: the older gets the lines of both, with one delivery. Nothing is stored. Refuses (404) an
 * unknown order and (409) two that differ in more than their products.
 */
export async function previewMerge(tx: Tx, ids: readonly [OrderId, OrderId]): Promise<MergePreview> {
  const { older, newer, before, after } = await planMerge(tx, ids)
  const other = recipientOf(newer)
  const digest = await digestOf(tx, older, before, after, newer)
  return { id: older.id, cancelled: newer.id, other, before, after, digest }
}

/**
 * Makes two orders one; their pieces stay taken, and what was to be looked at still is. Refuses as `previewMerge` does, (403) a banned agent, and (409) when something is no longer as
 * the digest says.
 */
export async function mergeOrders(
  tx: Tx,
  ids: readonly [OrderId, OrderId],
  { digest, by }: { digest: string; by: AccountId },
  now: Date,
): Promise<{ id: OrderId; cancelled: OrderId }> {
  await mustStayActive(tx, by)
  const { older, newer, before, after } = await planMerge(tx, ids)
  mustMeetDigest(digest, await digestOf(tx, older, before, after, newer))
  await nameActor(tx, by, now)
  await storeMerge(tx, newer, older)
  await storeMove(tx, newer.id, { status: 'cancelled', reason: 'duplicate', leftAt: null, by }, now)
  await storeAfter(tx, older, before, after, by, now)
  await publish(tx, 'orders merged', { kept: older.id, cancelled: newer.id, by, now })
  return { id: older.id, cancelled: newer.id }
}

async function planMerge(tx: Tx, ids: readonly [OrderId, OrderId]) {
  const found = await holdWholeOrders(tx, ids)
  const [one, other] = ids.map((id) => found.find((order) => order.id === id))
  if (!one || !other) throw unknownOrder()
  mustBeMergeable(one, other)
  const [older, newer] = one.id < other.id ? [one, other] : [other, one]
  const before = await readCorrectable(tx, older)
  const lines = mergedLines(before.lines, await listCorrectableLines(tx, newer.id))
  mustFitOneOrder(lines)
  const { delivery, discountPercent } = older
  const figures = orderFigures(older.origin, lines, { delivery, discountPercent })
  return { older, newer, before, after: { ...before, note: older.note ?? newer.note, lines, figures } }
}

/**
 * One hash a part that somebody else may change, so that a page learns which did, and one of what the caller wants:
 * together they cover all that was shown. `newer` is the other order of a merge. The shop's key is in it: an agent must not
 * find the distributor's price by trying all prices against the hash.
 */
async function digestOf(
  tx: Tx,
  order: WholeOrder,
  before: CorrectableOrder,
  after: CorrectableOrder,
  newer?: WholeOrder,
): Promise<string> {
  const prices = after.lines.map(({ productId, name, userPrice }) => [productId, name, userPrice])
  const pieces = after.lines.map(({ productId, quantity }) => [productId, quantity])
  const parts = {
    status: order.status,
    recipient: [before.recipient, newer && recipientOf(newer)],
    note: [before.note, newer?.note],
    lines: [before.lines, newer && pieces],
    figures: [before.figures, after.figures, prices],
  } satisfies Record<Part, unknown>
  const wanted = newer ? newer.id : [after.recipient, after.note, pieces]
  const key = await findSigningKey(tx)
  const hashOf = (part: unknown) =>
    createHmac('sha256', key)
      .update(`digest ${order.id} ${JSON.stringify(part)}`)
      .digest('base64url')
      .slice(0, 8)
  return [...Object.keys(PARTS).map((part) => parts[part as Part]), wanted].map(hashOf).join('.')
}

/** Refuses (409) a change that no longer meets what was shown, naming what somebody changed, or that is another one. */
function mustMeetDigest(shown: string, now: string): void {
  const [before, after] = [shown.split('.'), now.split('.')]
  const names = Object.keys(PARTS) as Part[]
  const changed = names.filter((_, index) => before[index] !== after[index])
  const isAsShown = before[names.length] === after[names.length]
  // Other pieces have other figures: nobody but the caller changed these.
  mustBeUnchanged(isAsShown ? changed : changed.filter((part) => part !== 'figures'))
  mustBeShownCorrection(isAsShown)
}
