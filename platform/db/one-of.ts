import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** SQL condition: a column's number is in a list. The list is one array parameter, since a statement allows only 65,535. */
export const isOneOf = (column: PgColumn, ids: readonly number[]): SQL => sql`${column} = any(${sql.param(ids)}::int[])`
