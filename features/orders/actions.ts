import { keepActive } from '#features/accounts/index.ts'
import { returnStock } from '#features/catalogue/index.ts'
import { type Db, inTransaction, type Queries, type Tx } from '#platform/db/database.ts'
import { publish } from '#platform/db/events.ts'
import type { Caller } from '#platform/http/access.ts'
import type { AccountId, OrderId } from '#platform/kernel/ids.ts'
import { isRefusal } from '#platform/kernel/refusal.ts'
import type { CancelReason, MoveResult, OrderStatus } from './names.ts'
import { supplierOf } from './place-order.ts'
import {
  type Customer,
  findStatus,
  type HeldOrder,
  holdOrder,
  holdOrderOfSupplier,
  listPieces,
  listPricedLines,
  markDeleted,
  storeCustomer,
  storeMove,
  storeRecipient,
} from './queries.ts'
import {
  checkRecipient,
  mustBeDeletableByAdmin,
  mustBeDeletableBySupplier,
  mustBeMovable,
  mustBePlacedBySupplier,
  NOT_MOVED,
  orderFigures,
  returnsStock,
  unknownOrder,
} from './rules.ts'

declare module '#platform/db/events.ts' {
  interface Events {
    'order moved': { id: OrderId; from: OrderStatus; to: OrderStatus }
  }
}

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
