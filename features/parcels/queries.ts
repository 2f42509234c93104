import { eq } from 'drizzle-orm'
import type { DbOrTx, Tx } from '#platform/db/database.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import type { ParcelState } from './model.ts'
import { parcelEvents, parcels } from './tables.ts'

/** The state of an order's parcel; null when it has none. The order's lock guards the parcel too. */
export async function findParcelState(db: DbOrTx, id: OrderId): Promise<ParcelState | null> {
  const [row] = await db.select({ state: parcels.state }).from(parcels).where(eq(parcels.orderId, id))
  return row?.state ?? null
}

/** Stores a state; nothing is left to do about a parcel that comes into another one. */
export const storeState = (tx: Tx, orderId: OrderId, state: ParcelState, now: Date) => {
  const entered = { state, stateAt: now, lastEventAt: now, followUpAt: null }
  return tx
    .insert(parcels)
    .values({ orderId, ...entered })
    .onConflictDoUpdate({ target: parcels.orderId, set: entered })
}

export const storeEvent = (tx: Tx, event: typeof parcelEvents.$inferInsert) => tx.insert(parcelEvents).values(event)

/** Takes a parcel off its list. What happened to it stays written down. */
export async function deleteParcel(tx: Tx, id: OrderId): Promise<void> {
  await tx.delete(parcels).where(eq(parcels.orderId, id))
}
