import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { median, percentile } from '../report/figures.ts'
import { connectTo, startShop } from '../shops/child-process.ts'
import { openTemporaryFolder, say } from '../shops/temporary-folder.ts'

// A courier's list of parcels and its two files at their largest: the list is made, printed and handed over, states and a
// statement are applied. Customers order meanwhile, one after the other.
// `node proof/bench/drills/courier-files.ts`, about three minutes.

const ROWS = 2000
const LIST = 200
const MOST_PREVIEW_MS = 1_000
const MOST_APPLY_MS = 5_000
const CALM_MS = 6_000
const FEE = 3_000

const { folder, cleanUp } = openTemporaryFolder('courier-files', 10)
let ordering = true
const waits: { at: number; ms: number }[] = []

try {
  const dataDir = join(folder, 'shop')
  const address = await startShop(dataDir).address()
  const sql = await connectTo(dataDir)
  const admin = await logIn(address)
  const courier = await addCourier(address, admin)
  const parcels = await fill(sql, courier)
  const customers = order(address, sql)
  await sleep(CALM_MS)

  await tryList(address, admin, await fillPending(sql), courier)

  const states = ['Suivi\tStatut', ...parcels.map(({ tracking }) => `${tracking}\tLivré`)].join('\n')
  await tryFile('states', `${address}/api/admin/parcels/statuses`, states, { courier_id: String(courier) }, admin)
  const lines = parcels.map(({ tracking, collected }) => `${tracking}\t${(collected / 100).toFixed(2)}\t${FEE / 100}`)
  const received = parcels.reduce((sum, { collected }) => sum + collected - FEE, 0) / 100
  const head = { courier_id: String(courier), reference: 'BANC-1', paid_on: today(), received: received.toFixed(2) }
  const list = ['Suivi\tMontant\tFrais', ...lines].join('\n')
  const stored = await tryFile('statement', `${address}/api/admin/statements`, list, head, admin)
  const begin = performance.now()
  const closed = await fetch(`${address}/api/admin/statements/${stored.id}/close`, {
    method: 'POST',
    headers: { ...admin, 'content-type': 'application/json' },
    body: '{}',
  })
  report(
    `${ROWS} rows of statement, closed`,
    begin,
    MOST_APPLY_MS,
    `${closed.status} ${(await closed.text()).slice(0, 120)}`,
  )

  ordering = false
  await customers
  await sql.end()
} finally {
  ordering = false
  await cleanUp()
}

async function logIn(address: string): Promise<Record<string, string>> {
  const { token } = await post(address, '/api/login', { identifier: 'ADMIN', password: 'demo-admin-2026' })
  return { authorization: `Bearer ${token}` }
}

async function addCourier(address: string, admin: Record<string, string>): Promise<number> {
  return (await post(address, '/api/admin/couriers', { name: 'Banc d’essai' }, admin)).courier.id
}

// biome-ignore lint/suspicious/noExplicitAny: each call answers something else
async function post(address: string, path: string, body: object, headers: Record<string, string> = {}): Promise<any> {
  const answer = await fetch(address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...headers },
    body: JSON.stringify(body),
  })
  return answer.json()
}

interface Filled {
  tracking: string
  collected: number
}

/** Copies of a demo order that is on its way, each with a parcel of the courier. */
async function fill(sql: pg.Client, courier: number): Promise<Filled[]> {
  const { rows } = await sql.query<Filled>(
    `with model as (select * from orders where status = 'in_transit' and deleted_at is null order by id limit 1),
      copies as (insert into orders overriding system value
        select (jsonb_populate_record(null::orders, to_jsonb(model) || jsonb_build_object('id', 1000000 + nth))).* from model, generate_series(1, $1) nth
        returning id, left_at, collected),
      lines as (insert into order_lines (order_id, product_id, name, quantity, user_price, distributor_price)
        select copies.id, product_id, name, quantity, user_price, distributor_price
        from copies, order_lines where order_lines.order_id = (select id from model)),
      sent as (insert into parcels (order_id, courier_id, tracking, state, state_at, last_event_at, fee_delivered)
        select id, $2, 'BANC-' || id, 'out', left_at, left_at, ${FEE} from copies)
    select 'BANC-' || id as tracking, collected::int from copies order by id`,
    [ROWS, courier],
  )
  return rows
}

/** Copies of the demo's newest order that waits, as many as a list takes. */
async function fillPending(sql: pg.Client): Promise<number[]> {
  const { rows } = await sql.query<{ id: number }>(
    `with model as (select * from orders where status = 'pending' and deleted_at is null order by id desc limit 1),
      copies as (insert into orders overriding system value
        select (jsonb_populate_record(null::orders, to_jsonb(model) || jsonb_build_object('id', 2000000 + nth))).* from model, generate_series(1, $1) nth
        returning id),
      lines as (insert into order_lines (order_id, product_id, name, quantity, user_price, distributor_price)
        select copies.id, product_id, name, quantity, user_price, distributor_price
        from copies, order_lines where order_lines.order_id = (select id from model))
    select id from copies order by id`,
    [LIST],
  )
  return rows.map(({ id }) => id)
}

