import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { confirmations } from '#features/calls/tables.ts'
import {
  expectedDates,
  hideLastDigits,
  listLinesWithImages,
  maskRecipient,
  readTrackingToken,
  trackingPath,
} from '#features/orders/index.ts'
import type { OrderStatus, PaymentStatus } from '#features/orders/model.ts'
import { orderMoves, orders, trackingKeys } from '#features/orders/tables.ts'
import type { ParcelWithCourier } from '#features/parcels/contract.ts'
import { findParcel, isWishable, wishDays } from '#features/parcels/index.ts'
import type { DbOrTx } from '#platform/db/database.ts'
import { dayInWords } from '#platform/kernel/days/day-in-words.ts'
import { DAY_MS } from '#platform/kernel/durations.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { localDay, localMoment, momentInWords } from '#platform/kernel/time.ts'
import type { TrackedOrder } from './model.ts'
import { stageOf } from './rules.ts'

const TODAY = 'aujourd’hui'

const LINK_LIFE_MS = 90 * DAY_MS

/** The order of a link's token. Null for a link that is malformed, forged, older than 90 days, or of a deleted order. */
export async function findTrackedOrder(db: DbOrTx, token: string, now: Date): Promise<TrackedOrder | null> {
  const link = readTrackingToken(token)
  const found = link && (await findOrderToTrack(db, link.id))
  if (!found || !(link.isSignedWith(found.key) || link.isSignedWith(found.key, found.order.phone))) return null
  const { order, movedAt, lines } = found
  if (order.createdAt.getTime() + LINK_LIFE_MS <= now.getTime()) return null
  const { name, city } = maskRecipient(order)
  const phone = hideLastDigits(order.phone)
  const recipient = order.hidesRecipient ? null : { firstName: name.split(' ', 1)[0]!, phone, city }
  const isOver = order.status === 'delivered' || order.status === 'cancelled'
  const parcel = await findParcel(db, link.id)
  const arriving = isOver ? null : recipient && { city: recipient.city, placed: order.createdAt }
  return {
    id: link.id,
    placedAt: order.createdAt,
    placed: momentInWords(order.createdAt, now, TODAY),
    status: order.status,
    isConfirmed: order.contact === 'confirmed',
    since: momentInWords(movedAt ?? order.createdAt, now, TODAY),
    cancelReason: order.cancelReason,
    mergedInto: order.mergedInto,
    isPaid: order.payment === 'paid',
    lines,
    collected: order.collected,
    recipient,
    parcel: parcel && trackedParcel(order, parcel, now),
    expected: arriving && (await expectedInWords(db, arriving, order.wishDay, now)),
  }
}

/** The dates of its arrival, none of them before the day from which the customer is there; else that day. */
async function expectedInWords(
  db: DbOrTx,
  arriving: { city: string; placed: Date },
  wishDay: string | null,
  now: Date,
): Promise<string | null> {
  if (wishDay === null || wishDay <= localDay(now)) return expectedDates(db, arriving, now)
  return (await expectedDates(db, arriving, localMoment(wishDay, '00:00'))) ?? `à partir du ${dayInWords(wishDay)}`
}

/** The parcel of an order, for its customer: nothing of what it costs. */
function trackedParcel(
  { status, payment }: { status: OrderStatus; payment: PaymentStatus },
  parcel: ParcelWithCourier,
  now: Date,
): NonNullable<TrackedOrder['parcel']> {
  const { state, courier, trackingAddress, wishDay } = parcel
  return {
    stage: stageOf({ status, payment, confirmation: null, parcel: state }, now),
    courier,
    trackingAddress,
    wish: wishDay && dayInWords(wishDay),
    days: status === 'in_transit' && isWishable(state) ? wishDays(now) : [],
  }
}

/** An order with the key that signs tracking links; null when there is no such order. */
async function findOrderToTrack(db: DbOrTx, id: OrderId) {
  const [order] = await db
    .select({
      status: orders.status,
      cancelReason: orders.cancelReason,
      payment: orders.payment,
      collected: orders.collected,
      name: orders.name,
      phone: orders.phone,
      city: orders.city,
      hidesRecipient: orders.hidesRecipient,
      createdAt: orders.createdAt,
      mergedInto: sql<OrderId | null>`(select id from ${orders} as receiving where receiving.id = ${orders.mergedInto}
        and receiving.deleted_at is null and receiving.status <> 'cancelled')`,
      contact: confirmations.contact,
      wishDay: confirmations.wishDay,
      key: trackingKeys.key,
    })
    .from(orders)
    .crossJoin(trackingKeys)
    .leftJoin(confirmations, eq(confirmations.orderId, orders.id))
    .where(and(eq(orders.id, id), isNull(orders.deletedAt)))
  if (!order) return null
  // The page hands all of it to the browser: no line may bring its prices along.
  const lines = (await listLinesWithImages(db, id)).map(({ productId, name, image, quantity }) => ({
    productId,
    name,
    image,
    quantity,
  }))
  const [move] = await db
    .select({ at: orderMoves.movedAt })
    .from(orderMoves)
    .where(eq(orderMoves.orderId, id))
    .orderBy(desc(orderMoves.id))
    .limit(1)
  const { key, ...shown } = order
  return { key, order: shown, lines, movedAt: move?.at ?? null }
}

/** The link of an order that went to a phone; null when there is none, or when its link has ended. */
export async function findLinkOf(db: DbOrTx, id: OrderId, phone: string, now: Date): Promise<string | null> {
  const since = new Date(now.getTime() - LINK_LIFE_MS)
  const [found] = await db
    .select({ key: trackingKeys.key })
    .from(orders)
    .crossJoin(trackingKeys)
    .where(and(eq(orders.id, id), eq(orders.phone, phone), isNull(orders.deletedAt), gt(orders.createdAt, since)))
  return found ? trackingPath(id, found.key, phone) : null
}
