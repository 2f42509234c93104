import { join } from 'node:path'
import { SOCKET_NAME } from '#platform/db/embedded/user-and-folders.ts'
import { DatabaseProxy } from '../proof/resilience/proxy.ts'
import { copyDemo } from './installed-demo.ts'
import { startProgram } from './program.ts'
import { RunningShop } from './running-shop.ts'

/** What can be stopped and started again as it was. */
export interface Restartable {
  stop: () => Promise<void>
  start: () => Promise<void>
}

export interface RestartableShop {
  shop: RunningShop
  program: Restartable
  database: Restartable
}

/** A shop whose program reaches its database over a line of its own, for what happens when one of the two is away. */
export async function openRestartableShop(): Promise<RestartableShop> {
  const { connection, settings: given, remove } = await copyDemo()
  const proxy = new DatabaseProxy(join(connection.host!, SOCKET_NAME))
  await proxy.open()
  const settings = { ...given, DATABASE_URL: `postgres://shop@127.0.0.1:${proxy.port}/${connection.database}` }
  let running = await startProgram(settings)
  const { url } = running
  const program = {
    stop: () => running.stop(),
    start: async () => {
      running = await startProgram({ ...settings, PORT: new URL(url).port })
    },
  }
  const database = { stop: () => proxy.close(), start: () => proxy.open() }
  const stop = async () => {
    await program.stop().finally(() => proxy.close())
    await remove()
  }
  const shop = new RunningShop({ url, dataDir: settings.DATA_DIR, connection, stop })
  return { shop, program, database }
}
