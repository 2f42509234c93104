import { type SQL, sql } from 'drizzle-orm'
import type { Queries } from '#platform/db/database.ts'
import type { Outcome } from './contract.ts'
import type { OutcomeKind, OutcomeSort } from './names.ts'

export interface OutcomeFilter {
  by: OutcomeKind
  /** The current month and those before it. */
  months: number
  sort: OutcomeSort
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
  if (sort === '-orders') return sql`orders desc, key`
  return sql`${column} ${sql.raw(sort.startsWith('-') ? 'desc' : 'asc')} nulls last, orders desc, key`
}

const listed = ({ by, months, sort }: OutcomeFilter): SQL => sql`
  select key, name, orders, delivered, cancelled, refused from order_outcomes
  where kind = ${by} and months = ${months} order by ${orderOf(sort)}`

type Row = Outcome & Record<string, unknown>

/** What became of orders, for the file: as long as the list of products at most. */
export const allOutcomes = async (db: Queries, filter: OutcomeFilter): Promise<Outcome[]> =>
  (await db.execute<Row>(listed(filter))).rows

/** One page of it, how many cities, products or suppliers had any orders, and when they were counted. */
export async function listOutcomes(
  db: Queries,
  filter: OutcomeFilter,
  { page, perPage }: { page: number; perPage: number },
) {
  const { rows: counts } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from order_outcomes where kind = ${filter.by} and months = ${filter.months}`,
  )
  const { rows } = await db.execute<Row>(sql`${listed(filter)} limit ${perPage} offset ${(page - 1) * perPage}`)
  return { rows, total: counts[0]!.total, countedAt: await countedAt(db) }
}

/** Null as long as there is nothing to count. */
async function countedAt(db: Queries): Promise<Date | null> {
  const { rows } = await db.execute<{ ms: number }>(
    sql`select (extract(epoch from counted_at) * 1000)::float8 as ms from order_outcomes limit 1`,
  )
  return rows[0] ? new Date(rows[0].ms) : null
}
