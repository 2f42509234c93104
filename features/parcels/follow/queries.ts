import { asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { orders } from '#features/orders/tables.ts'
import type { DbOrTx, Tx } from '#platform/db/database.ts'
import { containsNumber, containsText } from '#platform/db/list-page.ts'
import { isOneOf } from '#platform/db/one-of.ts'
import { sqlMoment } from '#platform/db/sql-moment.ts'
import { startOfTomorrow } from '#platform/kernel/days/days-ahead.ts'
import { HOUR_MS } from '#platform/kernel/durations.ts'
import type { CourierId, OrderId } from '#platform/kernel/ids.ts'
import { ROWS_COUNTED } from '#platform/kernel/list-limits.ts'
import { cleanCode } from '#platform/sheets/words.ts'
import { SILENT_HOURS } from '../model.ts'
import { couriers, parcelEvents, parcels } from '../tables.ts'
import type { FollowedParcel } from './contract.ts'
import { FOLLOW_TAB_NAMES, type FollowSort, type FollowTab } from './rules.ts'

export interface FollowFilter {
  tab: FollowTab
  courier: CourierId | undefined
  search: string
}

/** The last word of a courier, when it is the last that was heard of the parcel and nobody could read it. */
const UNKNOWN_WORD = sql<string | null>`(select case when last.state is null then last.their_word end
  from ${parcelEvents} as last where last.order_id = ${parcels.orderId} order by last.id desc limit 1)`

/** Counts what nobody answered on this trip: an order that was set back leaves once more. */
const TRIES = sql<number>`(select count(*)::int from ${parcelEvents} as tried
  where tried.order_id = ${parcels.orderId} and tried.state = 'no_answer'
    and not exists (select from ${parcelEvents} as begun
      where begun.order_id = tried.order_id and begun.id > tried.id and begun.state in ('prepared', 'handed')))`

const IS_IN_TRANSIT = sql`${orders.status} = 'in_transit'`

/** States after which a parcel is at a standstill until somebody acts, or until the day that was named for it. */
const IS_STUCK = sql`${parcels.state} in ('no_answer', 'postponed', 'wrong_number', 'out_of_zone')`

/** SQL condition: a parcel stands in a list. `ON_THE_WAY` holds for all of them; one in transit stands in one at least. */
function isIn(tab: FollowTab, now: Date): SQL {
  switch (tab) {
    case 'chase':
      return sql`${IS_IN_TRANSIT} and (
        ${IS_STUCK} and ${parcels.followUpAt} is null
        or ${parcels.state} not in ('refused', 'returning') and ${parcels.followUpAt} < ${sqlMoment(startOfTomorrow(now))})`
    case 'silent':
      return sql`${IS_IN_TRANSIT} and ${parcels.state} in ('handed', 'in_network', 'out') and ${parcels.followUpAt} is null
        and ${parcels.lastEventAt} < ${sqlMoment(new Date(now.getTime() - SILENT_HOURS * HOUR_MS))}`
    case 'refused':
      return sql`${IS_IN_TRANSIT} and ${parcels.state} in ('refused', 'returning')`
    case 'out':
      return sql`${IS_IN_TRANSIT} and ${parcels.state} = 'out'`
    case 'moving':
      return sql`${IS_IN_TRANSIT} and (${parcels.state} in ('handed', 'in_network')
        or ${IS_STUCK} and ${parcels.followUpAt} >= ${sqlMoment(startOfTomorrow(now))})`
    case 'check':
      // The same as `disagrees`, and words that nobody could read.
      return sql`(${orders.status} in ('pending', 'assigned') and ${parcels.state} <> 'prepared'
        or ${IS_IN_TRANSIT} and ${parcels.state} in ('prepared', 'delivered', 'back', 'lost')
        or ${IS_IN_TRANSIT} and ${UNKNOWN_WORD} is not null)`
  }
}

/** Orders that are not over, by the index of their status: few among the parcels of years. */
const ON_THE_WAY = sql`${orders.status} in ('pending', 'assigned', 'in_transit') and ${orders.deletedAt} is null`

/** Counts each list, of all couriers. */
export async function countParcels(db: DbOrTx, now: Date): Promise<Record<FollowTab, number>> {
  const counted = (tab: FollowTab) => sql`(count(*) filter (where ${isIn(tab, now)}))::int`
  const { rows } = await db.execute<Record<FollowTab, number>>(sql`
    select ${counted('chase')} as chase, ${counted('silent')} as silent, ${counted('refused')} as refused,
      ${counted('out')} as out, ${counted('moving')} as moving, ${counted('check')} as check
    from ${orders} join ${parcels} on ${parcels.orderId} = ${orders.id} where ${ON_THE_WAY}`)
  return rows[0]!
}

/** Parcels of a list are few (`ON_THE_WAY`), and sorted without an index. */
const SORTS: Readonly<Record<FollowSort, SQL[]>> = {
  follow_up_at: [asc(sql`coalesce(${parcels.followUpAt}, ${parcels.stateAt})`), asc(orders.id)],
  state_at: [asc(parcels.stateAt), asc(orders.id)],
  '-state_at': [desc(parcels.stateAt), desc(orders.id)],
}

const isInAny = (now: Date): SQL =>
  sql`(${sql.join(
    FOLLOW_TAB_NAMES.map((tab) => isIn(tab, now)),
    sql` or `,
  )})`

/** One page of a list, or of what a search finds in all of them: who calls about a parcel cannot know where it stands. */
export async function listParcels(
  db: DbOrTx,
  { tab, courier, search }: FollowFilter,
  { sort, page, perPage }: { sort: FollowSort; page: number; perPage: number },
  now: Date,
): Promise<{ rows: FollowedParcel[]; total: number }> {
  const text = containsText(orders.search, search)
  const found = sql`from ${orders} join ${parcels} on ${parcels.orderId} = ${orders.id}
    where ${ON_THE_WAY} and ${text ? isInAny(now) : isIn(tab, now)}
      ${courier === undefined ? sql`` : sql`and ${parcels.courierId} = ${courier}`}
      ${text ? sql`and (${text} or ${containsNumber(orders.id, search) ?? sql`false`} or ${parcels.tracking} = ${cleanCode(search)})` : sql``}`
  const { rows: counted } = await db.execute<{ total: number; ids: OrderId[] }>(sql`
    select (select count(*)::int from (select 1 ${found} limit ${ROWS_COUNTED + 1}) as counted) as total,
      array(select ${orders.id} ${found} order by ${sql.join(SORTS[sort], sql`, `)}
        limit ${perPage} offset ${(page - 1) * perPage}) as ids`)
  const { total, ids } = counted[0]!
  const rows = await db
    .select({
      id: orders.id,
      recipient: { name: orders.name, phone: orders.phone, address: orders.address, city: orders.city },
      collected: orders.collected,
      status: orders.status,
      state: parcels.state,
      stateAt: parcels.stateAt,
      updatedAt: parcels.lastEventAt,
      followUpAt: parcels.followUpAt,
      wishDay: parcels.wishDay,
      tracking: parcels.tracking,
      courier: {
        id: couriers.id,
        name: couriers.name,
        phone: couriers.phone,
        trackingAddress: couriers.trackingAddress,
      },
      tries: TRIES,
      unknownWord: UNKNOWN_WORD,
      lastNote: sql<string | null>`(select noted.parcel_note from ${parcelEvents} as noted
        where noted.order_id = ${parcels.orderId} and noted.parcel_note is not null order by noted.id desc limit 1)`,
    })
    .from(orders)
    .innerJoin(parcels, eq(parcels.orderId, orders.id))
    .leftJoin(couriers, eq(couriers.id, parcels.courierId))
    .where(isOneOf(orders.id, ids))
    .orderBy(...SORTS[sort])
  return { rows, total }
}

/** Names of couriers, for a filter. */
export const listCourierNames = (db: DbOrTx) =>
  db.select({ id: couriers.id, name: couriers.name }).from(couriers).orderBy(asc(couriers.name))

/** A parcel as the order's lock guards it; null when there is none. */
export async function findParcel(db: DbOrTx, id: OrderId) {
  const [row] = await db
    .select({ state: parcels.state, lastEventAt: parcels.lastEventAt, followUpAt: parcels.followUpAt })
    .from(parcels)
    .where(eq(parcels.orderId, id))
  return row ?? null
}

export const storeLook = (tx: Tx, id: OrderId, followUpAt: Date | null, now: Date) =>
  tx.update(parcels).set({ followUpAt, lastEventAt: now }).where(eq(parcels.orderId, id))
