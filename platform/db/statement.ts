import { fillPlaceholders, type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import type { Line, Queries } from './database.ts'

const dialect = new PgDialect({ casing: 'snake_case' })

/**
 * A statement on a busy way: its text is built once, and PostgreSQL parses and plans it once for each connection.
 * What it is given each time stands in it as `given(name)`, and `name` must be no other statement's. Rows come
 * as the driver reads them, so columns are named in the text as the row's type names them. A pooler in transaction mode
 * in front of PostgreSQL must know prepared statements.
 */
export function statement<Given extends object, Row extends object = Record<string, never>>(name: string, query: SQL) {
  const { sql: text, params } = dialect.sqlToQuery(query)
  return (db: Queries, values: Given): Promise<pg.QueryResult<Row>> =>
    (db.$client as Line).query({ name, text }, fillPlaceholders(params, values as Record<string, unknown>)) as Promise<
      pg.QueryResult<Row>
    >
}

/** The place of a value in a statement. */
export const given = (name: string) => sql.placeholder(name)
