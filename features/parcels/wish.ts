import { eq } from 'drizzle-orm'
import { getHeldOrder, isOutside } from '#features/orders/index.ts'
import type { Tx } from '#platform/db/database.ts'
import { dayInWords } from '#platform/kernel/days/day-in-words.ts'
import { nextDays } from '#platform/kernel/days/next-days.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { invalidField, Refusal } from '#platform/kernel/refusal.ts'
import type { ParcelState } from './model.ts'
import { storeEvent } from './queries.ts'
import { parcels } from './tables.ts'

/** Days from tomorrow that a customer may wish for. */
const WISH_DAYS = 7

/** States in which a courier may still come another day. */
const WISHABLE: readonly ParcelState[] = [
  'handed',
  'in_network',
  'out',
  'no_answer',
  'postponed',
  'wrong_number',
  'out_of_zone',
]

export const isWishable = (state: ParcelState | null): boolean => state !== null && WISHABLE.includes(state)

/** The days that a customer may wish for, in Casablanca. */
export const wishDays = (now: Date): { day: string; words: string }[] => nextDays(now, WISH_DAYS)

/**
 * Writes down the day on which a customer wants her parcel; staff are to tell the courier at once. Refuses (422) a day that is not
 * offered, and (409) a parcel that no courier will bring any more.
 */
export async function wishForDay(tx: Tx, id: OrderId, day: string, now: Date): Promise<void> {
  if (!wishDays(now).some((offered) => offered.day === day))
    throw invalidField('day', 'wish_day_not_offered', `Choisissez un jour parmi les ${WISH_DAYS} prochains.`)
  const order = await getHeldOrder(tx, id)
  const [parcel] = await tx.select({ state: parcels.state }).from(parcels).where(eq(parcels.orderId, id))
  if (!isOutside(order) || order.status !== 'in_transit' || !isWishable(parcel?.state ?? null)) throw nothingToWish()
  await tx.update(parcels).set({ wishDay: day, followUpAt: now, lastEventAt: now }).where(eq(parcels.orderId, id))
  await storeEvent(tx, {
    orderId: id,
    at: now,
    by: null,
    source: 'customer',
    parcelNote: `Souhaite le ${dayInWords(day)}`,
  })
}

const nothingToWish = () =>
  new Refusal('conflict', 'no_other_day', 'Ce colis n’est plus en route\u00A0: le jour ne peut plus être changé.')
