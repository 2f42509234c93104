import { type SQL, sql } from 'drizzle-orm'
import type { DbOrTx } from '#platform/db/database.ts'
import { type Centimes, centimes } from '#platform/kernel/money.ts'
import { startOfDays } from '#platform/kernel/time.ts'
import type { Failures } from '../contract.ts'
import type { RateKind } from '../model.ts'

/** Parcels below which a share of them says nothing. */
const FEWEST_PARCELS = 30

const KEYS: Readonly<Record<RateKind, SQL>> = {
  city: sql`orders.city`,
  product: sql`product_id::text`,
  supplier: sql`supplier_id::text`,
}

/** Parcels that left and ended, and the fees of those that were refused or came back, by the tariff of their day. */
export async function listFailures(
  db: DbOrTx,
  { by, days }: { by: RateKind; days: number },
  now: Date,
): Promise<Failures[]> {
  const since = startOfDays(now, days).toISOString()
  const lines = by === 'product' ? sql`join order_lines on order_lines.order_id = orders.id` : sql``
  const { rows } = await db.execute<{ key: string; delivered: number; refused: number; cost: Centimes }>(sql`
    select ${KEYS[by]} as key, (count(*) filter (where status = 'delivered'))::int as delivered,
      (count(*) filter (where status = 'cancelled'))::int as refused,
      coalesce(sum(case when status = 'cancelled' then
        case when state = 'refused' then fee_refused else coalesce(fee_returned, fee_refused) end end), 0)::bigint as cost
    from orders join parcels on parcels.order_id = orders.id ${lines}
    where orders.deleted_at is null and left_at is not null and status in ('delivered', 'cancelled')
      and created_at >= ${since}::timestamptz and ${KEYS[by]} is not null
    group by 1 order by cost desc, 1`)
  return rows.map(withShares)
}

/** Rule: nothing is said of fewer than `FEWEST_PARCELS`; a cost is of failures alone, and no profit. */
export function withShares({
  key,
  delivered,
  refused,
  cost,
}: Pick<Failures, 'key' | 'delivered' | 'refused' | 'cost'>) {
  const shipped = delivered + refused
  return {
    key,
    shipped,
    delivered,
    refused,
    ...shareBetween(delivered, shipped),
    cost,
    cost_per_delivered: delivered === 0 ? null : centimes(Math.round(cost / delivered)),
    sure: shipped >= FEWEST_PARCELS,
  }
}

/** Wilson's interval for a share, in whole percent: honest with few parcels too. */
function shareBetween(part: number, whole: number): { low: number; high: number } {
  if (whole === 0) return { low: 0, high: 100 }
  const z = 1.96
  const share = part / whole
  const middle = share + (z * z) / (2 * whole)
  const width = z * Math.sqrt((share * (1 - share)) / whole + (z * z) / (4 * whole * whole))
  const scale = 1 + (z * z) / whole
  return { low: Math.round((100 * (middle - width)) / scale), high: Math.round((100 * (middle + width)) / scale) }
}
