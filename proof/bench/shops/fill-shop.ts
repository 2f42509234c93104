import { createHash } from 'node:crypto'
import { chmodSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { connectTo, startShop } from './child-process.ts'
import { fillOrders } from './fill-orders.ts'
import { fillParcels } from './fill-parcels.ts'
import { fillPeopleAndProducts } from './fill-people.ts'
import type { Size } from './shop-sizes.ts'

// Shops of given sizes, written straight into their tables as the shop itself would have stored them in a year.

const STAMP = 'filled'
/** Dates count back from the day of filling: beyond this the last thirty days would be half empty. */
const FRESH_MS = 3 * 24 * 60 * 60 * 1000

/** Files that determine the content of a filled shop. */
const SOURCES = [
  ...['fill-shop', 'fill-people', 'fill-orders', 'fill-parcels', 'invented-texts', 'shop-sizes'].map(
    (name) => `proof/bench/shops/${name}.ts`,
  ),
  ...globSync('platform/db/migrations/*.sql').sort(),
]

function versionOf(size: Size): string {
  const hash = createHash('sha256').update(JSON.stringify(size))
  for (const file of SOURCES) hash.update(readFileSync(join(import.meta.dirname, '..', '..', '..', file)))
  return hash.digest('hex')
}

/** Returns the folder of the shop of that size. It is filled again when it is missing, old or from other sources. */
export async function prepareFilledShop(size: Size, folder: string, say: (line: string) => void): Promise<string> {
  const dataDir = join(folder, size.name)
  const stamp = join(dataDir, STAMP)
  const version = versionOf(size)
  if (existsSync(stamp)) {
    const { version: found, at } = JSON.parse(readFileSync(stamp, 'utf8')) as { version: string; at: number }
    if (found === version && Date.now() - at < FRESH_MS) return dataDir
  }
  const begin = performance.now()
  rmSync(dataDir, { recursive: true, force: true })
  mkdirSync(dataDir, { recursive: true })
  // When we are root, another user runs PostgreSQL in it.
  chmodSync(dataDir, 0o755)
  const shop = startShop(dataDir)
  await shop.address()
  const sql = await connectTo(dataDir)
  try {
    await fillShop(sql, size)
    // Nothing is left to be tidied or written while somebody measures.
    await sql.query('VACUUM (FREEZE, ANALYZE)')
    await sql.query('CHECKPOINT')
  } finally {
    await sql.end()
    await shop.stop()
  }
  writeFileSync(stamp, JSON.stringify({ version, at: Date.now() }))
  const seconds = Math.round((performance.now() - begin) / 1000)
  say(`  ${size.name}: ${size.products} products, ${size.orders} orders, filled in ${seconds} s`)
  return dataDir
}

/**
 * The filled tables, whose indexes are dropped meanwhile. The rows of the demo go first: its orders are of today, and would
 * have the lowest numbers.
 */
const EMPTIED = [
  'customers',
  'orders',
  'order_lines',
  'order_moves',
  'order_notes',
  'order_line_changes',
  'customer_notes',
  'parcel_events',
  'parcels',
  'handovers',
  'returned_pieces',
  'stock_entries',
  'withdrawals',
  'withdrawal_orders',
  'purchases',
  'sales',
  'sale_declarations',
  'notifications',
  'audit_entries',
]
const TABLES = ['accounts', 'products', ...EMPTIED]

async function fillShop(sql: pg.Client, size: Size): Promise<void> {
  await sql.query(`SET synchronous_commit = off; SET maintenance_work_mem = '512MB'; SET work_mem = '256MB'`)
  // References hold by the way of filling, and the journal is filled like the rest.
  await sql.query('SET session_replication_role = replica')
  // The shop reads meanwhile: one table at a time cannot end in a deadlock.
  for (const table of EMPTIED) await sql.query(`DELETE FROM ${table}`)
  const before = await takeOffIndexes(sql)
  await fillPeopleAndProducts(sql, size)
  await fillOrders(sql, size)
  await fillParcels(sql)
  for (const definition of before) await sql.query(definition)
}

/** Indexes that are no constraint: made anew at the end, all rows at once. Gives what makes them. */
async function takeOffIndexes(sql: pg.Client): Promise<string[]> {
  const { rows } = await sql.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
     WHERE indrelid = ANY($1::text[]::regclass[]) AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`,
    [TABLES],
  )
  for (const { name } of rows) await sql.query(`DROP INDEX ${name}`)
  return rows.map(({ definition }) => definition)
}
