import { holdSupplierByCode, keepActive } from '#features/accounts/index.ts'
import { holdProducts, returnStock, takeStock } from '#features/catalogue/index.ts'
import { type Db, inTransaction, type Queries, type Tx } from '#platform/db/database.ts'
import { publish } from '#platform/db/events.ts'
import type { Caller } from '#platform/http/access.ts'
import type { AccountId, OrderId } from '#platform/kernel/ids.ts'
import type { Centimes } from '#platform/kernel/money.ts'
import { invalidField, isRefusal } from '#platform/kernel/refusal.ts'
import {
  type CancelReason,
  lineField,
  type MoveResult,
  type OrderRequest,
  type OrderStatus,
  type PlacedOrder,
} from './names.ts'
import {
  type Customer,
  countOrdersOfPhone,
  findCustomer,
  findStatus,
  type HeldOrder,
  holdOrder,
  holdOrderOfSupplier,
  listPieces,
  listPricedLines,
  markDeleted,
  storeCustomer,
  storeMove,
  storeOrder,
  storeRecipient,
} from './queries.ts'
import {
  buyersDoNotOrder,
  checkLines,
  checkRecipient,
  codeNotForSuppliers,
  FLAGGED_FROM_ORDER,
  mustBeDeletableByAdmin,
  mustBeDeletableBySupplier,
  mustBeMovable,
  mustBePlacedBySupplier,
  NOT_MOVED,
  type OrderOrigin,
  orderFigures,
  returnsStock,
  unknownCustomer,
  unknownOrder,
  unknownPromoCode,
  VISITOR_CUSTOMER_LIFE_MS,
} from './rules.ts'
import { trackingPath } from './tracking.ts'

declare module '#platform/db/events.ts' {
  interface Events {
    'order placed': {
      id: OrderId
      supplierId: AccountId | null
      origin: OrderOrigin
      collected: Centimes
      city: string
      flagged: boolean
    }
    'order moved': { id: OrderId; from: OrderStatus; to: OrderStatus }
  }
}

/** Who the caller is for an order: a supplier orders in its own name, everybody else as a visitor. */
const supplierOf = (caller: Caller | null): AccountId | null => (caller?.role === 'supplier' ? caller.id : null)

export interface TypedRecipient {
  name: string
  phone: string
  address: string
  city: string
  email: string | null
}

/** Keeps who gets the parcel. Refuses (422) a city that is not listed and a phone that is no number. */
export async function createCustomer(
  db: Queries,
  caller: Caller | null,
  typed: TypedRecipient,
  now: Date,
): Promise<Customer> {
  const recipient = checkRecipient(typed)
  return storeCustomer(db, recipient, { email: typed.email, supplierId: supplierOf(caller) }, now)
}

/** Counts an order against the limits of tries before anything is taken. Given by the routes; the seed has none. */
export type OrderBrake = (tx: Tx, phone: string, request: OrderRequest) => Promise<{ ordersOfPhone: number }>

/**
 * Places an order: at today's prices for the caller's role, out of today's stock, or not at all.
 * Refuses a buyer (403) and, under the field that is wrong (422), a customer of somebody else, an unknown code, a
 * price that has changed, a stock that is too small, a product that is gone.
 */
export async function placeOrder(
  tx: Tx,
  caller: Caller | null,
  request: OrderRequest,
  now: Date,
  brake?: OrderBrake,
): Promise<PlacedOrder> {
  if (caller?.role === 'buyer') throw buyersDoNotOrder()
  const supplierId = supplierOf(caller)
  if (supplierId !== null && request.promoCode !== null) throw codeNotForSuppliers()
  if (supplierId !== null) await keepActive(tx, supplierId)
  const customer = await getCustomer(tx, request, supplierId, now)
  const bringer = supplierId ?? (await bringerOf(tx, request.promoCode))
  const origin: OrderOrigin = supplierId !== null ? 'supplier' : bringer !== null ? 'promo' : 'direct'
  const { ordersOfPhone } = (await brake?.(tx, customer.phone, request)) ?? { ordersOfPhone: 0 }

  const today = await holdProducts(
    tx,
    request.lines.map((line) => line.productId),
  )
  const lines = checkLines(request.lines, today, supplierId !== null)
  const figures = orderFigures(origin, lines, customer.city)
  const taken = lines.map(({ id, quantity }) => ({ productId: id, quantity }))
  if (!(await takeStock(tx, taken))) throw invalidField(lineField('quantity', 0), 'Le stock vient de changer.')
  const flagged = ordersOfPhone + 1 >= FLAGGED_FROM_ORDER
  const { id, trackingKey } = await storeOrder(
    tx,
    {
      customer,
      origin,
      supplierId: bringer,
      promoCode: origin === 'promo' ? request.promoCode!.toUpperCase() : null,
      figures,
      lines,
      flagged,
    },
    now,
  )
  const { collected, gain, ...shown } = figures
  await publish(tx, 'order placed', { id, supplierId: bringer, origin, collected, city: customer.city, flagged })
  const tracking = trackingPath(id, trackingKey)
  return { id, status: 'pending', ...shown, ...(origin === 'supplier' ? { collected, gain } : {}), tracking }
}

