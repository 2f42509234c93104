import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openShopDatabase } from '#server/command-database.ts'
import { readConfig } from '#server/config.ts'
import { call, startShop } from '#test/shop-process.ts'
import { say } from '../shops/temporary-folder.ts'

// The drill of an operator: a shop with many orders is saved while more come in, and stands again elsewhere. Run by hand;
// its exit code says whether it did. `--into` names an empty PostgreSQL, otherwise it is restored into one of its own;
// `--move` another empty one, which the stopped shop then moves to.

const { values } = parseArgs({
  options: { orders: { type: 'string', default: '20000' }, into: { type: 'string' }, move: { type: 'string' } },
})
const ORDERS = Number(values.orders)
const CLIENTS = 8
const LIMIT_S = 60
const MOVE_LIMIT_S = 120

const ROOT = join(import.meta.dirname, '..', '..', '..')
const folder = mkdtempSync(join(tmpdir(), 'shop-drill-'))
// When we are root, another user runs PostgreSQL in it.
chmodSync(folder, 0o755)
const from = join(folder, 'from')
const to = join(folder, 'to')
const file = join(folder, 'shop.tar.zst')

/** A command of an operator; gives its seconds. */
async function run(script: string, environment: Record<string, string>, words = [file]): Promise<number> {
  const begin = performance.now()
  const env = { PATH: process.env.PATH, ...environment }
  const child = spawn(process.execPath, [join('scripts', script), ...words], { cwd: ROOT, env, stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${script} ended with ${code}`)
  return (performance.now() - begin) / 1000
}

const databaseOf = (environment: NodeJS.ProcessEnv) => openShopDatabase(readConfig(environment), () => undefined)

async function stockUp(): Promise<void> {
  const { db, close } = await databaseOf({ DATA_DIR: from })
  await db.$client.query(
    `insert into stock_entries (product_id, quantity, entered_at) select id, 100000, now() from products`,
  )
  await db.$client.query('update products set stock = stock + 100000')
  await close()
}

const acknowledged: number[] = []
let isOpen = true

/** Orders until it is closed or there are so many. */
async function order(port: number, client: number, most: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const recipient = { Name: 'Nadia', Phone: '0612345678', Address: '1, rue des Fleurs', City: 'Fès' }
  const products = JSON.parse((await call(port, 'GET', '/api/cosmetique', { agent })).text)
  for (let nth = 0; isOpen && nth < most; nth++) {
    const made = await call(port, 'POST', '/api/customers/create', { agent, body: recipient })
    const customer_id = JSON.parse(made.text).customer.CustomerID
    const two = [products[nth % products.length], products[(nth + 1) % products.length]]
    const prices = two.map(({ user_price }) => user_price)
    const product_ids = two.map(({ ProductID }) => ProductID)
    const body = { product_ids, prices, priceGain: prices, quantities: [1, 1], customer_id }
    const key = `drill-${most}-${client}-${nth}-of-this-run`
    const { status, text } = await call(port, 'POST', '/api/orders/create', { agent, body, key })
    if (status !== 201) throw new Error(`An order got ${status}: ${text}`)
    acknowledged.push(JSON.parse(text).order.OrderID)
  }
  agent.destroy()
}

const crowd = (port: number, clients: number, most: number) =>
  Promise.all(Array.from({ length: clients }, (_, client) => order(port, client, most)))

async function missingIn(
  environment: NodeJS.ProcessEnv,
  ids: readonly number[],
): Promise<{ missing: number; all: number }> {
  const { db, close } = await databaseOf(environment)
  const { rows } = await db.$client.query(
    `select (select count(*)::int from unnest($1::int[]) id where not exists (select from orders where orders.id = id)) as missing,
      (select count(*)::int from orders) as all`,
    [ids],
  )
  await close()
  return rows[0]
}

try {
  const shop = await startShop(from)
  await stockUp()
  await crowd(shop.port, CLIENTS, ORDERS / CLIENTS)
  const before = [...acknowledged]
  const ordering = crowd(shop.port, 2, Number.POSITIVE_INFINITY)
  const saved = await run('backup.ts', { DATA_DIR: from })
  const meanwhile = acknowledged.length - before.length
  isOpen = false
  await ordering
  shop.child.kill('SIGTERM')
  await once(shop.child, 'exit')
  const target: Record<string, string> = { DATA_DIR: to, ...(values.into ? { DATABASE_URL: values.into } : {}) }
  const restored = await run('restore.ts', target)
  const { missing, all } = await missingIn(target, before)
  say(`${before.length} orders acknowledged before, ${meanwhile} meanwhile, ${all} restored, ${missing} missing`)
  if (missing > 0 || saved + restored > LIMIT_S) process.exitCode = 1
  const times = `file ${(statSync(file).size / 1e6).toFixed(1)} MB, saved in ${saved.toFixed(1)} s, restored in ${restored.toFixed(1)} s`
  if (!values.move) say(times)
  else {
    const target = { DATA_DIR: from, BACKUP_DIR: folder, DATABASE_URL: values.move }
    const moved = await run('move.ts', target, [])
    const { missing } = await missingIn(target, acknowledged)
    say(
      `${times}, moved in ${moved.toFixed(1)} s with ${missing} of ${acknowledged.length} acknowledged orders missing`,
    )
    if (missing > 0 || moved > MOVE_LIMIT_S) process.exitCode = 1
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
