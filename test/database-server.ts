import { type Connection, closeDatabase, connectBesidePool, openDatabase } from '#platform/db/database.ts'

/** The same server, another database. */
export function onDatabase(connection: Connection, database: string): Connection {
  if (!connection.connectionString) return { ...connection, database }
  const connectionString = connection.connectionString.replace(/^(\w+:\/\/[^/?]*)(\/[^?]*)?/, `$1/${database}`)
  return { ...connection, connectionString }
}

const PATIENCE_MS = 120_000

/** One statement on a connection of its own. Copying a database waits for other copies, and longer than a call of the shop may. */
export async function runOn(connection: Connection, statement: string): Promise<void> {
  const db = openDatabase({ connection, poolSize: 1 })
  const client = await connectBesidePool(db, { lock: PATIENCE_MS, statement: PATIENCE_MS }, PATIENCE_MS)
  try {
    await client.query(statement)
  } finally {
    await client.end()
    await closeDatabase(db)
  }
}
