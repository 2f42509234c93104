import { randomBytes } from 'node:crypto'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Connection } from '#platform/db/database.ts'
import { startEmbedded } from '#platform/db/embedded/embedded.ts'
import { onDatabase, runOn } from '#test/database-server.ts'
import { makeScratchFolder } from '#test/scratch-folder.ts'
import { startProgram } from './program.ts'
import { RunningShop } from './running-shop.ts'

// The demo shop is installed once for a run, by the program itself. Each shop of the run is a copy: of its database by
// `CREATE DATABASE … TEMPLATE`, of its folder, and a program of its own on both.

const TEMPLATE = 'demo'
const PLACE = 'INSTALLED_DEMO'

interface Place {
  /** The folder that everything of the run stands in. */
  folder: string
  /** That of PostgreSQL. */
  socket: string
}

/** For Playwright: its workers find the demo in their environment. */
export default async function setUp(): Promise<() => Promise<void>> {
  const folder = makeScratchFolder('shop-e2e-')
  const open = new AsyncDisposableStack()
  open.defer(() => rmSync(folder, { recursive: true, force: true }))
  try {
    const server = await startEmbedded({ dataDir: folder, durable: false })
    open.defer(() => server.stop())
    const place = { folder, socket: server.connection.host! }
    await runOn(server.connection, `CREATE DATABASE ${TEMPLATE}`)
    const program = await startProgram({ ...settingsOf(place, TEMPLATE), DEMO: '1' })
    await program.stop()
    process.env[PLACE] = JSON.stringify(place)
    return () => open.disposeAsync()
  } catch (error) {
    await open.disposeAsync()
    throw error
  }
}

export interface DemoCopy {
  connection: Connection
  /** What a program needs to run on it. */
  settings: Record<string, string> & { DATA_DIR: string }
  remove: () => Promise<void>
}

/** A database and a folder that nobody else uses, as they are right after the demo's installation. */
export async function copyDemo(): Promise<DemoCopy> {
  const place = JSON.parse(process.env[PLACE]!) as Place
  const name = `shop_${randomBytes(6).toString('hex')}`
  const server = { host: place.socket, port: 5432, user: 'shop', database: 'shop', ssl: false }
  await runOn(server, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`)
  const settings = { ...settingsOf(place, name), DEMO: '0' }
  cpSync(settingsOf(place, TEMPLATE).DATA_DIR, settings.DATA_DIR, { recursive: true })
  const remove = async () => {
    await runOn(server, `DROP DATABASE ${name} WITH (FORCE)`)
    rmSync(settings.DATA_DIR, { recursive: true, force: true })
  }
  return { connection: onDatabase(server, name), settings, remove }
}

/** A program of its own on a copy of the demo. */
export async function openShop(): Promise<RunningShop> {
  const { connection, settings, remove } = await copyDemo()
  const program = await startProgram(settings)
  const stop = () => program.stop().finally(remove)
  return new RunningShop({ url: program.url, dataDir: settings.DATA_DIR, connection, stop })
}

const settingsOf = ({ folder, socket }: Place, name: string) => ({
  DATABASE_URL: `postgres://shop@localhost/${name}?host=${encodeURIComponent(socket)}`,
  DATA_DIR: join(folder, 'data', name),
  // As `npm start` does: the program is compiled once for all the shops of a run.
  NODE_COMPILE_CACHE: join(folder, 'compiled'),
})
