import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { closeDatabase, type Db, openDatabase } from '../platform/db/database.ts'
import { runningConnection } from '../platform/db/embedded.ts'
import { buildPages, isBuildFresh } from '../scripts/pages-build.ts'
import { type Child, startShop, stopAll } from './child.ts'
import { median, series } from './figures.ts'

// Does the back office slow down as the shop grows? Two shops side by side, one with a hundred times the orders of the
// other, asked in turns by eight clients. `npm run bench:back-office`, about three minutes.

const SIZES = {
  large: { orders: 100_000, customers: 20_000, products: 2_000, suppliers: 500, requests: 5_000 },
  small: { orders: 1_000, customers: 200, products: 20, suppliers: 5, requests: 50 },
} as const
const CLIENTS = 8
const CALLS = 160
const ROUNDS = 5

type Size = keyof typeof SIZES

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

interface Shop {
  process: Child
  address: string
  token: string
  /** Pages of ten rows that its list of orders has. */
  lastPage: number
}

const words = (text: string) =>
  sql.raw(
    text
      .split(' ')
      .map((word) => `'${word}'`)
      .join(', '),
  )
const FIRST_NAMES = words(
  'zineb youssef fatima karim nadia omar salma mehdi khadija amine hajar rachid imane soufiane meryem adil sanaa hamza loubna bilal',
)
const LAST_NAMES = words(
  'ouazzani bennani alaoui tazi chraibi berrada amrani fassi idrissi lahlou benjelloun kettani sqalli mernissi filali cherkaoui naciri zniber belhaj ziani hakimi saidi rami jettou slaoui',
)

const PARTS = 20

/** As the shop itself would have stored them: orders of two lines in every state, spread over a year. */
async function fill(db: Db, size: Size): Promise<void> {
  const { orders, customers, products, suppliers, requests } = SIZES[size]
  await db.execute(sql`
    insert into accounts (custom_id, role, name, email, phone, address, created_at, search)
    select 'F-' || 100000 + n, 'supplier', 'Fournisseur ' || n, 'f' || n || '@mesure.example', '0600000000', 'Rabat', now(),
      'fournisseur ' || n || ' f-' || 100000 + n
    from generate_series(1, ${suppliers}) as n`)
  await db.execute(sql`
    with stored as (
      insert into products (name, description, user_price, distributor_price, stock, category, image, created_at, updated_at, search)
      select 'Produit ' || n, 'Mesure', 20000, 15000, 1000, (array['cosmetic', 'supplement', 'pack'])[n % 3 + 1],
        'products/x.webp', now(), now(), 'produit ' || n
      from generate_series(1, ${products}) as n returning id
    ) insert into stock_entries (product_id, quantity, entered_at) select id, 1000, now() from stored`)
  await db.execute(sql`
    insert into customers (supplier_id, name, phone, address, city, created_at, search)
    select supplier.id, initcap(person.name), '06' || lpad(n::text, 8, '0'), 'Rue ' || n, 'Rabat',
      now() - n * interval '10 minutes', person.name || ' 06' || lpad(n::text, 8, '0') || ' rabat'
    from generate_series(1, ${customers}) as n,
    lateral (select (array[${FIRST_NAMES}])[n % 20 + 1] || ' ' || (array[${LAST_NAMES}])[n / 20 % 25 + 1] as name) as person
    join lateral (select id from accounts where custom_id = 'F-' || 100001 + n % ${suppliers}) as supplier on true`)
  for (let part = 0; part < PARTS; part++) await fillOrders(db, size, part, orders / PARTS)
  await db.execute(sql`
    insert into withdrawals (account_id, amount, status, requested_at, decided_at)
    select accounts.id, 10000, case when n % 20 = 0 then 'pending' else 'approved' end, now() - n * interval '1 minute',
      case when n % 20 = 0 then null else now() end
    from generate_series(1, ${requests}) as n
    join lateral (select id from accounts where custom_id = 'F-' || 100001 + n % ${suppliers}) as accounts on true`)
}

const fillOrders = (db: Db, size: Size, part: number, count: number) => {
  const { suppliers, products, customers, orders } = SIZES[size]
  return db.execute(sql`
    with supplier as (
      select id, row_number() over (order by id) - 1 as nth from accounts where custom_id like 'F-1_____'
    ), customer as (
      select id, row_number() over (order by id) - 1 as nth from customers where address like 'Rue %'
    ), product as (
      select id, name, row_number() over (order by id) - 1 as nth from products where search like 'produit %'
    ), stored as (
      insert into orders (customer_id, origin, supplier_id, name, phone, address, city, subtotal, discount, delivery, total,
        collected, gain, status, payment, paid_at, created_at, placed_on, updated_at)
      select customer.id, 'supplier', supplier.id, 'Nadia', '0612345678', 'Rabat',
        (array['Rabat', 'Casablanca', 'Fès', 'Agadir'])[n % 4 + 1], 30000, 0, 3500, 33500,
        43500, 10000, state.status, state.payment, case when state.payment = 'paid' then now() end,
        moment, moment::date, moment
      from generate_series(${part * count + 1}::int, ${(part + 1) * count}::int) as n
        join supplier on supplier.nth = n % ${suppliers}
        join customer on customer.nth = n % ${customers},
        lateral (select now() - (${orders} - n) * interval '365 days' / ${orders} as moment) as placed,
        lateral (select (array['delivered', 'delivered', 'delivered', 'cancelled', 'pending', 'in_transit'])[n % 6 + 1] as status,
          (array['paid', 'pending', 'void', 'pending', 'pending', 'pending'])[n % 6 + 1] as payment) as state
      returning id
    )
    insert into order_lines (order_id, product_id, name, quantity, user_price, distributor_price)
    select stored.id, product.id, product.name, 1, 20000, 15000
    from stored, unnest(array[stored.id % ${products}, (stored.id + 1) % ${products}]) as wanted(nth)
      join product on product.nth = wanted.nth`)
}

