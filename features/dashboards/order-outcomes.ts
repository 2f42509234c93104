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

/** What a part skips is skipped in the index; its rows are looked up one by one, whatever the database knows of so new a count. */
function listed({ by, months, sort }: OutcomeFilter, isReversed: boolean, within: SQL = sql`true`, part?: SQL): SQL {
  const order = orderOf(sort, isReversed)
  const all = sql`from order_outcomes where kind = ${by} and months = ${months}`
  const isInPart = part && sql`and key = any(array(select key ${all} and ${within} order by ${order} ${part}))`
  return sql`select key, name, orders, delivered, cancelled, refused ${all} ${isInPart} order by ${order}`
}

interface Part {
  isReversed: boolean
  limit: number
  offset: number
}

/** Fewer rows than these are skipped in the index sooner than a milestone is found. */
const NEAR = 1_000

/** Where a part of the usual order begins, by the milestones that the counting has set: from which row on, and how far. */
async function startOf(
  db: Queries,
  { by, months, sort }: OutcomeFilter,
  total: number,
  { isReversed, offset }: Part,
): Promise<{ within: SQL; offset: number }> {
  const first = isReversed ? total - offset : offset + 1
  const start = { within: sql`true`, offset }
  if (sort !== '-orders' || offset < NEAR) return start
  const { rows } = await db.execute<{ milestone: number; orders: number; key: string }>(sql`
    select milestone, orders, key from order_outcomes
    where kind = ${by} and months = ${months} and milestone ${sql.raw(isReversed ? '>=' : '<=')} ${first}
    order by milestone ${sql.raw(isReversed ? '' : 'desc')} limit 1`)
  const [found] = rows
  if (!found) return start
  const { milestone, orders, key } = found
  return {
    within: isReversed
      ? sql`orders >= ${orders} and (orders > ${orders} or key <= ${key})`
      : sql`orders <= ${orders} and (orders < ${orders} or key >= ${key})`,
    offset: Math.abs(first - milestone),
  }
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
      coalesce((select total from order_outcomes where kind = ${filter.by} and months = ${filter.months}
        order by kind, months, key limit 1), 0) as total,
      (select (extract(epoch from counted_at) * 1000)::float8 from order_outcomes where kind = 'moment') as "countedMs"`)
  const { total, countedMs } = counts[0]!
  const found = await loadPage(total, { page, perPage }, async (part) => {
    const { within, offset } = await startOf(db, filter, total, part)
    const rest = sql`limit ${part.limit} offset ${offset}`
    return (await db.execute<Row>(listed(filter, part.isReversed, within, rest))).rows
  })
  // Null as long as there is nothing to count.
  return { ...found, countedAt: countedMs === null ? null : new Date(countedMs) }
}
