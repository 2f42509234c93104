import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { closeDatabase, openDatabase } from '#platform/db/database.ts'
import { startEmbedded } from '#platform/db/embedded/embedded.ts'

const embedded = await startEmbedded({ dataDir: process.argv[2]! })
const db = openDatabase({ connection: embedded.connection })
await db.execute(sql`select 1`)
const server = createServer((_request, response) => response.end('ok'))
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/\n`)
})

process.once('SIGTERM', async () => {
  await closeDatabase(db)
  await embedded.stop()
  process.exit(0)
})
