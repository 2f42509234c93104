import { sql } from 'drizzle-orm'
import type { DbOrTx } from '#platform/db/database.ts'
import { DAY_MS } from '#platform/kernel/durations.ts'
import type { CourierId } from '#platform/kernel/ids.ts'
import { isInNoClaim, isInNoLine, isNotGivenUp, isOpenClaim } from './claims/queries.ts'
import type { DueOfCourier, MissingOrders } from './contract.ts'
import { AGE_LIMITS, USUAL_SETTLEMENT_DAYS } from './model.ts'

/** Money that couriers have: delivered orders that were neither paid nor given up, by courier and age. */
export async function listDue(db: DbOrTx, now: Date): Promise<DueOfCourier[]> {
  const [first, second, third] = AGE_LIMITS
  const sumOf = (when: string) => sql.raw(`coalesce(sum(due) filter (where ${when}), 0)::bigint`)
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    with open_claims as (
      select order_id, sum(due) as due from claims
      where kind in ('amount', 'missing') and settled_at is null group by 1
    ), unpaid as (
      select parcels.courier_id, orders.collected - coalesce(open_claims.due, 0) as due,
        extract(epoch from ${now.toISOString()}::timestamptz - state_at) / 86400 as days
      from orders join parcels on parcels.order_id = orders.id left join open_claims on open_claims.order_id = orders.id
      where orders.deleted_at is null and status = 'delivered' and payment = 'pending' and ${isNotGivenUp}
    ), claimed as (
      select courier_id, sum(due)::bigint as due from claims where ${isOpenClaim} group by 1
    ), waiting as (
      select courier_id, (count(*) filter (where due > 0))::int as orders, sum(due)::bigint as amount,
        array[${sumOf(`days < ${first + 1}`)}, ${sumOf(`days >= ${first + 1} and days < ${second + 1}`)},
          ${sumOf(`days >= ${second + 1} and days < ${third + 1}`)}, ${sumOf(`days >= ${third + 1}`)}] as ages
      from unpaid group by 1
    )
    select case when couriers.id is not null then json_build_object('id', couriers.id, 'name', name) end as courier,
      coalesce(orders, 0) as orders, coalesce(amount, 0) as amount, coalesce(ages, '{0,0,0,0}') as ages,
      coalesce(claimed.due, 0) as claimed
    from waiting full join claimed using (courier_id) left join couriers on couriers.id = courier_id
    order by amount desc, couriers.id`)
  return rows as unknown as DueOfCourier[]
}

const MISSING_SHOWN = 200

/** Orders of a courier that it should have paid by now, whose amount is in no statement, in no claim and not given up; oldest first. */
export async function listMissing(
  db: DbOrTx,
  courier: { id: CourierId; settlesEveryDays: number | null },
  now: Date,
): Promise<MissingOrders> {
  const days = courier.settlesEveryDays ?? USUAL_SETTLEMENT_DAYS
  const before = new Date(now.getTime() - days * DAY_MS)
  const { rows } = await db.execute<MissingOrders['orders'][number] & Record<string, unknown>>(sql`
    select orders.id, tracking, collected as amount, city, state_at as "deliveredAt"
    from orders join parcels on parcels.order_id = orders.id
    where parcels.courier_id = ${courier.id} and state = 'delivered' and status = 'delivered' and payment = 'pending'
      and orders.deleted_at is null and state_at < ${before.toISOString()}::timestamptz
      and ${isInNoLine} and ${isInNoClaim} and ${isNotGivenUp}
    order by state_at, orders.id limit ${MISSING_SHOWN}`)
  return { days, orders: rows.map((order) => ({ ...order, deliveredAt: new Date(order.deliveredAt) })) }
}
