import { type SQL, sql } from 'drizzle-orm'
import type { DbOrTx } from '#platform/db/database.ts'
import { startOfDays } from '#platform/kernel/time.ts'
import type { DeliveryRate } from '../contract.ts'
import type { RateKind, RateSort } from '../model.ts'
import { firstOrderSince } from '../orders/first-order.ts'

export interface RateFilter {
  by: RateKind
  /** Local days that end today. */
  days: number
  sort: RateSort
}

/** A cancelled order that had left was refused or came back, whichever reason was chosen. */
const COUNTS = sql.raw(`count(*)::int as orders,
  (count(*) filter (where status = 'delivered'))::int as delivered,
  (count(*) filter (where status = 'cancelled'))::int as cancelled,
  (count(*) filter (where status = 'cancelled' and left_at is not null))::int as refused`)

/** Counts first and joins names afterwards: one join for each product or supplier instead of one for each order. */
const RATES_BY: Readonly<Record<RateKind, (placed: SQL, since: Date) => SQL>> = {
  city: (placed) => sql`select city as key, city as name, ${COUNTS} from orders where ${placed} group by city`,
  product: (placed, since) => sql`
    select id::text as key, name, counted.* from products join (
      select product_id, ${COUNTS} from order_lines join orders on orders.id = order_id
      where ${placed}
        -- Older orders and their lines are passed over in their indexes, and both are read in the order of their numbers.
        and order_id >= ${firstOrderSince(since)} and orders.id >= ${firstOrderSince(since)}
      group by 1
    ) as counted on product_id = id`,
  supplier: (placed) => sql`
    select id::text as key, name || ' (' || custom_id || ')' as name, counted.* from accounts join (
      select supplier_id, ${COUNTS} from orders where ${placed} and supplier_id is not null group by 1
    ) as counted on supplier_id = id`,
}

/** The share of delivered or refused orders among those that have ended; NaN while none has. */
const rateOf = (end: 'delivered' | 'refused', rate: DeliveryRate): number => {
  const ended = rate.delivered + rate.cancelled
  return ended === 0 ? Number.NaN : rate[end] / ended
}

/** Compares by the sorted column. Rows without a rate yet come last in both directions. */
function compare(sort: RateSort, one: DeliveryRate, other: DeliveryRate): number {
  const sign = sort.startsWith('-') ? -1 : 1
  const field = sort.replace('-', '') as 'orders' | 'delivered' | 'refused' | 'name'
  if (field === 'name') return one.name.localeCompare(other.name, 'fr')
  if (field === 'orders') return sign * (one.orders - other.orders)
  const [first, second] = [rateOf(field, one), rateOf(field, other)]
  return Number.isNaN(first) || Number.isNaN(second)
    ? Number(Number.isNaN(first)) - Number(Number.isNaN(second))
    : sign * (first - second)
}

/** Delivery rates of a period by city, product or supplier: one row for each of them with an order. */
export async function listDeliveryRates(
  db: DbOrTx,
  { by, days, sort }: RateFilter,
  now: Date,
): Promise<DeliveryRate[]> {
  // An order that a merge cancelled lives on in the other one.
  const since = startOfDays(now, days)
  const placed = sql`deleted_at is null and merged_into is null and created_at >= ${since.toISOString()}::timestamptz`
  const { rows } = await db.execute<DeliveryRate & Record<string, unknown>>(sql`
    select key, name, orders, delivered, cancelled, refused from (${RATES_BY[by](placed, since)}) as rates
    order by orders desc, key`)
  return rows.toSorted((one, other) => compare(sort, one, other))
}
