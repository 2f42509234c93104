import type { Db, Tx } from '#platform/db/database.ts'
import { subscribe } from '#platform/db/events.ts'
import type { AccountId, OrderId } from '#platform/kernel/ids.ts'
import type { ParcelSource, ParcelState } from './model.ts'
import { deleteParcel, findParcelState, storeEvent, storeState } from './queries.ts'
import { type Following, followStatus, leave, mustBeKnown } from './rules.ts'

/** An author and a moment, for what is written down about a parcel. */
interface Written {
  by: AccountId | null
  now: Date
}

/** Has parcels follow their orders: moved by hand or in a list, deleted, received or given up. */
export function followOrders(db: Db): void {
  subscribe(db, 'order moved', async (tx, { id, to, wasOutside, lastChange, by, now }) => {
    const parcel = await findParcelState(tx, id)
    if (to === 'cancelled' && wasOutside && parcel && lastChange) mustBeKnown(parcel, lastChange)
    await follow(tx, id, followStatus({ parcel: parcel?.state ?? null, to, wasOutside }), { by, now })
  })
  subscribe(db, 'order deleted', async (tx, { id, wasOutside, by, now }) => {
    const parcel = await findParcelState(tx, id)
    await follow(tx, id, leave(parcel?.state ?? null, wasOutside), { by, now })
  })
  subscribe(db, 'pieces settled', (tx, { id, how, by, now }) =>
    follow(tx, id, how === 'lost' ? 'lost' : 'back', { by, now }),
  )
}

async function follow(tx: Tx, id: OrderId, following: Following, { by, now }: Written): Promise<void> {
  if (following === 'as it is') return
  if (following === 'off the list') return deleteParcel(tx, id)
  await enterState(tx, id, { state: following, source: 'order', by }, now)
}

interface Entering {
  state: ParcelState
  source: ParcelSource
  by: AccountId | null
}

/** Brings an order's parcel into a state, and writes it down. An order without a parcel gets one, of no courier. */
async function enterState(tx: Tx, id: OrderId, { state, source, by }: Entering, now: Date): Promise<void> {
  await storeState(tx, id, state, now)
  await storeEvent(tx, { orderId: id, at: now, by, source, state })
}
