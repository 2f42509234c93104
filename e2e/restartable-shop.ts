import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#platform/db/embedded/embedded.ts'
import { startProgram } from './program.ts'
import { RunningShop } from './running-shop.ts'

/** A process that can be stopped and started again as it was. */
export interface Restartable {
  stop: () => Promise<void>
  start: () => Promise<void>
}

export interface RestartableShop {
  shop: RunningShop
  program: Restartable
  database: Restartable
  close: () => Promise<void>
}

/** A demo shop with a PostgreSQL of its own, for what happens when one of the two is away. */
export async function openRestartableShop(): Promise<RestartableShop> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-own-'))
  // When we are root, another user runs the database in it.
  chmodSync(folder, 0o755)
  const startDatabase = () => startEmbedded({ dataDir: folder, durable: false })
  let server = await startDatabase()
  const { connection } = server
  const settings = {
    DATABASE_URL: `postgres://shop@localhost/shop?host=${encodeURIComponent(connection.host!)}`,
    DATA_DIR: join(folder, 'data'),
  }
  let running = await startProgram({ ...settings, DEMO: '1' })
  const { url } = running
  const program = {
    stop: () => running.stop(),
    start: async () => {
      running = await startProgram({ ...settings, DEMO: '1', PORT: new URL(url).port })
    },
  }
  const database = {
    stop: () => server.stop(),
    start: async () => {
      server = await startDatabase()
    },
  }
  const stop = async () => {
    await program.stop().finally(() => database.stop())
    rmSync(folder, { recursive: true, force: true })
  }
  const shop = new RunningShop({ url, dataDir: settings.DATA_DIR, connection, stop })
  return { shop, program, database, close: () => shop.close() }
}
