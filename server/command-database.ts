import { reachServer } from '#platform/db/check-server.ts'
import { closeDatabase, type Db, openDatabase } from '#platform/db/database.ts'
import { runningConnection, startEmbedded } from '#platform/db/embedded/embedded.ts'
import type { Config } from './config.ts'

export interface ShopDatabase {
  db: Db
  close: () => Promise<void>
}

/**
 * The database of the settings, for a command beside the shop: the one named, the one of a shop that runs right now, or one
 * started for a moment. A command that wants it for itself alone does not join a shop that runs.
 */
export async function openShopDatabase(
  { databaseUrl, dataDir }: Config,
  log: (line: string) => void,
  isAlone = false,
): Promise<ShopDatabase> {
  const running = databaseUrl === null && !isAlone ? runningConnection(dataDir) : null
  const embedded = databaseUrl === null && running === null ? await startEmbedded({ dataDir, log }) : null
  const connection = embedded?.connection ?? running ?? { connectionString: databaseUrl! }
  const db = openDatabase({ connection, poolSize: 2 })
  const close = async () => {
    await closeDatabase(db)
    await embedded?.stop()
  }
  if (databaseUrl !== null)
    await reachServer(db).catch(async (error) => {
      await close()
      throw error
    })
  return { db, close }
}
