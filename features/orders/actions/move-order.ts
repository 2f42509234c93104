import { mustStayActive } from '#features/accounts/index.ts'
import { returnStock } from '#features/catalogue/index.ts'
import { changeEach } from '#platform/db/change-each.ts'
import type { Db, Tx } from '#platform/db/database.ts'
import { publish } from '#platform/db/events.ts'
import type { AccountId, OrderId } from '#platform/kernel/ids.ts'
import type { CancelReason, OrderResult, OrderStatus, ShownOrder } from '../model.ts'
import { findStatus, type HeldOrder, holdOrders, listLines, storeDeliveries, storeMove } from '../queries.ts'
import { isFinal, isOutside, leftAtAfter, mustBeAllowed, mustBeAsShown, NOT_MOVED } from '../rules.ts'
import { getHeldOrder } from './held-order.ts'

declare module '#platform/db/events.ts' {
  interface Events {
    /** An order came into another status; a courier had its pieces before that, or not. */
    'order moved': {
      id: OrderId
      from: OrderStatus
      to: OrderStatus
      wasOutside: boolean
      /** The last change of the order, its calls and its parcel that whoever moves it has seen; none for one who did not look. */
      lastChange?: Date | null | undefined
      by: AccountId | null
      now: Date
    }
  }
}

interface Move {
  status: OrderStatus
  reason: CancelReason | null
  by: AccountId | null
  /** The order as the page showed it; undefined for callers who move it as it is. */
  shown?: Omit<ShownOrder, 'id'> | undefined
}

/**
 * Moves an order to another status. Cancelling returns its pieces to stock, unless a courier has them: those are counted with
 * their parcel. Moving to the present status changes nothing. Refuses (403) a banned account, (404) an unknown order and (409)
 * a final one (`ORDER_MOVES`) and one that was shown in another status.
 */
export async function moveOrder(tx: Tx, id: OrderId, move: Move, now: Date): Promise<HeldOrder> {
  const { status, reason, by, shown } = move
  if (by !== null) await mustStayActive(tx, by)
  const order = await getHeldOrder(tx, id)
  mustBeAllowed('admin', order.status, status)
  if (status === order.status) return order
  if (shown !== undefined) mustBeAsShown(shown.status, order.status)
  const moved = { ...order, status, leftAt: leftAtAfter(status, order.leftAt, now) }
  await storeMove(tx, id, { status, reason: status === 'cancelled' ? reason : null, leftAt: moved.leftAt, by }, now)
  if (status === 'cancelled' && !isOutside(moved)) await returnStock(tx, await listLines(tx, id))
  const wasOutside = isOutside(order)
  const lastChange = shown?.lastChange
  await publish(tx, 'order moved', { id, from: order.status, to: status, wasOutside, lastChange, by, now })
  return moved
}

/**
 * Delivers those of the orders that are not over, each as `moveOrder` does, with the same few statements for all of them. They
 * are locked from the smallest id on. Refuses (403) a banned account.
 */
export async function deliverOrders(tx: Tx, ids: readonly OrderId[], by: AccountId | null, now: Date): Promise<void> {
  if (by !== null) await mustStayActive(tx, by)
  const held = (await holdOrders(tx, ids)).filter(({ status }) => !isFinal(status))
  await storeDeliveries(
    tx,
    held.map(({ id }) => id),
    by,
    now,
  )
  for (const order of held) {
    const { id, status: from } = order
    await publish(tx, 'order moved', { id, from, to: 'delivered', wasOutside: isOutside(order), by, now })
  }
}

/**
 * Changes each of the orders in a transaction of its own, lowest number first: a refusal is the result of one order and
 * stops none of the others. `onError` gets every error that is no refusal.
 */
export const changeOrders = (
  db: Db,
  ids: readonly OrderId[],
  change: (tx: Tx, id: OrderId) => Promise<{ status: OrderStatus }>,
  onError: (error: unknown) => void,
): Promise<OrderResult[]> => changeEach(db, ids, change, { statusOf: findStatus, failed: NOT_MOVED, onError })
