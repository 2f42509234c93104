import type { OrderId } from '#platform/kernel/ids.ts'
import type { Centimes } from '#platform/kernel/money.ts'

/** A phone on more rows than this is nobody's: the driver's own, or the courier's. */
const MOST_ROWS_OF_PHONE = 3

/** Cells of a courier's row, by which its order is looked for. Empty keys are null: they match nothing. */
export interface MatchKeys {
  tracking: string | null
  number: OrderId | null
  phone: string | null
  amount: Centimes | null
}

/** An order that a row may be about. */
export interface Matchable {
  id: OrderId
  tracking: string | null
  phone: string
  collected: Centimes
  /** False of one that only its numbers find. */
  isFoundByPhone: boolean
}

export type Match<Order> =
  | { found: Order; why: null }
  | { found: null; why: 'no_key' | 'not_found' | 'shared_phone' | 'several' }

/** Looks a row's order up by its tracking number, else by our number, else by phone and amount together. Never by a phone alone. */
export function matcher<Order extends Matchable>(
  rows: readonly MatchKeys[],
  orders: readonly Order[],
): (row: MatchKeys) => Match<Order> {
  const byTracking = new Map(orders.flatMap((each) => (each.tracking === null ? [] : [[each.tracking, each]])))
  const byNumber = new Map(orders.map((each) => [each.id, each]))
  const byPhone = Map.groupBy(
    orders.filter(({ isFoundByPhone }) => isFoundByPhone),
    ({ phone, collected }) => `${phone} ${collected}`,
  )
  const rowsOfPhone = new Map<string, number>()
  for (const { phone } of rows) if (phone !== null) rowsOfPhone.set(phone, (rowsOfPhone.get(phone) ?? 0) + 1)

  return ({ tracking, number, phone, amount }) => {
    const tracked = tracking === null ? undefined : byTracking.get(tracking)
    if (tracked) return { found: tracked, why: null }
    const numbered = number === null ? undefined : byNumber.get(number)
    // Another number of the courier's own says that this is another parcel.
    if (numbered && (tracking === null || numbered.tracking === null)) return { found: numbered, why: null }
    if (phone === null || amount === null)
      return { found: null, why: tracking === null && number === null ? 'no_key' : 'not_found' }
    if (rowsOfPhone.get(phone)! > MOST_ROWS_OF_PHONE) return { found: null, why: 'shared_phone' }
    const of = (byPhone.get(`${phone} ${amount}`) ?? []).filter((each) => tracking === null || each.tracking === null)
    if (of.length === 1) return { found: of[0]!, why: null }
    return { found: null, why: of.length === 0 ? 'not_found' : 'several' }
  }
}
