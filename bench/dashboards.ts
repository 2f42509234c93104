import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { closeDatabase, type Db, openDatabase } from '../platform/db/database.ts'
import { runningConnection } from '../platform/db/embedded.ts'
import { buildPages, isBuildFresh } from '../scripts/pages-build.ts'
import { startShop, stopAll } from './child.ts'
import { median, series } from './figures.ts'

// Does a supplier's dashboard cost more with 50,000 orders than with 50? `npm run bench:dashboards`, under a minute.

const MANY = 50_000
const FEW = 50
const ROUNDS = 5
const CALLS = 60

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

interface Somebody {
  id: number
  token: string
}

async function logIn(address: string, identifier: string, password: string): Promise<Somebody> {
  const body = JSON.stringify({ identifier, password })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${address}/api/login`, { method: 'POST', headers, body })
  const { token, user } = (await answer.json()) as { token: string; user: { id: number } }
  return { id: user.id, token }
}

/** Orders of two lines in every state, spread over a year, as the shop would have stored them. */
async function addOrders(db: Db, supplierId: number, count: number): Promise<void> {
  await db.execute(sql`
    with customer as (
      insert into customers (supplier_id, name, phone, address, city, created_at, search)
      values (${supplierId}, 'Nadia', '0612345678', 'Rabat', 'Rabat', now(), 'nadia') returning id
    ), stored as (
      insert into orders (customer_id, origin, supplier_id, name, phone, address, city, subtotal, discount, delivery, total,
        collected, gain, status, payment, paid_at, created_at, placed_on, updated_at)
      select customer.id, 'supplier', ${supplierId}, 'Nadia', '0612345678', 'Rabat', 'Rabat', 30000, 0, 3500, 33500,
        43500, 10000, state.status, state.payment, case when state.payment = 'paid' then now() end,
        moment, moment::date, moment
      from customer, generate_series(1, ${count}) as n,
        lateral (select now() - n * interval '365 days' / ${count} as moment) as placed,
        lateral (select (array['delivered', 'delivered', 'delivered', 'cancelled', 'pending', 'in_transit'])[n % 6 + 1] as status,
          (array['paid', 'pending', 'void', 'pending', 'pending', 'pending'])[n % 6 + 1] as payment) as state
      returning id
    )
    insert into order_lines (order_id, product_id, name, quantity, user_price, distributor_price)
    select stored.id, product.id, product.name, 1, 20000, 15000
    from stored, (select id, name from products order by id limit 2) as product`)
}

async function timesOf(address: string, { token }: Somebody, path: string): Promise<number[]> {
  const times: number[] = []
  for (let call = 0; call < CALLS; call++) {
    const begin = performance.now()
    const answer = await fetch(address + path, { headers: { authorization: `Bearer ${token}` } })
    await answer.text()
    if (answer.status !== 200) throw new Error(`${path} answers ${answer.status}`)
    times.push(performance.now() - begin)
  }
  return times
}

if (!isBuildFresh()) buildPages()
const folder = mkdtempSync(join(tmpdir(), 'shop-dashboards-'))
// When we are root, another user runs PostgreSQL in it.
chmodSync(folder, 0o755)
try {
  const shop = startShop(folder)
  const address = await shop.address()
  const db = openDatabase({ connection: runningConnection(folder)! })
  const many = await logIn(address, 'F-1001', 'demo-sara-2026')
  const few = await logIn(address, 'F-1002', 'demo-youssef-2026')
  // One insert of 50,000 takes longer than a statement of the shop may.
  for (let part = 0; part < 25; part++) await addOrders(db, many.id, MANY / 25)
  await addOrders(db, few.id, FEW)
  await db.execute(sql`analyze`)
  const paths = [
    '/api/supplier/get-ordersAdmin?page=1&per_page=10',
    `/api/supplier/get-ordersAdmin?page=1&per_page=10&status=${encodeURIComponent('en attente')}`,
    '/api/supplier/gains?days=30',
  ]
  for (const state of ['before', 'after']) {
    for (const path of paths) {
      const ratios: number[] = []
      const manyTimes: number[] = []
      const fewTimes: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        manyTimes.push(median(await timesOf(address, many, path)))
        fewTimes.push(median(await timesOf(address, few, path)))
        ratios.push(manyTimes.at(-1)! / fewTimes.at(-1)!)
      }
      const { median: ratio, min, max } = series(ratios)
      say(
        `${state} folding, ${decodeURIComponent(path)}: ${median(manyTimes).toFixed(2)} ms with ${MANY}, ${median(fewTimes).toFixed(2)} ms with ${FEW}, ratio ${ratio.toFixed(2)} (${min.toFixed(2)}–${max.toFixed(2)})`,
      )
    }
    if (state === 'before') {
      say('Waiting for the minute in which the tallies are folded …')
      for (;;) {
        const { rows } = await db.execute<{ left: number }>(sql`select count(*)::int as left from order_tally_changes`)
        if (rows[0]!.left === 0) break
        await new Promise((resolve) => setTimeout(resolve, 1_000))
      }
      await db.execute(sql`vacuum analyze order_tallies`)
      await db.execute(sql`vacuum analyze order_tally_changes`)
    }
  }
  await closeDatabase(db)
} finally {
  await stopAll()
  rmSync(folder, { recursive: true, force: true })
}
