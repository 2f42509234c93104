import { type Connection, closeDatabase, openDatabase } from './database.ts'

/** The same server, another database. */
export function onDatabase(connection: Connection, database: string): Connection {
  if (!connection.connectionString) return { ...connection, database }
  const connectionString = connection.connectionString.replace(/^(\w+:\/\/[^/?]*)(\/[^?]*)?/, `$1/${database}`)
  return { ...connection, connectionString }
}

/** One statement on a connection of its own. Copying a database may wait for other copies. */
export async function runOn(connection: Connection, statement: string): Promise<void> {
  const db = openDatabase({ connection, poolSize: 1 })
  await db.execute(statement).finally(() => closeDatabase(db))
}