/** Makes a list as long as it may be, prints it and hands it over. */
async function tryList(address: string, admin: Record<string, string>, ids: number[], courier_id: number) {
  const path = `${address}/api/admin/handovers`
  const send = (url: string, body?: object) =>
    fetch(url, {
      method: body ? 'POST' : 'GET',
      headers: { ...admin, ...(body ? { 'content-type': 'application/json', 'idempotency-key': randomUUID() } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  const timed = async (name: string, url: string, body?: object) => {
    const begin = performance.now()
    const text = await reported(`a list of ${LIST} parcels, ${name}`, begin, MOST_APPLY_MS, await send(url, body))
    await sleep(CALM_MS)
    return text
  }
  const { id, results } = JSON.parse(await timed('made', path, { courier_id, ids }))
  if (!results.every(({ ok }: { ok: boolean }) => ok)) throw new Error('An order did not join the list')
  await timed('its labels drawn', `${path}/${id}/labels.pdf`)
  await timed('its sheet drawn', `${path}/${id}/sheet.pdf`)
  const handed = JSON.parse(await timed('handed over', `${path}/${id}/hand-over`, { ids }))
  if (!handed.results.every(({ ok }: { ok: boolean }) => ok)) throw new Error('A parcel was not handed over')
}

/** Orders of visitors, one after the other, until the files are done. */
async function order(address: string, sql: pg.Client): Promise<void> {
  const { rows } = await sql.query<{ id: number; price: number }>(
    'update products set stock = 100000 where id = (select min(id) from products where deleted_at is null) returning id, user_price / 100.0 as price',
  )
  const [product] = rows
  const recipient = { Name: 'Salma', Phone: '0612345678', Address: '1, rue des Fleurs', City: 'Fès' }
  while (ordering) {
    const { customer } = await post(address, '/api/customers/create', recipient)
    const price = Number(product!.price)
    const line = { product_ids: [product!.id], prices: [price], priceGain: [price], quantities: [1] }
    const at = performance.now()
    const { order: placed } = await post(address, '/api/orders/create', { ...line, customer_id: customer.CustomerID })
    if (!placed) throw new Error('An order was not taken')
    waits.push({ at, ms: performance.now() - at })
  }
}

/** Previews a file and applies what was previewed. Answers what applying it answered. */
async function tryFile(
  name: string,
  url: string,
  text: string,
  fields: Record<string, string>,
  admin: Record<string, string>,
) {
  const send = (query: string, more: Record<string, string>) => {
    const form = new FormData()
    for (const [field, value] of Object.entries({ ...fields, ...more })) form.set(field, value)
    form.set('file', new Blob([text]), 'fichier.txt')
    return fetch(url + query, { method: 'POST', headers: { ...admin, 'idempotency-key': randomUUID() }, body: form })
  }
  let begin = performance.now()
  const preview = await send('?preview=1', {})
  const { digest } = JSON.parse(await reported(`${ROWS} rows of ${name}, previewed`, begin, MOST_PREVIEW_MS, preview))
  await sleep(CALM_MS)
  begin = performance.now()
  return JSON.parse(
    await reported(`${ROWS} rows of ${name}, applied`, begin, MOST_APPLY_MS, await send('', { digest })),
  )
}

async function reported(name: string, begin: number, most: number, answer: Response): Promise<string> {
  const text = await answer.text()
  report(name, begin, most, answer.ok ? String(answer.status) : `${answer.status} ${text.slice(0, 200)}`)
  return text
}

/** Says how long it took beside its limit, and what orders waited in that time. */
function report(name: string, begin: number, most: number, answer: string): void {
  const end = performance.now()
  const during = waits.filter(({ at, ms }) => at + ms > begin && at < end).map(({ ms }) => ms)
  const calm = waits.filter(({ at }) => at < begin && at > begin - CALM_MS).map(({ ms }) => ms)
  const of = (values: number[]) =>
    values.length === 0 ? 'none' : `${median(values).toFixed(0)} ms, worst ${percentile(values, 1).toFixed(0)} ms`
  const verdict = end - begin <= most ? 'held' : 'BROKEN'
  say(
    `${name}: ${(end - begin).toFixed(0)} ms (≤ ${most}, ${verdict}), ${answer}; ${during.length} orders meanwhile took ${of(during)}, before ${of(calm)}`,
  )
}

function today(): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Africa/Casablanca' }).format(new Date())
}
