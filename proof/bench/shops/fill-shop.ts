import { createHash } from 'node:crypto'
import { chmodSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { CITIES } from '#platform/kernel/cities.ts'
import { connectTo, startShop } from './child-process.ts'
import { ADMIN, MEASURED_BUYER, MEASURED_SUPPLIER, type Size } from './shop-sizes.ts'

// Shops of given sizes, written straight into their tables as the shop itself would have stored them in a year.

const STAMP = 'filled'
/** Dates count back from the day of filling: beyond this the last thirty days would be half empty. */
const FRESH_MS = 3 * 24 * 60 * 60 * 1000
const PARTS = 10

/** Files that determine the content of a filled shop. */
const SOURCES = [
  'proof/bench/shops/fill-shop.ts',
  'proof/bench/shops/shop-sizes.ts',
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

/** The filled tables, whose indexes and checks are dropped meanwhile. */
const TABLES = [
  'accounts',
  'products',
  'stock_entries',
  'customers',
  'orders',
  'order_lines',
  'order_moves',
  'withdrawals',
  'withdrawal_orders',
  'purchases',
  'sales',
  'notifications',
  'audit_entries',
]

async function fillShop(sql: pg.Client, size: Size): Promise<void> {
  await sql.query(`SET synchronous_commit = off; SET maintenance_work_mem = '512MB'; SET work_mem = '256MB'`)
  const before = await takeOffIndexes(sql)
  await setChecks(sql, 'DISABLE')
  await fillPeople(sql, size)
  await fillCatalogue(sql, size)
  await fillCustomers(sql, size)
  await fillWithdrawals(sql, size)
  for (let part = 0; part < PARTS; part++) await fillOrders(sql, size, part)
  await fillWhatFollows(sql, size)
  await setChecks(sql, 'ENABLE')
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

/** The database's own checks of references, which hold here by the way of filling. */
async function setChecks(sql: pg.Client, state: 'ENABLE' | 'DISABLE'): Promise<void> {
  const { rows } = await sql.query<{ name: string; table: string }>(
    `SELECT quote_ident(tgname) AS name, tgrelid::regclass::text AS table FROM pg_trigger
     WHERE tgrelid = ANY($1::text[]::regclass[]) AND tgisinternal`,
    [TABLES],
  )
  for (const { name, table } of rows) await sql.query(`ALTER TABLE ${table} ${state} TRIGGER ${name}`)
}

const list = (words: string): string => `(array[${words.split(' ').map((word) => `'${word}'`)}])`
const FIRST_NAMES = list(
  'zineb youssef fatima karim nadia omar salma mehdi khadija amine hajar rachid imane soufiane meryem adil sanaa hamza loubna bilal',
)
const LAST_NAMES = list(
  'ouazzani bennani alaoui tazi chraibi berrada amrani fassi idrissi lahlou benjelloun kettani sqalli mernissi filali cherkaoui naciri zniber belhaj ziani hakimi saidi rami jettou slaoui',
)
const cities = `(array[${CITIES.map((city) => `'${city}'`)}])`

/** A number that looks drawn, always the same for the same `n`. */
const drawn = (salt: number): string => `(hashint4(n + ${salt}0000000) & 1073741823)`

/** Suppliers and buyers, beside those of the demo; the measured ones are number 0 of theirs. */
async function fillPeople(sql: pg.Client, { suppliers, buyers }: Size): Promise<void> {
  for (const [role, letter, numbers, count] of [
    ['supplier', 'F', 'supplier_numbers', suppliers],
    ['buyer', 'B', 'buyer_numbers', buyers],
  ] as const)
    await sql.query(`
      INSERT INTO accounts (custom_id, role, name, email, phone, address, created_at, banned_at, search)
      SELECT custom_id, '${role}', initcap(person), lower(custom_id) || '@mesure.example', '06' || lpad(n::text, 8, '0'), 'Rabat',
        now() - (${count} - n) * interval '365 days' / ${count}, CASE WHEN n % 10 = 0 THEN now() END,
        person || ' ' || lower(custom_id) || ' 06' || lpad(n::text, 8, '0')
      FROM generate_series(1, ${count}) AS n,
        LATERAL (SELECT '${letter}-' || nextval('${numbers}') AS custom_id,
          ${FIRST_NAMES}[${drawn(1)} % 20 + 1] || ' ' || ${LAST_NAMES}[${drawn(2)} % 25 + 1] AS person) AS made`)
  for (const [role, measured] of [
    ['supplier', MEASURED_SUPPLIER],
    ['buyer', MEASURED_BUYER],
  ] as const)
    await sql.query(`
      CREATE TEMP TABLE filled_${role} AS
        SELECT row_number() OVER (ORDER BY custom_id <> '${measured.identifier}', id)::int - 1 AS nth, id FROM accounts
        WHERE role = '${role}' AND (email LIKE '%@mesure.example' OR custom_id = '${measured.identifier}');
      CREATE UNIQUE INDEX ON filled_${role} (nth); ANALYZE filled_${role}`)
}

/** Up to the size, beside the products of the demo, whose pictures they share. One of fifty is nearly sold out. */
async function fillCatalogue(sql: pg.Client, { products, announcements }: Size): Promise<void> {
  const kinds = list('Creme Serum Huile Masque Gommage Lait Baume Savon Shampoing Gelules Infusion Poudre')
  const herbs = list(
    'argan rose nigelle figue safran amande miel lavande romarin thym menthe olive grenade datte jasmin ambre verveine gingembre curcuma aloes',
  )
  const aims = list('hydratant apaisant nourrissant purifiant eclat tonique fortifiant relaxant')
  await sql.query(`
    WITH pictures AS (SELECT array_agg(image ORDER BY id) AS files, count(*)::int AS count FROM products)
    INSERT INTO products (name, description, user_price, distributor_price, stock, category, image, created_at, updated_at, search, words)
    SELECT made.name, made.name || '. ' || repeat('Un soin de tous les jours, pour la peau et les cheveux. ', 8), price, price * 3 / 4,
      CASE WHEN n % 200 = 0 THEN 0 WHEN n % 50 = 0 THEN 3 ELSE 100000 END,
      (array['cosmetic', 'supplement', 'pack'])[n % 3 + 1], files[n % pictures.count + 1],
      now() - (${products} - n) * interval '365 days' / ${products}, now(), lower(made.name),
      ' ' || lower(made.name) || repeat(' un soin de tous les jours pour la peau et les cheveux', 8)
    FROM pictures, generate_series(1, ${products} - pictures.count) AS n,
      LATERAL (SELECT 4000 + (${drawn(3)} % 200) * 400 AS price,
        ${kinds}[${drawn(4)} % 12 + 1] || ' ' || ${herbs}[${drawn(5)} % 20 + 1] || ' ' || ${aims}[${drawn(6)} % 8 + 1] || ' ' || n AS name) AS made
    ORDER BY n`)
  await sql.query(`
    CREATE TEMP TABLE filled_product AS
      SELECT row_number() OVER (ORDER BY id)::int - 1 AS nth, id, name FROM products WHERE stock > 1000;
    CREATE UNIQUE INDEX ON filled_product (nth); ANALYZE filled_product`)
  await sql.query(`
    INSERT INTO announcements (title, message, is_active, created_at)
    SELECT 'Annonce ' || n, 'Livraison offerte cette semaine.', n % 20 = 0, now() - (${announcements} - n) * interval '4 days'
    FROM generate_series(1, ${announcements}) AS n`)
}

/** One of two is a supplier's. */
async function fillCustomers(sql: pg.Client, { customers, suppliers }: Size): Promise<void> {
  await sql.query(`
    INSERT INTO customers (supplier_id, name, phone, address, city, created_at, search)
    SELECT CASE WHEN n % 2 = 0 THEN filled_supplier.id END, initcap(person), phone, 'Rue ' || n, city,
      now() - (${customers} - n) * interval '365 days' / ${customers}, person || ' ' || phone || ' ' || lower(city)
    FROM generate_series(1, ${customers}) AS n
      JOIN filled_supplier ON nth = ${drawn(7)} % ${suppliers},
      LATERAL (SELECT ${FIRST_NAMES}[${drawn(8)} % 20 + 1] || ' ' || ${LAST_NAMES}[${drawn(9)} % 25 + 1] AS person,
        '06' || lpad(n::text, 8, '0') AS phone, ${cities}[${drawn(10)} % 30 + 1] AS city) AS made
    ORDER BY n`)
  await sql.query(`
    CREATE TEMP TABLE filled_customer AS
      SELECT row_number() OVER (ORDER BY id)::int - 1 AS nth, id, name, phone, address, city, search FROM customers WHERE address LIKE 'Rue %';
    CREATE UNIQUE INDEX ON filled_customer (nth); ANALYZE filled_customer`)
}

/** Ten of each supplier: nine were granted, and take their amounts from their orders; the last waits, or was refused. */
const GRANTED_OF_ONE = 9

async function fillWithdrawals(sql: pg.Client, { suppliers }: Size): Promise<void> {
  const count = suppliers * (GRANTED_OF_ONE + 1)
  await sql.query(`
    INSERT INTO withdrawals (account_id, amount, status, requested_at, decided_at)
    SELECT filled_supplier.id, 10000, made.status, now() - (${count} - n) * interval '300 days' / ${count},
      CASE WHEN made.status <> 'pending' THEN now() END
    FROM generate_series(0, ${count} - 1) AS n JOIN filled_supplier ON nth = n % ${suppliers},
      LATERAL (SELECT CASE WHEN n / ${suppliers} < ${GRANTED_OF_ONE} THEN 'approved' WHEN n % 10 = 0 THEN 'pending'
        ELSE 'refused' END AS status) AS made
    ORDER BY n`)
  await sql.query(`
    CREATE TEMP TABLE filled_withdrawal AS
      SELECT row_number() OVER (PARTITION BY account_id ORDER BY id)::int - 1 AS nth, id, account_id FROM withdrawals
      WHERE status = 'approved' AND amount = 10000 AND account_id IN (SELECT id FROM filled_supplier);
    CREATE INDEX ON filled_withdrawal (account_id, nth); ANALYZE filled_withdrawal`)
}

/** Orders of two lines, the oldest first; all but the youngest have come to their end. One of twenty is the measured supplier's. */
async function fillOrders(sql: pg.Client, { suppliers, customers, orders }: Size, part: number): Promise<void> {
  const first = (part * orders) / PARTS + 1
  const last = ((part + 1) * orders) / PARTS
  await sql.query(`
    WITH stored AS (
      INSERT INTO orders (customer_id, origin, supplier_id, promo_code, name, phone, address, city, subtotal, discount, discount_percent,
        delivery, total, collected, gain, status, cancel_reason, payment, paid_at, withdrawal_id, is_flagged, created_at, updated_at,
        search, deleted_at, deleted_by, left_at)
      SELECT customer.id, origin, supplier.id, CASE WHEN origin = 'promo' THEN 'MESURE' END,
        customer.name, customer.phone, customer.address, customer.city, subtotal, discount,
        CASE WHEN origin = 'promo' THEN 5 ELSE 0 END, delivery,
        subtotal - discount + delivery, subtotal - discount + delivery + CASE WHEN origin = 'supplier' THEN gain ELSE 0 END, gain,
        status, CASE WHEN status = 'cancelled' THEN (array['refused', 'unreachable', 'changed_mind'])[luck % 3 + 1] END,
        payment, CASE WHEN payment = 'paid' THEN moment + interval '6 days' END, withdrawal.id, luck % 500 = 1,
        moment, moment, customer.search,
        CASE WHEN is_deleted THEN moment + interval '7 days' END,
        CASE WHEN is_deleted THEN (SELECT id FROM accounts WHERE custom_id = '${ADMIN.identifier}') END,
        CASE WHEN status IN ('in_transit', 'delivered') THEN moment + interval '2 days' END
      FROM (
        SELECT n, now() - (${orders} - n) * interval '365 days' / ${orders} AS moment, ${drawn(11)} % 100 AS lot,
          1 + ${drawn(12)} % ${suppliers} AS other, ${drawn(13)} % ${customers} AS customer_nth,
          4000 + (${drawn(14)} % 200) * 400 AS price, ${drawn(15)} AS luck, (${orders} - n) * 100.0 / ${orders} AS age
        FROM generate_series(${first}, ${last}) AS n) AS placed
      JOIN filled_customer AS customer ON customer.nth = customer_nth
      CROSS JOIN LATERAL (SELECT
        CASE WHEN lot < 35 THEN 'supplier' WHEN lot < 70 THEN 'promo' ELSE 'direct' END AS origin,
        CASE WHEN lot < 5 THEN 0 WHEN lot < 70 THEN other END AS supplier_nth,
        CASE WHEN lot < 35 THEN price * 3 / 2 ELSE price * 2 END AS subtotal,
        CASE WHEN lot BETWEEN 35 AND 69 THEN price / 10 ELSE 0 END AS discount,
        CASE WHEN lot < 35 THEN price / 2 WHEN lot < 70 THEN price * 2 / 5 ELSE 0 END AS gain,
        CASE WHEN customer.city = 'Casablanca' THEN 2000 ELSE 3500 END AS delivery,
        CASE WHEN age < 1 THEN 'pending' WHEN age < 2 THEN 'assigned' WHEN age < 3 THEN 'in_transit'
          WHEN luck % 5 = 0 THEN 'cancelled' ELSE 'delivered' END AS status) AS drawn
      LEFT JOIN filled_supplier AS supplier ON supplier.nth = supplier_nth
      CROSS JOIN LATERAL (SELECT
        CASE WHEN status <> 'delivered' OR luck % 16 > 2 AND age < 5 THEN 'pending' WHEN luck % 16 = 1 THEN 'void'
          WHEN luck % 16 = 2 THEN 'pending' ELSE 'paid' END AS payment,
        status = 'cancelled' AND luck % 250 = 0 AS is_deleted) AS settled
      LEFT JOIN filled_withdrawal AS withdrawal
        ON withdrawal.account_id = supplier.id AND withdrawal.nth = luck % ${GRANTED_OF_ONE}
        AND status = 'delivered' AND payment <> 'void' AND age > 20
      ORDER BY n
      RETURNING id, origin, subtotal
    ), catalogue AS (SELECT count(*)::int AS count FROM filled_product
    ), wanted AS (
      SELECT id AS order_id, CASE WHEN origin = 'supplier' THEN subtotal * 2 / 3 ELSE subtotal / 2 END AS price,
        floor((hashint4(id) & 1073741823) ^ 2 / 1073741824.0 ^ 2 * count)::int AS first, hashint4(id + 7) & 63 AS step, count
      FROM stored, catalogue
    )
    INSERT INTO order_lines (order_id, product_id, name, quantity, user_price, distributor_price)
    SELECT order_id, product.id, product.name, 1, price, price * 3 / 4
    FROM wanted, unnest(array[first, (first + 1 + step) % count]) AS line(nth) JOIN filled_product AS product USING (nth)
    ORDER BY order_id`)
}

/** Fills the traces of orders: moves, audit entries, notifications, stock entries, amounts of withdrawals. */
async function fillWhatFollows(sql: pg.Client, { buyers }: Size): Promise<void> {
  const ended = `FROM orders WHERE address LIKE 'Rue %' AND status IN ('delivered', 'cancelled') ORDER BY orders.id`
  const admin = `(SELECT id FROM accounts WHERE custom_id = '${ADMIN.identifier}')`
  await sql.query(`
    INSERT INTO order_moves (order_id, status, moved_by, moved_at)
    SELECT id, status, ${admin}, created_at + interval '5 days' FROM orders
    WHERE address LIKE 'Rue %' AND status <> 'pending' ORDER BY orders.id`)
  await sql.query(`
    INSERT INTO audit_entries (at, actor_id, subject, subject_id, act, before, after)
    SELECT created_at + interval '5 days', ${admin}, 'order', id, 'changed',
      '{"status": "in_transit"}'::jsonb, jsonb_build_object('status', status) ${ended}`)
  await sql.query(`
    INSERT INTO notifications (kind, message, link, created_at, read_at)
    SELECT 'order', 'Nouvelle commande ' || id, '/order-admin/' || id, created_at,
      CASE WHEN created_at < now() - interval '3 days' THEN created_at END
    FROM orders WHERE address LIKE 'Rue %' AND created_at > now() - interval '90 days' ORDER BY orders.id`)
  await sql.query(`
    WITH sold AS (
      SELECT product_id, sum(quantity)::int AS pieces FROM order_lines JOIN orders ON orders.id = order_id
      WHERE status <> 'cancelled' AND deleted_at IS NULL AND address LIKE 'Rue %' GROUP BY 1)
    INSERT INTO stock_entries (product_id, quantity, entered_at)
    SELECT products.id, stock + coalesce(pieces, 0), products.created_at FROM products LEFT JOIN sold ON product_id = products.id
    WHERE description LIKE '%de tous les jours%' AND stock + coalesce(pieces, 0) > 0`)
  await sql.query(`
    WITH held AS (SELECT withdrawal_id, sum(gain) AS gain FROM orders JOIN filled_withdrawal ON filled_withdrawal.id = withdrawal_id GROUP BY 1)
    UPDATE withdrawals SET amount = held.gain FROM held WHERE withdrawals.id = withdrawal_id`)
  await sql.query(`
    INSERT INTO withdrawal_orders (withdrawal_id, order_id)
    SELECT withdrawal_id, orders.id FROM orders JOIN filled_withdrawal ON filled_withdrawal.id = withdrawal_id ORDER BY 1, 2`)
  await sql.query(`
    DELETE FROM withdrawals USING filled_withdrawal
    WHERE withdrawals.id = filled_withdrawal.id
      AND NOT EXISTS (SELECT FROM withdrawal_orders WHERE withdrawal_id = withdrawals.id)`)
  await fillBuyers(sql, 20 * buyers)
}

/** One of five is the measured buyer's. */
async function fillBuyers(sql: pg.Client, count: number): Promise<void> {
  const buyer = `JOIN filled_buyer ON nth = CASE WHEN n % 5 = 0 THEN 0 ELSE ${drawn(16)} % (SELECT count(*) FROM filled_buyer) END`
  await sql.query(`
    INSERT INTO purchases (buyer_id, amount, status, requested_at, decided_at)
    SELECT filled_buyer.id, 500000, status, moment, CASE WHEN status <> 'pending' THEN moment END
    FROM generate_series(1, ${count}) AS n ${buyer},
      LATERAL (SELECT now() - (${count} - n) * interval '365 days' / ${count} AS moment,
        CASE WHEN n % 50 = 0 THEN 'pending' WHEN n % 50 = 1 THEN 'refused' ELSE 'approved' END AS status) AS made
    ORDER BY n`)
  await sql.query(`
    INSERT INTO sales (buyer_id, amount, recorded_at)
    SELECT filled_buyer.id, 100000, now() - (${count} - n) * interval '365 days' / ${count}
    FROM generate_series(1, ${count}) AS n ${buyer} ORDER BY n`)
}
