import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { type Connection, closeDatabase, type Db, openDatabase } from '#platform/db/database.ts'
import { startEmbedded } from '#platform/db/embedded/embedded.ts'
import { MIGRATIONS, migrateDatabase } from '#platform/db/migrate.ts'
import { Jobs } from '#platform/jobs/jobs.ts'
import { onDatabase, runOn } from './database-server.ts'
import { makeScratchFolder } from './scratch-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server of this run, and the migrated database that each test file gets a copy of. */
    testServer: { connection: Connection; template: string }
  }
}

/** One PostgreSQL for the whole run: that of TEST_DATABASE_URL, else one of our own in a folder that goes away. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const compiled = makeScratchFolder('shop-compiled-')
  // The programs that tests start are compiled once for all of them.
  process.env.NODE_COMPILE_CACHE = compiled
  const server = await testServer()
  const template = `shop_template_${randomBytes(4).toString('hex')}`
  await runOn(server.connection, `CREATE DATABASE ${template}`)
  await migrateTemplate(onDatabase(server.connection, template))
  project.provide('testServer', { connection: server.connection, template })
  return async () => {
    if (server.isLasting) await runOn(server.connection, `DROP DATABASE ${template} WITH (FORCE)`)
    await server.stop()
    rmSync(compiled, { recursive: true, force: true })
  }
}

type TestServer = { connection: Connection; isLasting: boolean; stop: () => Promise<void> }

async function testServer(): Promise<TestServer> {
  const url = process.env.TEST_DATABASE_URL
  if (url) return { connection: { connectionString: url }, isLasting: true, stop: async () => undefined }
  const dataDir = makeScratchFolder('shop-test-')
  const server = await startEmbedded({ dataDir, durable: false })
  const stop = async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { connection: server.connection, isLasting: false, stop }
}

async function migrateTemplate(connection: Connection): Promise<void> {
  const db = openDatabase({ connection, poolSize: 2 })
  try {
    await migrateDatabase(db, MIGRATIONS)
    await makeTablesOfJobs(db)
  } finally {
    await closeDatabase(db)
  }
}

/** Else every shop that a test opens would make those of the library anew. */
async function makeTablesOfJobs(db: Db): Promise<void> {
  const jobs = new Jobs(db, () => undefined)
  await jobs.start([])
  await jobs.stop()
}
