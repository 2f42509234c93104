import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '#platform/db/database.ts'
import { isOneOf } from '#platform/db/one-of.ts'
import { ERASED } from '#platform/kernel/anonymised.ts'
import type { AccountId, OrderId } from '#platform/kernel/ids.ts'
import type { ParcelOfOrder, ParcelWithCourier } from './contract.ts'
import type { ParcelState } from './model.ts'
import { couriers, parcelEvents, parcels } from './tables.ts'

/** The state of an order's parcel and its moment; null when it has none. The order's lock guards the parcel too. */
export async function findParcelState(db: DbOrTx, id: OrderId): Promise<{ state: ParcelState; stateAt: Date } | null> {
  const { state, stateAt } = parcels
  const [row] = await db.select({ state, stateAt }).from(parcels).where(eq(parcels.orderId, id))
  return row ?? null
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

/** The parcel of each of these orders; none for one that was never handed to anybody. */
export async function parcelsOf(db: DbOrTx, ids: readonly OrderId[]): Promise<Map<OrderId, ParcelOfOrder>> {
  const { orderId, state, stateAt } = parcels
  const rows = await db.select({ orderId, state, since: stateAt }).from(parcels).where(isOneOf(orderId, ids))
  return new Map(rows.map(({ orderId: id, ...parcel }) => [id, parcel]))
}

/** The parcel of an order with its courier; null when it has none. */
export async function findParcel(db: DbOrTx, id: OrderId): Promise<ParcelWithCourier | null> {
  const { state, stateAt, tracking, wishDay } = parcels
  const [row] = await db
    .select({ state, since: stateAt, tracking, wishDay, courier: couriers.name, template: couriers.trackingAddress })
    .from(parcels)
    .leftJoin(couriers, eq(couriers.id, parcels.courierId))
    .where(eq(parcels.orderId, id))
  if (!row) return null
  const { template, ...parcel } = row
  const trackingAddress =
    template && parcel.tracking ? template.replace('{tracking}', encodeURIComponent(parcel.tracking)) : null
  return { ...parcel, trackingAddress }
}

/** The notes on the parcels of these orders, oldest first, for the person whom they are about. */
export const notesOfParcels = async (db: DbOrTx, ids: readonly OrderId[]) => {
  const { orderId, at, parcelNote } = parcelEvents
  const rows = await db
    .select({ orderId, at, note: sql<string>`${parcelNote}` })
    .from(parcelEvents)
    .where(and(isOneOf(orderId, ids), isNotNull(parcelNote)))
    .orderBy(asc(parcelEvents.id))
  return Map.groupBy(rows, (row) => row.orderId)
}

/** All that somebody did about parcels, oldest first; the notes are about the customers. */
export const listParcelActsBy = (db: DbOrTx, by: AccountId) =>
  db
    .select({ at: parcelEvents.at, order: parcelEvents.orderId, state: parcelEvents.state })
    .from(parcelEvents)
    .where(eq(parcelEvents.by, by))
    .orderBy(asc(parcelEvents.id))

/** Blanks the notes on parcels whose person is anonymised; a trigger refuses it of others. */
export const forgetParcelNotes = (tx: Tx, ids: readonly OrderId[]) =>
  tx
    .update(parcelEvents)
    .set({ parcelNote: ERASED })
    .where(and(isOneOf(parcelEvents.orderId, ids), isNotNull(parcelEvents.parcelNote)))
