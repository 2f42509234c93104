import { type SQL, sql } from 'drizzle-orm'

/**
 * Orders are numbered as they are stored: those of one moment may change places, but never so many. Orders of a clock that
 * stood ahead and was put right have small numbers and late days: figures by product leave them out until their day.
 */
const SAME_MOMENT = 100

/**
 * SQL: the smallest number of the orders since a moment, below which lines are passed over in their index; null when there
 * is no order. A plain `min(id)` walks all older orders by their numbers.
 */
export const firstOrderSince = (since: Date): SQL => sql`
  (select min(id) from (
    select id from orders where deleted_at is null and created_at >= ${since.toISOString()}::timestamptz
    order by created_at, id limit ${SAME_MOMENT}) as first_orders)`
