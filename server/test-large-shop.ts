import { foldTallies, refreshOutcomes } from '#features/orders/index.ts'
import { connectBesidePool } from '#platform/db/database.ts'
import { foldListTallies } from '#platform/http/list-tallies.ts'
import type { TestShop } from './test-app.ts'

/** So many that an index pays, and that what grows with the shop stands out from what does not. */
const SIZES = {
  suppliers: 4_000,
  buyers: 3_000,
  products: 2_000,
  customers: 20_000,
  orders: 50_000,
  audited: 40_000,
  requests: 15_000,
  others: 20_000,
} as const

/** Those of its tables that grow with the trade. */
export const LARGE_TABLES: readonly string[] = [
  'accounts',
  'audit_entries',
  'buyer_tallies',
  'customers',
  'idempotency_keys',
  'notifications',
  'order_lines',
  'order_moves',
  'order_outcomes',
  'order_tallies',
  'orders',
  'password_resets',
  'purchases',
  'sales',
  'sessions',
  'tries',
  'withdrawal_orders',
  'withdrawals',
]

/** The others: what they hold grows with the catalogue or with days, or is folded and forgotten. */
export const SMALL_TABLES: readonly string[] = [
  'announcements',
  'audit_rounds',
  'list_tallies',
  'list_tally_changes',
  'order_tally_changes',
  'personal_data_acts',
  'products',
  'settings',
  'shop_tallies',
  'stock_entries',
  'tracking_keys',
]

const FIRST_NAMES =
  '{zineb,youssef,fatima,karim,nadia,omar,salma,mehdi,khadija,amine,hajar,rachid,imane,soufiane,meryem,adil,sanaa,hamza,loubna,bilal}'
const LAST_NAMES =
  '{ouazzani,bennani,alaoui,tazi,chraibi,berrada,amrani,fassi,idrissi,lahlou,benjelloun,kettani,sqalli,mernissi,filali,cherkaoui,naciri,zniber,belhaj,ziani,hakimi,saidi,rami,jettou,slaoui}'
const CITIES = '{Rabat,Casablanca,Fès,Agadir,Tanger,Oujda,Meknès,Tétouan,Safi,Marrakech}'

const series = (count: number) => `generate_series(1, ${count}) as n`

/** A number below `limit` that looks like chance and is the same each time. */
const chance = (salt: string, limit: number) => `((hashtext('${salt}' || n) & 2147483647) % ${limit})`

const person = `lateral (select ('${FIRST_NAMES}'::text[])[${chance('first', 20)} + 1] || ' ' ||
  ('${LAST_NAMES}'::text[])[${chance('last', 25)} + 1] as name) as person`

const EVERYONE = `email like '%@gmail.example'`
const everyone = `(
  select array_agg(id) filter (where role = 'supplier') as suppliers, array_agg(id) filter (where role = 'buyer') as buyers
  from accounts where ${EVERYONE}) as everyone`
const anySupplier = `suppliers[${chance('supplier', SIZES.suppliers)} + 1]`
const anyBuyer = `buyers[${chance('buyer', SIZES.buyers)} + 1]`