async function open(size: Size, folder: string): Promise<Shop> {
  const child = startShop(folder)
  const address = await child.address()
  const db = openDatabase({ connection: runningConnection(folder)! })
  await fill(db, size)
  for (;;) {
    const { rows } = await db.execute<{ left: number }>(sql`select count(*)::int as left from order_tally_changes`)
    if (rows[0]!.left === 0) break
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
  await db.execute(sql`vacuum analyze`)
  await db.execute(sql`refresh materialized view order_outcomes`)
  await closeDatabase(db)
  const body = JSON.stringify({ identifier: 'ADMIN', password: 'demo-admin-2026' })
  const answer = await fetch(`${address}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  const { token } = (await answer.json()) as { token: string }
  const shop = { process: child, address, token, lastPage: 1 }
  const { last_page } = JSON.parse(await get(shop, '/api/admin/orders')) as { last_page: number }
  return { ...shop, lastPage: last_page }
}

async function get({ address, token }: Shop, path: string): Promise<string> {
  const answer = await fetch(address + path, { headers: { authorization: `Bearer ${token}` } })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${path} answers ${answer.status}: ${text}`)
  return text
}

/** Each screen's call, and what people do with it. */
const screens: Readonly<Record<string, (shop: Shop) => string>> = {
  'orders, first page': () => '/api/admin/orders',
  'orders, last page': ({ lastPage }) => `/api/admin/orders?page=${lastPage}`,
  'orders, status': () => `/api/admin/orders?status=${encodeURIComponent('en attente')}`,
  'orders, 30 days': () => '/api/admin/orders?days=30',
  'orders, by amount': () => '/api/admin/orders?sort=-Amount',
  'orders, search a number': () => '/api/admin/orders?search=987',
  'orders, search a name': () => '/api/admin/orders?search=nadia%20lahlou',
  'dashboard, summary': () => '/api/admin/ordersDashbord?summary=1',
  'dashboard, to do': () => '/api/admin/to-do',
  'products, first page': () => '/api/admin/products?page=1',
  'products, search': () => '/api/admin/products?page=1&search=produit%207',
  'users, first page': () => '/api/admin/suppliers',
  'users, search': () => '/api/admin/suppliers?search=fournisseur%204',
  'clients, first page': () => '/api/admin/customers',
  'clients, search': () => '/api/admin/customers?search=nadia%20lahlou',
  withdrawals: () => '/api/withdrawals',
  'withdrawals, search': () => '/api/withdrawals?search=fournisseur%204',
  purchases: () => '/api/admin/get-all-purchases?page=1',
  buyers: () => '/api/admin/buyers',
  'rates by product': () => '/api/admin/outcomes?by=product&months=12',
  'audit log': () => '/api/admin/audit',
  bell: () => '/api/admin/notifications',
}

/** Milliseconds of each of so many calls, by eight clients at once. */
async function timesOf(shop: Shop, path: string): Promise<number[]> {
  const times: number[] = []
  const client = async () => {
    while (times.length < CALLS) {
      const begin = performance.now()
      await get(shop, path)
      times.push(performance.now() - begin)
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return times
}

const p95 = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)]!

async function measure(name: string, path: (shop: Shop) => string, shops: Record<Size, Shop>): Promise<boolean> {
  const large: number[] = []
  const small: number[] = []
  const slowest: number[] = []
  const ratios: number[] = []
  for (const shop of Object.values(shops)) await get(shop, path(shop))
  for (let round = 0; round < ROUNDS; round++) {
    const times = await timesOf(shops.large, path(shops.large))
    large.push(median(times))
    slowest.push(p95(times))
    small.push(median(await timesOf(shops.small, path(shops.small))))
    ratios.push(large.at(-1)! / small.at(-1)!)
  }
  const ratio = series(ratios)
  const isMet = ratio.median <= 2 && median(slowest) <= 150
  say(
    [
      name.padEnd(26),
      `${median(large).toFixed(1)} ms`.padStart(9),
      `${median(small).toFixed(1)} ms`.padStart(9),
      `${ratio.median.toFixed(2)} (${ratio.min.toFixed(2)}–${ratio.max.toFixed(2)})`.padStart(20),
      `p95 ${median(slowest).toFixed(0)} ms`.padStart(12),
      isMet ? '' : '  missed',
    ].join(' '),
  )
  return isMet
}

if (!isBuildFresh()) buildPages()
const folders = Object.fromEntries(
  Object.keys(SIZES).map((size) => {
    const folder = mkdtempSync(join(tmpdir(), `shop-${size}-`))
    // When we are root, another user runs PostgreSQL in it.
    chmodSync(folder, 0o755)
    return [size, folder]
  }),
) as Record<Size, string>
try {
  say('Filling two shops …')
  const [large, small] = await Promise.all([open('large', folders.large), open('small', folders.small)])
  const only = process.argv[2]
  let missed = 0
  for (const [name, path] of Object.entries(screens))
    if (only === undefined || name.includes(only)) missed += (await measure(name, path, { large, small })) ? 0 : 1
  say(missed === 0 ? 'All within twice the small shop, p95 within 150 ms.' : `${missed} missed.`)
} finally {
  await stopAll()
  for (const folder of Object.values(folders)) rmSync(folder, { recursive: true, force: true })
}
