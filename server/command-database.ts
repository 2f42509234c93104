import { reachServer } from '#platform/db/check-server.ts'
import { closeDatabase, type Db, openDatabase } from '#platform/db/database.ts'
import { runningConnection, startEmbedded } from '#platform/db/embedded/embedded.ts'
import type { Config } from './config.ts'

export interface ShopDatabase {
  db: Db
  close: () => Promise<void>
}

/**
 * Opens the database of the settings for a command: that of DATABASE_URL, that of a running shop on this DATA_DIR, or an
 * embedded one started for the command. With `isAlone` it never joins a running shop. Throws one line for the operator.
 */
export async function openShopDatabase(
  { databaseUrl, dataDir }: Config,
  log: (text: string) => void,
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
