import { type SQL, sql } from 'drizzle-orm'
import { orders } from '#features/orders/tables.ts'
import type { DbOrTx } from '#platform/db/database.ts'
import { sqlMoment } from '#platform/db/sql-moment.ts'
import { DAY_MS } from '#platform/kernel/durations.ts'
import type { AccountId, OrderId } from '#platform/kernel/ids.ts'
import { counted, isToCall, sharedCounts } from './queue/queries.ts'
import { type DeskCounts, NEW_MS, RECENT_MS, SOON_MS, TODAY_MS } from './rules.ts'
import { confirmations } from './tables.ts'

/** One who calls, and the orders whose outcome is on its way: these are nobody's next card. */
export interface Desk {
  by: AccountId
  settling: readonly OrderId[]
}

/** Pending orders that are not another's card, as far as their turn goes. */
const free = ({ by, settling }: Desk, now: Date): SQL => sql`
  select id, city, contact, due_at, since from (
    select ${orders.id}, ${orders.city}, coalesce(${confirmations.contact}, 'to_call') as contact, ${confirmations.dueAt},
      coalesce(${confirmations.anewAt}, ${orders.createdAt}) as since
    from ${orders} left join ${confirmations} on ${confirmations.orderId} = ${orders.id}
    where ${orders.status} = 'pending' and ${orders.deletedAt} is null
      and (${confirmations.heldBy} is null or ${confirmations.heldBy} = ${by} or ${confirmations.heldUntil} <= ${sqlMoment(now)})
      and not ${orders.id} = any(${sql.param(settling)}::int[])
  ) as pending`

/** Cards that are tried in turn: as many as there are people who take one at the same moment. */
const MOST_TRIED = 100

export interface DeskWork {
  /**
   * The first orders to call: by lane, then the earliest first. Of those that were left for more than a day the newest
   * comes first, after all the others. At the same moment the lower number.
   */
  turns: OrderId[]
  counts: DeskCounts
  /** The next moment at which an order is to be called, and its city; null when none is waiting for one. */
  nextDue: Date | null
  nextCity: string | null
}

/** Reads the work of a desk at once; the order `first` comes before all others, if it is to be called. */
export async function readDesk(db: DbOrTx, desk: Desk, first: OrderId | null, now: Date): Promise<DeskWork> {
  const ago = (milliseconds: number) => sqlMoment(new Date(now.getTime() - milliseconds))
  const { rows } = await db.execute<
    Record<keyof DeskCounts, number> & { turns: OrderId[]; nextDue: string | null; nextCity: string | null }
  >(sql`
    with free as materialized (${free(desk, now)}), callable as materialized (
      select id, due_at, since, case
        when contact = 'postponed' then 0
        when contact = 'retry' then 3
        when since > ${ago(NEW_MS)} then 1
        when since > ${ago(RECENT_MS)} then 2
        when since >= ${ago(TODAY_MS)} then 4
        when since >= ${ago(DAY_MS)} then 5
        else 6 end as turn
      from free where ${isToCall(now)}
    )
    select ${sharedCounts(now)},
      ${counted(sql`contact = 'postponed' and due_at <= ${sqlMoment(new Date(now.getTime() + SOON_MS))}`)} as "promisedSoon",
      ${counted(sql`contact = 'retry'`)} as retries,
      min(due_at) filter (where due_at > ${sqlMoment(now)}) as "nextDue",
      (select city from free where due_at > ${sqlMoment(now)} order by due_at, id limit 1) as "nextCity",
      array(
        select id from callable
        order by id = ${first} desc nulls last, turn,
          case when turn in (0, 3) then due_at when turn < 6 then since end, case when turn = 6 then since end desc, id
        limit ${MOST_TRIED}
      ) as turns
    from free`)
  const { turns, nextDue, nextCity, ...counts } = rows[0]!
  return { turns, counts, nextCity, nextDue: nextDue === null ? null : new Date(nextDue) }
}
