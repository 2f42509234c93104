import { type SQL, sql } from 'drizzle-orm'
import type { Queries } from '#platform/db/database.ts'
import { localDay } from '#platform/kernel/time.ts'
import type { Outcome } from './contract.ts'
import type { OutcomeKind, OutcomeSort } from './names.ts'

export interface OutcomeFilter {
  by: OutcomeKind
  /** The current month and those before it. */
  months: number
  sort: OutcomeSort
}

/** Names are joined to what the keys are numbers of; a city is its own. */
const NAMED: Readonly<Record<OutcomeKind, SQL>> = {
  city: sql`select counted.*, key as name from counted`,
  product: sql`
    select counted.*, products.name from counted join products on products.id = counted.key::int`,
  supplier: sql`
    select counted.*, accounts.name || ' (' || accounts.custom_id || ')' as name
    from counted join accounts on accounts.id = counted.key::int`,
}

const DELIVERED = sql.raw('delivered::float8 / nullif(delivered + cancelled, 0)')
const REFUSED = sql.raw('refused::float8 / nullif(delivered + cancelled, 0)')

const COLUMNS: Readonly<Record<string, SQL>> = {
  orders: sql.raw('orders'),
  delivered: DELIVERED,
  refused: REFUSED,
  name: sql.raw('name'),
}

/** Rates that are not known yet come last, whichever way the others are sorted. */
function orderOf(sort: OutcomeSort): SQL {
  const column = COLUMNS[sort.replace('-', '')]!
  return sql`${column} ${sql.raw(sort.startsWith('-') ? 'desc' : 'asc')} nulls last, orders desc, key`
}

/** `2026-09-01`, where the current month is November and three are asked for. */
function firstMonth(now: Date, months: number): string {
  const [year, month] = localDay(now).split('-').map(Number) as [number, number, number]
  return new Date(Date.UTC(year, month - months, 1)).toISOString().slice(0, 10)
}

const counted = ({ by, months }: OutcomeFilter, now: Date): SQL => sql`
  select key, sum(orders)::int as orders, sum(delivered)::int as delivered, sum(cancelled)::int as cancelled,
    sum(refused)::int as refused
  from order_outcomes where kind = ${by} and month >= ${firstMonth(now, months)}::date group by key`

const listed = (filter: OutcomeFilter, now: Date): SQL => sql`
  with counted as (${counted(filter, now)}), named as (${NAMED[filter.by]})
  select key, name, orders, delivered, cancelled, refused from named order by ${orderOf(filter.sort)}`

type Row = Outcome & Record<string, unknown>

/** What became of orders, for the file: as long as the list of products at most. */
export const allOutcomes = async (db: Queries, filter: OutcomeFilter, now: Date): Promise<Outcome[]> =>
  (await db.execute<Row>(listed(filter, now))).rows

/** One page of it, how many cities, products or suppliers had any orders, and when they were counted. */
export async function listOutcomes(
  db: Queries,
  filter: OutcomeFilter,
  { page, perPage }: { page: number; perPage: number },
  now: Date,
) {
  const { rows: counts } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from (${counted(filter, now)}) as counted`,
  )
  const { rows } = await db.execute<Row>(sql`${listed(filter, now)} limit ${perPage} offset ${(page - 1) * perPage}`)
  return { rows, total: counts[0]!.total, countedAt: await countedAt(db) }
}

/** Null as long as there is nothing to count. */
async function countedAt(db: Queries): Promise<Date | null> {
  const { rows } = await db.execute<{ ms: number }>(
    sql`select (extract(epoch from counted_at) * 1000)::float8 as ms from order_outcomes limit 1`,
  )
  return rows[0] ? new Date(rows[0].ms) : null
}
