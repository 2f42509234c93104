import { and, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { orders } from '#features/orders/tables.ts'
import type { DbOrTx } from '#platform/db/database.ts'
import { containsNumber, containsText, isShortText, listPage } from '#platform/db/list-page.ts'
import { isOneOf } from '#platform/db/one-of.ts'
import { sqlMoment } from '#platform/db/sql-moment.ts'
import { startOfTomorrow } from '#platform/kernel/days/days-ahead.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { ROWS_COUNTED } from '#platform/kernel/list-limits.ts'
import type { CallState, ListCounts } from '../contract.ts'

import type { CallFilter, Contact } from '../model.ts'
import { confirmations } from '../tables.ts'
import { listsOf, unansweredCalls } from './rules.ts'

const isPending = and(eq(orders.status, 'pending'), isNull(orders.deletedAt))!

/** The list of a row of confirmations, as `listOf` says it. */
const listOfRow = (now: Date): SQL => sql`case
  when ${confirmations.contact} in ('unreachable', 'wrong_number', 'confirmed') then ${confirmations.contact}
  when ${confirmations.contact} <> 'postponed' then 'none'
  when ${confirmations.dueAt} < ${sqlMoment(startOfTomorrow(now))} then 'promised' else 'later' end`

/** A subselect for each pending order: they are few, while the confirmations of years are many. */
const listOfOrder = (now: Date): SQL =>
  sql`coalesce((select ${listOfRow(now)} from ${confirmations} where ${confirmations.orderId} = ${orders.id}), 'none')`

/** SQL condition: an order is pending and stands in one of a filter's lists. */
export const isInLists = (filter: CallFilter, now: Date): SQL =>
  and(isPending, sql`${listOfOrder(now)} = any(${sql.param(listsOf(filter))}::text[])`)!

/** SQL condition on rows with `contact` and `due_at`: an order is to be called now. */
export const isToCall = (now: Date): SQL =>
  sql`contact in ('to_call', 'retry', 'postponed') and coalesce(due_at <= ${sqlMoment(now)}, true)`

export const counted = (condition: SQL): SQL => sql`(count(*) filter (where ${condition}))::int`

/** SQL: the counts that the desk and the lists share, of rows with `contact` and `due_at`. */
export function sharedCounts(now: Date): SQL {
  const tomorrow = startOfTomorrow(now)
  return sql`${counted(isToCall(now))} as "toCall",
    ${counted(sql`contact = 'postponed' and due_at < ${sqlMoment(tomorrow)}`)} as promised,
    ${counted(sql`contact = 'postponed' and due_at >= ${sqlMoment(tomorrow)}`)} as later,
    ${counted(sql`contact = 'postponed' and due_at >= ${sqlMoment(tomorrow)} and due_at < ${sqlMoment(startOfTomorrow(tomorrow))}`)} as tomorrow,
    ${counted(sql`contact = 'unreachable'`)} as unreachable,
    ${counted(sql`contact = 'wrong_number'`)} as "wrongNumber",
    ${counted(sql`contact = 'confirmed'`)} as confirmed`
}

/** Counts the pending orders of each list, up to the rows that a list counts. */
export async function countLists(db: DbOrTx, now: Date): Promise<ListCounts> {
  const { rows } = await db.execute<Record<keyof ListCounts, number>>(sql`
    select ${sharedCounts(now)}, ${counted(sql`contact in ('to_call', 'retry')`)} as none
    from (
      select coalesce(state.contact, 'to_call') as contact, state.due_at
      -- In the order of an index, and each with a look-up of its own: they are few among the orders and the calls of years.
      from (select id from ${orders} where ${isPending} order by ${orders.createdAt} desc, id desc limit ${ROWS_COUNTED + 1}) as placed
      left join lateral (select contact, due_at from ${confirmations} where order_id = placed.id limit 1) as state on true
    ) as pending`)
  return rows[0]!
}

/** How many pending orders are not confirmed. */
export const countUnconfirmed = ({ none, promised, later, unreachable, wrongNumber }: ListCounts): number =>
  none + promised + later + unreachable + wrongNumber

/** The state of each of these orders; none for one that was never called. */
export async function callStatesOf(db: DbOrTx, ids: readonly OrderId[]): Promise<Map<OrderId, CallState>> {
  const { orderId, contact, dueAt, lastAt, halves, busy } = confirmations
  const rows = await db
    .select({ orderId, contact, dueAt, lastAt, halves, busy })
    .from(confirmations)
    .where(isOneOf(orderId, ids))
  return new Map(rows.map((row) => [row.orderId, { ...row, calls: unansweredCalls(row) }]))
}

const NEWEST = [desc(orders.createdAt), desc(orders.id)]

/** One page of the pending orders of a filter's lists: what is due first comes first, then the newest. */
export async function listQueue(
  db: DbOrTx,
  { filter, search, ...paging }: { filter: CallFilter; search: string; page: number; perPage: number },
  now: Date,
) {
  const { rows, total } = await listPage(db, {
    query: db
      .select({
        id: orders.id,
        name: orders.name,
        phone: orders.phone,
        address: orders.address,
        city: orders.city,
        collected: orders.collected,
        createdAt: orders.createdAt,
        contact: sql<Contact>`coalesce(${confirmations.contact}, 'to_call')`,
        dueAt: confirmations.dueAt,
        lastAt: confirmations.lastAt,
        halves: sql<number>`coalesce(${confirmations.halves}, 0)`,
        busy: sql<number>`coalesce(${confirmations.busy}, 0)`,
      })
      .from(orders)
      .leftJoin(confirmations, eq(confirmations.orderId, orders.id))
      .$dynamic(),
    table: orders,
    where: isInLists(filter, now),
    search: or(containsText(orders.search, search), containsNumber(orders.id, search)),
    isShort: isShortText(search),
    sort: [
      sql`(select ${confirmations.dueAt} from ${confirmations} where ${confirmations.orderId} = ${orders.id}) nulls last`,
      ...NEWEST,
    ],
    newest: NEWEST,
    ...paging,
  })
  return {
    rows: rows.map(({ name, phone, address, city, ...row }) => ({
      ...row,
      recipient: { name, phone, address, city },
      calls: unansweredCalls(row),
    })),
    total,
  }
}
