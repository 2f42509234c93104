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

const COLUMNS: Readonly<Record<string, SQL>> = {
  orders: sql.raw('orders'),
  delivered: sql.raw('delivered_rate'),
  refused: sql.raw('refused_rate'),
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

/** What a part skips is skipped in the index. */
function listed({ by, months, sort }: OutcomeFilter, isReversed: boolean, part?: SQL): SQL {
  const order = orderOf(sort, isReversed)
  const all = sql`from order_outcomes where kind = ${by} and months = ${months}`
  const isInPart = part && sql`and key in (select key ${all} order by ${order} ${part})`
  return sql`select key, name, orders, delivered, cancelled, refused ${all} ${isInPart} order by ${order}`
}

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
    const { rows } = await db.execute<Row>(listed(filter, isReversed, sql`limit ${limit} offset ${offset}`))
    return rows
  })
  // Null as long as there is nothing to count.
  return { ...found, countedAt: countedMs === null ? null : new Date(countedMs) }
}

/** Of any row: all of a list say how many they are, and when they were counted. */
const first = (column: SQL, where: SQL): SQL =>
  sql`select ${column} from order_outcomes ${where} order by kind, months, key limit 1`
