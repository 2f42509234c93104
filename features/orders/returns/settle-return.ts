import { findAccount } from '#features/accounts/index.ts'
import { returnStock, writeOff } from '#features/catalogue/index.ts'
import type { DbOrTx, Tx } from '#platform/db/database.ts'
import { publish } from '#platform/db/events.ts'
import { isAnonymised } from '#platform/kernel/anonymised.ts'
import type { AccountId, OrderId } from '#platform/kernel/ids.ts'
import { moveOrder } from '../actions/move-order.ts'
import type { CancelReason, CountedPieces } from '../model.ts'
import { listLines } from '../queries.ts'
import { unknownOrder, type Whereabouts } from '../rules.ts'
import { findSettledReturn, type HeldParcel, holdParcel, markPiecesBack, storeCounts } from './queries.ts'
import { checkCounts, mustBeGoneForLong, mustBeOutside } from './rules.ts'

declare module '#platform/db/events.ts' {
  interface Events {
    /** The pieces of an order are in somebody's hands again, or given up as lost. */
    'pieces settled': { id: OrderId; how: 'received' | 'lost'; by: AccountId; now: Date }
  }
}

export interface Reception {
  /** Null when all pieces are there and intact. */
  counted: readonly CountedPieces[] | null
  /** The reason for cancelling an order that is not cancelled yet. */
  reason: CancelReason
  by: AccountId
}

/**
 * Takes a parcel back: intact pieces return to stock, damaged and missing ones are written off, and the order is cancelled
 * unless it is cancelled or deleted. Refuses (404) an unknown order, (409) one whose pieces are not outside (`mustBeOutside`)
 * and (422) wrong counts (`checkCounts`). Returns the stock of its products.
 */
export async function receiveReturn(tx: Tx, id: OrderId, { counted, reason, by }: Reception, now: Date) {
  const parcel = await getParcelOutside(tx, id)
  const lines = checkCounts(await listLines(tx, id), counted)
  await cancelUnlessOver(tx, parcel, reason, by, now)
  await markPiecesBack(tx, id, null, now)
  await storeCounts(tx, lines, by, now)
  const losses = lines.flatMap(({ productId, damaged, missing }) => [
    { productId, quantity: damaged, reason: 'damaged' as const },
    { productId, quantity: missing, reason: 'missing' as const },
  ])
  await writeOff(tx, losses, { orderId: id, by }, now)
  await publish(tx, 'pieces settled', { id, how: 'received', by, now })
  return returnStock(
    tx,
    lines.map(({ productId, intact }) => ({ productId, quantity: intact })),
  )
}

/**
 * Declares a parcel lost: its pieces are written off, and the order is cancelled unless it is cancelled or deleted. Stores no
 * note on an order whose person was forgotten: nobody would find words about that person again. Refuses as `receiveReturn`
 * does, and (409) before `LOST_AFTER_DAYS`.
 */
export async function declareLost(
  tx: Tx,
  id: OrderId,
  { note, by }: { note: string; by: AccountId },
  now: Date,
): Promise<void> {
  const parcel = await getParcelOutside(tx, id)
  mustBeGoneForLong(parcel.leftAt!, now)
  await cancelUnlessOver(tx, parcel, 'other', by, now)
  await markPiecesBack(tx, id, isAnonymised(parcel) ? null : note, now)
  const losses = (await listLines(tx, id)).map((line) => ({ ...line, reason: 'lost' as const }))
  await writeOff(tx, losses, { orderId: id, by }, now)
  await publish(tx, 'pieces settled', { id, how: 'lost', by, now })
}

async function getParcelOutside(tx: Tx, id: OrderId): Promise<HeldParcel> {
  const parcel = await holdParcel(tx, id)
  if (parcel === null) throw unknownOrder()
  await mustBeReturnable(tx, parcel)
  return parcel
}

/** Refuses (409) an order whose pieces are not outside; one that was settled names its author (`mustBeOutside`). */
export async function mustBeReturnable(db: DbOrTx, order: Whereabouts & { id: OrderId }): Promise<void> {
  const settled = order.piecesBackAt === null ? null : await findSettledReturn(db, order.id)
  const by = settled?.by ? await findAccount(db, settled.by) : null
  mustBeOutside(order, settled && { how: settled.how, by: by?.name ?? null })
}

/** Cancels an order; a deleted one stays in the status that it was deleted in. */
async function cancelUnlessOver(
  tx: Tx,
  { id, status, isDeleted }: HeldParcel,
  reason: CancelReason,
  by: AccountId,
  now: Date,
): Promise<void> {
  if (!isDeleted && status !== 'cancelled') await moveOrder(tx, id, { status: 'cancelled', reason, by }, now)
}
