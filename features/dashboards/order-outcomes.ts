import { type SQL, sql } from 'drizzle-orm'
import type { Queries } from '#platform/db/database.ts'
import type { Outcome } from './contract.ts'
import type { OutcomeKind, OutcomeSort } from './names.ts'
import { loadPage } from './people-search.ts'

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

/** Rates that are not known yet come last, whichever way the others are sorted. Reversed, the list from its end. */
function orderOf(sort: OutcomeSort, isReversed: boolean): SQL {
  const isDescending = sort.startsWith('-')
  const order = sql.raw(isReversed === isDescending ? 'asc' : 'desc')
  const ties = sql.raw(isReversed ? 'orders asc, key desc' : 'orders desc, key')
  if (sort === '-orders') return ties
  return sql`${COLUMNS[sort.replace('-', '')]!} ${order} nulls ${sql.raw(isReversed ? 'first' : 'last')}, ${ties}`
}

const listed = ({ by, months, sort }: OutcomeFilter, isReversed: boolean): SQL => sql`
  select key, name, orders, delivered, cancelled, refused from order_outcomes
  where kind = ${by} and months = ${months} order by ${orderOf(sort, isReversed)}`

type Row = Outcome & Record<string, unknown>

/** What became of orders, for the file: as long as the list of products at most. */
export const allOutcomes = async (db: Queries, filter: OutcomeFilter): Promise<Outcome[]> =>
  (await db.execute<Row>(listed(filter, false))).rows

/** One page of it, how many cities, products or suppliers had any orders, and when they were counted. */
export async function listOutcomes(
  db: Queries,
  filter: OutcomeFilter,
  { page, perPage }: { page: number; perPage: number },
) {
  const { rows: counts } = await db.execute<{ total: number; countedMs: number | null }>(sql`
    select
      coalesce((${first(sql`total`, sql`where kind = ${filter.by} and months = ${filter.months}`)}), 0) as total,
      (${first(sql`(extract(epoch from counted_at) * 1000)::float8`, sql``)}) as "countedMs"`)
  const { total, countedMs } = counts[0]!
  const found = await loadPage(total, { page, perPage }, async ({ isReversed, limit, offset }) => {
    const { rows } = await db.execute<Row>(sql`${listed(filter, isReversed)} limit ${limit} offset ${offset}`)
    return rows
  })
  // Null as long as there is nothing to count.
  return { ...found, countedAt: countedMs === null ? null : new Date(countedMs) }
}

/** Of any row: all of a list say how many they are, and when they were counted. */
const first = (column: SQL, where: SQL): SQL =>
  sql`select ${column} from order_outcomes ${where} order by kind, months, key limit 1`
