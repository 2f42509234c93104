import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { type Connection, closeDatabase, type Db, openDatabase } from '#platform/db/database.ts'
import { onDatabase, runOn } from './database-server.ts'
import type {} from './global-setup.ts'

export type TestDatabase = {
  db: Db
  /** For further pools on the same database, so that races come through connections of their own. */
  connection: Connection
  close: () => Promise<void>
}

/** A migrated and otherwise empty database of its own: once per test file, closed after all. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const server = inject('testServer')
  const name = `shop_${randomBytes(6).toString('hex')}`
  await runOn(server.connection, `CREATE DATABASE ${name} TEMPLATE ${server.template} STRATEGY FILE_COPY`)
  const connection = onDatabase(server.connection, name)
  const db = openDatabase({ connection })
  const close = async () => {
    await closeDatabase(db)
    await runOn(server.connection, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  }
  return { db, connection, close }
}
