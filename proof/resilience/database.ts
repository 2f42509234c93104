import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '#platform/db/embedded/embedded.ts'
import { SOCKET_NAME } from '#platform/db/embedded/user-and-folders.ts'
import type { SoldProduct } from '../bench/load/order-mix.ts'
import { restockProducts } from '../bench/load/shop-orders.ts'

/** A PostgreSQL as an operator has it beside the shop: shops reach it by `DATABASE_URL`. */
export interface DatabaseBeside {
  url: string
  /** The path of its socket. */
  socket: string
  /** A line of our own, with none of the shop’s limits of time. */
  sql: pg.Client
  connect: () => Promise<pg.Client>
  fillShelves: () => Promise<SoldProduct[]>
  close: () => Promise<void>
}

export async function openDatabaseBeside(folder: string): Promise<DatabaseBeside> {
  mkdirSync(folder, { recursive: true })
  // When we are root, another user runs PostgreSQL in it.
  chmodSync(folder, 0o755)
  const server = await startEmbedded({ dataDir: folder })
  const { host, user, database } = server.connection
  const connect = async () => {
    const client = new pg.Client({ ...server.connection, application_name: 'trust' })
    client.on('error', () => undefined)
    await client.connect()
    return client
  }
  const sql = await connect()
  return {
    url: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host!)}`,
    socket: join(host!, SOCKET_NAME),
    sql,
    connect,
    fillShelves: () => restockProducts(sql),
    close: async () => {
      await sql.end()
      await server.stop()
    },
  }
}