async function getCustomer(
  tx: Tx,
  { customerId }: OrderRequest,
  supplierId: AccountId | null,
  now: Date,
): Promise<Customer> {
  const since = new Date(now.getTime() - VISITOR_CUSTOMER_LIFE_MS)
  const customer = await findCustomer(tx, customerId, supplierId, since)
  if (customer === null) throw unknownCustomer()
  return customer
}

async function bringerOf(tx: Tx, promoCode: string | null): Promise<AccountId | null> {
  if (promoCode === null) return null
  const supplier = await holdSupplierByCode(tx, promoCode)
  if (supplier === null) throw unknownPromoCode()
  return supplier
}

/** Visitors' orders of this phone within the last hour. */
export const ordersOfPhoneThisHour = (tx: Tx, phone: string, now: Date): Promise<number> =>
  countOrdersOfPhone(tx, phone, new Date(now.getTime() - 60 * 60 * 1000))

/** Holds an order for a change. Refuses (404) one that is not there. */
export async function getHeldOrder(tx: Tx, id: OrderId): Promise<HeldOrder> {
  const order = await holdOrder(tx, id)
  if (order === null) throw unknownOrder()
  return order
}

/**
 * Moves an order to another status; a cancelled one gives its pieces back. Refuses (404) an order that is not there and
 * (409) one that is final. The status it has already is no move.
 */
export async function moveOrder(
  tx: Tx,
  id: OrderId,
  { status, reason, by }: { status: OrderStatus; reason: CancelReason | null; by: AccountId | null },
  now: Date,
): Promise<HeldOrder> {
  const order = await getHeldOrder(tx, id)
  mustBeMovable(order.status)
  if (status === order.status) return order
  await storeMove(tx, id, { status, reason: status === 'cancelled' ? reason : null, by }, now)
  if (returnsStock(status)) await returnStock(tx, await listPieces(tx, id))
  await publish(tx, 'order moved', { id, from: order.status, to: status })
  return { ...order, status }
}

/**
 * Moves each of the orders as `moveOrder` does, in a transaction of its own and in ascending id: one that cannot be
 * moved says why in its result and holds none of the others up. `onError` is told what is no refusal.
 */
export async function moveOrders(
  db: Db,
  ids: readonly OrderId[],
  move: { status: OrderStatus; reason: CancelReason | null; by: AccountId | null },
  now: Date,
  onError: (error: unknown) => void,
): Promise<MoveResult[]> {
  const results: MoveResult[] = []
  for (const id of ids.toSorted((a, b) => a - b)) results.push(await tryMove(db, id, move, now, onError))
  return results
}

async function tryMove(
  db: Db,
  id: OrderId,
  move: { status: OrderStatus; reason: CancelReason | null; by: AccountId | null },
  now: Date,
  onError: (error: unknown) => void,
): Promise<MoveResult> {
  try {
    const { status } = await inTransaction(db, (tx) => moveOrder(tx, id, move, now))
    return { id, ok: true, status }
  } catch (error) {
    if (!isRefusal(error)) onError(error)
    const message = isRefusal(error) ? error.message : NOT_MOVED
    return { id, ok: false, message, status: await findStatus(db, id) }
  }
}

/** Takes an order out of every list and gives its pieces back. Refuses (409) one that is no longer waiting. */
export async function deleteOrderByAdmin(tx: Tx, id: OrderId, by: AccountId, now: Date): Promise<void> {
  const order = await getHeldOrder(tx, id)
  mustBeDeletableByAdmin(order.status)
  await markDeleted(tx, id, by, now)
  await returnStock(tx, await listPieces(tx, id))
}

/** An order of this supplier's own that it may still change. Refuses (404) another's and (403) one placed with its code. */
async function getOwnOrder(tx: Tx, id: OrderId, supplierId: AccountId) {
  await keepActive(tx, supplierId)
  const order = await holdOrderOfSupplier(tx, id, supplierId)
  if (order === null) throw unknownOrder()
  mustBePlacedBySupplier(order.origin)
  return order
}

/**
 * Changes where a supplier's own order goes to; another city may cost another delivery. Refuses as `getOwnOrder` does,
 * (409) a final order and (422) a recipient that cannot be delivered to.
 */
export async function editOrderBySupplier(
  tx: Tx,
  id: OrderId,
  supplierId: AccountId,
  typed: Omit<TypedRecipient, 'email'>,
  now: Date,
): Promise<HeldOrder> {
  const order = await getOwnOrder(tx, id, supplierId)
  mustBeMovable(order.status)
  const recipient = checkRecipient(typed)
  const figures = orderFigures(order.origin, await listPricedLines(tx, id), recipient.city)
  await storeRecipient(tx, order, recipient, figures, now)
  return order
}

/** Takes a supplier's own order out of every list and gives its pieces back. Refuses (409) a delivered one. */
export async function deleteOrderBySupplier(tx: Tx, id: OrderId, supplierId: AccountId, now: Date): Promise<void> {
  const order = await getOwnOrder(tx, id, supplierId)
  mustBeDeletableBySupplier(order.status)
  await markDeleted(tx, id, supplierId, now)
  if (!returnsStock(order.status)) await returnStock(tx, await listPieces(tx, id))
}
