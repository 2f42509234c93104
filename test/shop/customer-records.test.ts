import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TRACKING_PATH } from '#features/orders/model.ts'
import { findTrackedOrder } from '#features/tracking/index.ts'
import { MINUTE_MS } from '#platform/kernel/durations.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { queuedBehindLock } from '#test/locks.ts'
import { type Call, openTestShop, type TestShop } from '#test/test-app.ts'

let shop: TestShop
let cream: ProductId

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
  cream = await shop.addProduct()
})

afterAll(() => shop.close())

const HOME = '203.0.113.1'
const ELSEWHERE = '203.0.113.2'

interface MadeRecord {
  id: number
  key: string
  text: string
}

async function make(call: Call = {}): Promise<MadeRecord> {
  const body = { Name: 'Nadia El Fassi', Phone: '0612345678', Address: '1, rue du Port', City: 'Agadir' }
  const { json, text } = await shop.call('POST', '/api/customers/create', { from: HOME, body, ...call })
  return { id: json.customer.CustomerID, key: json.key, text }
}

const order = (customer_id: number, customer_key?: string | null, call: Call = {}) => {
  const price = call.token === shop.tokens.sara && call.token ? 110 : 149.5
  const lines = { product_ids: [cream], prices: [price], priceGain: [149.5], quantities: [1] }
  const body = { ...lines, customer_id, customer_key }
  return shop.call('POST', '/api/orders/create', { from: ELSEWHERE, body, ...call })
}

const UNKNOWN = { customer_id: ['Ce client est inconnu\u00A0: confirmez vos coordonnées.'] }

test('a visitor’s record takes an order from whoever brings its key, from anywhere and at any time', async () => {
  const { id, key } = await make()
  expect(key).toMatch(/^[\w-]{32}$/)
  shop.pass(24 * 60 * MINUTE_MS)
  expect((await order(id, key)).status).toBe(201)
})

test('a running number takes no order from a stranger, with no key, a wrong one, or another record’s', async () => {
  const { id, key } = await make()
  const { key: other } = await make()
  for (const [wrong, from] of [
    [undefined, ELSEWHERE],
    [null, ELSEWHERE],
    ['', ELSEWHERE],
    ['x', HOME],
    [other, HOME],
  ] as const) {
    const { status, json } = await order(id, wrong, { from })
    expect([status, json.errors]).toEqual([422, UNKNOWN])
  }
  expect((await order(id, key)).status).toBe(201)
})

test('without its key a record serves the address that made it for fifteen minutes, and the link names nobody', async () => {
  const [first, second, withKey] = [await make(), await make(), await make()]
  shop.pass(15 * MINUTE_MS - 1)
  const placed = await order(first.id, undefined, { from: HOME })
  expect(placed.status).toBe(201)
  shop.pass(1)
  expect((await order(second.id, undefined, { from: HOME })).status).toBe(422)
  const opened = async (tracking: string) => findTrackedOrder(shop.db, tracking.slice(TRACKING_PATH.length), shop.now)
  expect((await opened(placed.json.order.tracking))?.recipient).toBeNull()
  const own = await order(withKey.id, withKey.key, { from: HOME })
  expect((await opened(own.json.order.tracking))?.recipient).toEqual({
    firstName: 'Nadia',
    phone: '06 12 •• •• ••',
    city: 'Agadir',
  })
})

test('an address of IPv6 is the network around it here as well', async () => {
  const { id } = await make({ from: '2001:db8:0:7::1' })
  expect((await order(id, undefined, { from: '2001:db8:0:8::1' })).status).toBe(422)
  expect((await order(id, undefined, { from: '2001:db8:0:7:9::9' })).status).toBe(201)
})

test('a record serves one order, of many at once too, and a refused one does not use it up', async () => {
  const { id, key } = await make()
  const sold = await shop.addProduct({ stock: 0 })
  const body = {
    product_ids: [sold],
    prices: [149.5],
    priceGain: [149.5],
    quantities: [1],
    customer_id: id,
    customer_key: key,
  }
  expect((await shop.call('POST', '/api/orders/create', { body })).status).toBe(422)
  const held = `select from products where id = ${cream} for update`
  const answers = await queuedBehindLock(shop.db, held, 1, () => [order(id, key), order(id, key), order(id, key)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422])
  expect((await order(id, key)).json.errors).toEqual(UNKNOWN)
  expect((await order(id, undefined, { from: HOME })).json.errors).toEqual(UNKNOWN)
})

test('the same order sent again is answered from the first, though the record is used up', async () => {
  const { id, key } = await make()
  const headers = { 'idempotency-key': 'one-order-sent-twice-here' }
  const [first, again] = [await order(id, key, { headers }), await order(id, key, { headers })]
  expect([first.status, again.status, again.text]).toEqual([201, 201, first.text])
})

test('a supplier’s record has no key, takes its orders again and again, and nobody else’s', async () => {
  const call = { token: shop.tokens.sara }
  const { id, key } = await make(call)
  expect(key).toBeUndefined()
  for (const _ of [1, 2]) expect((await order(id, undefined, call)).status).toBe(201)
  expect((await order(id, undefined, { from: HOME })).status).toBe(422)
  expect((await order(id, undefined, { token: shop.tokens.youssef })).status).toBe(422)
  const visitors = await make()
  expect((await order(visitors.id, visitors.key, call)).status).toBe(422)
})

test('of the key and the address the record keeps hashes, and nothing once it has been ordered with', async () => {
  const { id, key } = await make()
  const kept = async () => {
    const { rows } = await shop.db.execute<{ all: string; hashes: number }>(sql`
      select customers::text as all, num_nonnulls(key_hash, ip_hash) as hashes from customers where id = ${id}`)
    return rows[0]!
  }
  const { all, hashes } = await kept()
  expect(hashes).toBe(2)
  expect(all).not.toContain(key)
  expect(all).not.toContain(Buffer.from(key).toString('hex'))
  expect(all).not.toContain(HOME)
  expect(all).not.toContain(Buffer.from(HOME).toString('hex'))
  await order(id, key)
  expect((await kept()).hashes).toBe(0)
})