function rowsOf({ ids: { sara, karim, admin }, now: today }: TestShop): string[] {
  const now = `'${today.toISOString()}'::timestamptz`
  const ago = (rows: number, days: number) => `${now} - (${rows} - n) * interval '${days} days' / ${rows}`
  // The largest supplier there is.
  const aSupplier = `case when ${chance('large', 5)} = 0 then ${sara} else ${anySupplier} end`
  const requests = (table: string, account: string, who: string, amount: number) => `
    insert into ${table} (${account}, amount, status, requested_at, decided_at, decided_by)
    select ${who}, ${amount}, status, ${ago(SIZES.requests, 200)}, case when status <> 'pending' then ${now} end,
      case when status <> 'pending' then ${admin} end
    from ${series(SIZES.requests)}, ${everyone}, lateral (
      select (array['pending', 'refused', 'refused'])[${chance('status', 100)}] as decision) as decisions,
      lateral (select coalesce(decision, 'approved') as status) as decided`
  return [
    `insert into accounts (custom_id, role, name, email, phone, address, banned_at, created_at, search)
      select upper(custom_id), role, initcap(person.name), email, phone, 'Rabat',
        case when n % 50 = 0 then ${now} end, ${ago(SIZES.suppliers + SIZES.buyers, 300)},
        custom_id || ' ' || person.name || ' ' || email || ' ' || phone
      from ${series(SIZES.suppliers + SIZES.buyers)}, ${person},
        lateral (select case when n % 7 < 4 then 'supplier' else 'buyer' end as role) as roles,
        lateral (select case role when 'supplier' then 'f-' else 'b-' end || 100000 + n as custom_id,
          'x' || n || '@gmail.example' as email, '07' || lpad(n::text, 8, '0') as phone) as known`,
    `insert into products (name, description, user_price, distributor_price, stock, category, image, created_at, updated_at, search, stock_mark)
      select 'Produit ' || n, 'Grand', 20000, 15000, case when n % 200 = 0 then 0 else 1000 end,
        (array['cosmetic', 'supplement', 'pack'])[n % 3 + 1], 'products/x.webp', ${now}, ${now}, 'produit ' || n, 1000
      from ${series(SIZES.products)}`,
    `insert into stock_entries (product_id, quantity, entered_at) select id, stock, ${now} from products where stock > 0`,
    `insert into customers (supplier_id, name, phone, address, city, created_at, search)
      select case when n % 10 > 0 then ${aSupplier} end, initcap(person.name), '06' || lpad(n::text, 8, '0'),
        'Rue ' || n, 'Rabat', ${ago(SIZES.customers, 365)}, person.name || ' 06' || lpad(n::text, 8, '0') || ' rabat'
      from ${series(SIZES.customers)}, ${everyone}, ${person}`,
    `insert into orders (customer_id, origin, supplier_id, promo_code, name, phone, address, city, subtotal, discount,
        delivery, total, collected, gain, status, payment, paid_at, cancel_reason, flagged, created_at, placed_on, updated_at)
      select first_customer + ${chance('customer', SIZES.customers)}, origin,
        case when origin <> 'direct' then ${aSupplier} end, case when origin = 'promo' then 'SARA10' end,
        'Nadia', '06' || lpad(${chance('phone', 20_000)}::text, 8, '0'), 'Rabat',
        ('${CITIES}'::text[])[${chance('city', 10)} + 1], amount, 0, 3500, amount + 3500,
        amount + 3500 + case origin when 'supplier' then 10000 else 0 end, case origin when 'direct' then 0 else 10000 end,
        status, payment, case when payment = 'paid' then moment end, case when status = 'cancelled' then 'refused' end,
        ${chance('flag', 400)} = 0, moment, (moment at time zone 'Africa/Casablanca')::date, moment
      from ${series(SIZES.orders)}, ${everyone}, (select min(id) as first_customer from customers) as people,
        lateral (select (array['supplier', 'supplier', 'supplier', 'promo', 'direct'])[${chance('origin', 5)} + 1] as origin,
          30000 + ${chance('amount', 40_000)} as amount, ${ago(SIZES.orders, 365)} as moment, ${chance('state', 9)} + 1 as state) as made,
        lateral (select
          ('{delivered,delivered,delivered,delivered,cancelled,cancelled,pending,assigned,in_transit}'::text[])[state] as status,
          ('{paid,paid,pending,void,pending,pending,pending,pending,pending}'::text[])[state] as payment) as states`,
    `insert into order_lines (order_id, product_id, name, quantity, user_price, distributor_price)
      select orders.id, product, 'Produit', 1, 20000, 15000
      from orders, (select min(id) as first_product from products) as shelf, unnest(array[
        first_product + orders.id % ${SIZES.products}, first_product + (orders.id + 1) % ${SIZES.products}]) as product`,
    `insert into order_moves (order_id, status, moved_at)
      select id, 'delivered', updated_at from orders where status = 'delivered'`,
    requests('withdrawals', 'account_id', `case when n % 300 = 0 then ${karim} else ${anySupplier} end`, 10_000),
    requests('purchases', 'buyer_id', anyBuyer, 500_000),
    `insert into sales (buyer_id, amount, recorded_at) select buyer_id, 100, ${now} from purchases where status = 'approved'`,
    `update orders set held_by = 1 + id % ${SIZES.requests}
      where status = 'delivered' and payment = 'paid' and supplier_id is not null and id % 3 = 0`,
    `insert into withdrawal_orders (withdrawal_id, order_id) select held_by, id from orders where held_by is not null`,
    `insert into notifications (kind, message, link, created_at, read_at)
      select 'order', 'Commande ' || n, '/admin', ${ago(SIZES.others, 85)}, case when n % 50 > 0 then ${ago(SIZES.others, 85)} end
      from ${series(SIZES.others)}`,
    `insert into audit_entries (at, actor_id, subject, subject_id, act, before, after)
      select ${ago(SIZES.audited, 100)}, case ${chance('actor', 8)} when 0 then null when 1 then ${sara} else ${admin} end,
        ('{order,order,order,order,product,account,withdrawal,purchase}'::text[])[${chance('subject', 8)} + 1],
        ${chance('number', 10_000)} + 1, 'changed', '{"status": "pending"}', '{"status": "delivered"}'
      from ${series(SIZES.audited)}`,
    `insert into sessions (token_hash, account_id, created_at, seen_at)
      select sha256(n::text::bytea), ${anySupplier}, ${ago(SIZES.others, 29)}, ${now} from ${series(SIZES.others)}, ${everyone}`,
    `insert into password_resets (token_hash, account_id, expires_at)
      select sha256(id::text::bytea), id, ${now} + interval '1 hour' from accounts where ${EVERYONE}`,
    `insert into tries (subject, window_start, count)
      select 'login:' || n, ${ago(SIZES.others, 1)}, 1 from ${series(SIZES.others)}`,
    `insert into idempotency_keys (route, caller, key, body_hash, status, answer, created_at)
      select 'POST /api/orders/create', 'visitor', 'a-key-of-sixteen-signs-' || n, sha256(n::text::bytea), 201, '{}',
        ${ago(SIZES.others, 1)} from ${series(SIZES.others)}`,
    `insert into list_tally_changes (list, kind, rows)
      select 'customers', (id / 1000)::text, count(*) from customers group by 2
      union all
      select 'products', id / 1000 || ' ' || category, count(*) from products group by 2
      union all
      select 'scarce_products', scarce_stock || ' ' || category, count(*) from products
      where scarce_stock is not null group by 2
      union all
      select 'accounts', role || case when banned_at is null then '' else ' banned' end, count(*)
      from accounts where ${EVERYONE} group by 2
      union all
      select 'withdrawals', id / 1000 || ' ' || status, count(*) from withdrawals group by 2
      union all
      select 'purchases', id / 1000 || ' ' || status, count(*) from purchases group by 2`,
    `insert into buyer_tallies (buyer_id, kind, status, rows, amount)
      select buyer_id, 'purchase', status, count(*), sum(amount) from purchases group by 1, 3
      union all
      select buyer_id, 'sale', '', count(*), sum(amount) from sales group by 1
      union all
      select account_id, 'withdrawal', status, count(*), sum(amount)
      from withdrawals join accounts on accounts.id = account_id where role = 'buyer' group by 1, 3`,
    `insert into order_tally_changes (supplier_id, status, payment, is_held, orders, collected, gain, placed_on)
      select supplier_id, status, payment, held_by is not null, count(*), sum(collected), sum(gain), placed_on
      from orders group by 1, 2, 3, 4, placed_on`,
  ]
}

/** A shop as years of trade leave it, beside the people of `addPeople`. The planner knows its tables. */
export async function fillLargeShop(shop: TestShop): Promise<void> {
  const client = await connectBesidePool(shop.db, { statement: 60_000 })
  try {
    // What is stored fits together: checking each row and tallying it would take most of the time.
    await client.query('set session_replication_role = replica')
    for (const rows of rowsOf(shop)) await client.query(rows)
    await client.query('set session_replication_role = default')
    await foldTallies(shop.db)
    await foldListTallies(shop.db)
    await refreshOutcomes(shop.db, shop.now)
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}
