import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TRACKING_PATH } from '#features/orders/model.ts'
import { DAY_MS } from '#platform/kernel/durations.ts'
import type { OrderId, ProductId } from '#platform/kernel/ids.ts'
import { addDeliveries } from '#test/deliveries.ts'
import { type Call, openTestShop, type TestShop } from '#test/test-app.ts'
import { findTrackedOrder } from './index.ts'

let shop: TestShop
let cream: ProductId

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
  cream = await shop.addProduct({ name: 'Crème à l’huile d’argan' })
})

afterAll(() => shop.close())

async function order(call: Call = {}) {
  const body = {
    product_ids: [cream],
    prices: [call.token ? 110 : 149.5],
    priceGain: [149.5],
    quantities: [2],
    customer_id: await shop.addCustomer({ name: 'Nadia  El Fassi' }, call),
  }
  return { body, answer: await shop.call('POST', '/api/orders/create', { ...call, body }) }
}

const placed = async (call: Call = {}): Promise<{ OrderID: OrderId; tracking: string }> =>
  (await order(call)).answer.json.order

const tokenOf = ({ tracking }: { tracking: string }) => tracking.slice(TRACKING_PATH.length)
const opened = (token: string, now = shop.now) => findTrackedOrder(shop.db, token, now)

test('whoever orders is told a link of that order’s own, and it opens that order and no other', async () => {
  const [one, other, ofSara] = [await placed(), await placed(), await placed({ token: shop.tokens.sara })]
  expect(new Set([one, other, ofSara].map(({ tracking }) => tracking.split('-').slice(1).join('-'))).size).toBe(3)
  for (const each of [one, other, ofSara]) expect((await opened(tokenOf(each)))?.id).toBe(each.OrderID)
  expect(await opened(tokenOf(one).replace(/^\d+/, String(other.OrderID)))).toBeNull()
})

test('it shows what a courier’s customer pays and a first name: no address, no whole number, no price of a supplier', async () => {
  const ofSara = await placed({ token: shop.tokens.sara })
  expect(await opened(tokenOf(ofSara))).toEqual({
    id: ofSara.OrderID,
    placedAt: expect.any(Date),
    placed: 'aujourd’hui à\u00A012\u00A0h',
    status: 'pending',
    isConfirmed: false,
    since: 'aujourd’hui à\u00A012\u00A0h',
    cancelReason: null,
    mergedInto: null,
    isPaid: false,
    lines: [{ productId: cream, name: 'Crème à l’huile d’argan', image: expect.any(String), quantity: 2 }],
    collected: 31_900,
    recipient: { firstName: 'Nadia', phone: '06 12 •• •• ••', city: 'Casablanca' },
    parcel: null,
    expected: null,
  })
})

test('it says whether the order is confirmed, and shows no picture of a product that is sold no more', async () => {
  const { OrderID, tracking } = await placed()
  await shop.db.execute(sql`
    insert into confirmations (order_id, contact, confirmed_at) values (${OrderID}, 'confirmed', now())
    on conflict (order_id) do update set contact = 'confirmed', confirmed_at = now()`)
  expect((await opened(tokenOf({ tracking })))?.isConfirmed).toBe(true)
  await shop.db.execute(sql`update products set deleted_at = now() where id = ${cream}`)
  expect((await opened(tokenOf({ tracking })))?.lines).toMatchObject([{ image: null, quantity: 2 }])
  await shop.db.execute(sql`update products set deleted_at = null where id = ${cream}`)
})

test('it names the dates of the city’s deliveries until they have passed, to whoever may read the city', async () => {
  const at = shop.now
  await addDeliveries(shop.db, { count: 20, city: 'Casablanca', placed: new Date(at.getTime() - 10 * DAY_MS), days: 3 })
  const order = await placed({ token: shop.tokens.sara })
  const expectedAfter = async (days: number) =>
    (await opened(tokenOf(order), new Date(at.getTime() + days * DAY_MS)))?.expected
  expect([await expectedAfter(0), await expectedAfter(3), await expectedAfter(4)]).toEqual([
    'dimanche\u00A022 ou lundi\u00A023\u00A0novembre',
    'lundi\u00A023\u00A0novembre',
    null,
  ])
  await shop.db.execute(sql`update orders set hides_recipient = true where id = ${order.OrderID}`)
  expect(await expectedAfter(0)).toBeNull()
  await shop.db.execute(
    sql`update orders set hides_recipient = false, status = 'cancelled' where id = ${order.OrderID}`,
  )
  expect(await expectedAfter(0)).toBeNull()
})

test('it promises no day before the one from which the customer is there, and names the order that took it up', async () => {
  const sara = { token: shop.tokens.sara }
  const [order, other] = [await placed(sara), await placed(sara)]
  const expected = async () => (await opened(tokenOf(order)))?.expected
  const wish = (day: string) =>
    shop.db.execute(sql`
      insert into confirmations (order_id, contact, confirmed_at, wish_day)
      values (${order.OrderID}, 'confirmed', now(), ${day}::date)
      on conflict (order_id) do update set wish_day = excluded.wish_day`)
  await wish('2026-12-03')
  expect(await expected()).toBe('à partir du jeudi 3\u00A0décembre')
  // The deliveries of the test before name Sunday the 22nd or Monday.
  await wish('2026-11-21')
  expect(await expected()).toBe('dimanche\u00A022 ou lundi\u00A023\u00A0novembre')
  await wish('2026-11-19')
  expect(await expected()).not.toContain('à partir')
  const token = shop.tokens.admin
  const merge = `/api/confirmation/${other.OrderID}/merge`
  const { digest } = (await shop.call('POST', `${merge}?preview=1`, { token, body: { other: order.OrderID } })).json
  await shop.call('POST', merge, { token, body: { other: order.OrderID, digest } })
  expect(await opened(tokenOf(other))).toMatchObject({
    status: 'cancelled',
    mergedInto: order.OrderID,
  })
  await shop.call('PUT', `/api/admin/orders/${order.OrderID}/tracking`, { token, body: { CurrentStatus: 'annulé' } })
  expect(await opened(tokenOf(other))).toMatchObject({ status: 'cancelled', mergedInto: null })
})

test('a link that went to a phone ends with that phone, the receipt’s own does not', async () => {
  const sara = { token: shop.tokens.sara }
  const order = await placed(sara)
  const phoneOf = async () =>
    (await shop.db.execute<{ phone: string }>(sql`select phone from orders where id = ${order.OrderID}`)).rows[0]!.phone
  const follow = { OrderID: order.OrderID, Phone: await phoneOf() }
  const { tracking } = (await shop.call('POST', '/api/orders/follow', { body: follow })).json
  expect((await opened(tokenOf({ tracking })))?.id).toBe(order.OrderID)
  const edit = { CustomerID: 1, Name: 'Nadia', Phone: '0677000001', Address: '2, rue', City: 'Casablanca' }
  await shop.call('PUT', `/api/supplier/orders/${order.OrderID}`, { ...sara, body: edit })
  expect(await opened(tokenOf({ tracking }))).toBeNull()
  expect((await opened(tokenOf(order)))?.id).toBe(order.OrderID)
})

test('an order that is sent again is answered with the same link, byte for byte', async () => {
  const headers = { 'idempotency-key': 'une-clef-assez-longue' }
  const { body, answer } = await order({ headers })
  const again = await shop.call('POST', '/api/orders/create', { headers, body })
  expect([again.headers['idempotent-replayed'], again.text]).toEqual(['true', answer.text])
  expect(again.json.order.tracking).toMatch(/^\/suivi\/\d+-[\w-]{22}$/)
})

test('nothing else opens anything', async () => {
  const mine = await placed()
  const token = tokenOf(mine)
  const [number, seal] = [token.slice(0, -23), token.slice(-22)]
  const wrong = [
    '',
    number,
    `${number}-`,
    `${number}-${seal.slice(1)}`,
    `${number}-${seal}A`,
    `0${token}`,
    ` ${token}`,
    `${token}\n`,
    `${number}-${seal.startsWith('A') ? 'B' : 'A'}${seal.slice(1)}`,
    // The same bytes written with other spare bits.
    `${number}-${seal.slice(0, -1)}${String.fromCharCode(seal.charCodeAt(21) + 1)}`,
    `9999999999-${seal}`,
    `999999-${seal}`,
    '1e3-AAAAAAAAAAAAAAAAAAAAAA',
    `${number}-${'é'.repeat(22)}`,
    '\0',
  ]
  for (const each of wrong) expect(await opened(each), each).toEqual(null)
  expect((await opened(token))?.id).toBe(mine.OrderID)
})

test('a link lives for ninety days', async () => {
  const token = tokenOf(await placed())
  const after = (milliseconds: number) => new Date(shop.now.getTime() + milliseconds)
  expect(await opened(token, after(90 * DAY_MS - 1))).not.toBeNull()
  expect(await opened(token, after(90 * DAY_MS))).toBeNull()
})

test('it follows the admin’s moves, and closes when the order is deleted', async () => {
  const mine = await placed()
  const asAdmin = { token: shop.tokens.admin }
  shop.pass(60_000)
  const body = { CurrentStatus: 'en transit' }
  await shop.call('PUT', `/api/admin/orders/${mine.OrderID}/tracking`, { ...asAdmin, body })
  expect(await opened(tokenOf(mine))).toMatchObject({
    status: 'in_transit',
    since: 'aujourd’hui à\u00A012\u00A0h\u00A001',
  })
  const gone = await placed()
  await shop.call('DELETE', `/api/admin/orders/${gone.OrderID}`, asAdmin)
  expect(await opened(tokenOf(gone))).toBeNull()
})

test('each database signs with a key of its own, and there is one', async () => {
  const { rows } = await shop.db.execute<{ key: Buffer }>(sql`select key from tracking_keys`)
  expect(rows.map(({ key }) => key.length)).toEqual([32])
  const token = tokenOf(await placed())
  await shop.db.execute(sql`update tracking_keys set key = sha256(key)`)
  expect(await opened(token)).toBeNull()
  await expect(shop.db.execute(sql`insert into tracking_keys (is_only_row, key) values (false, '')`)).rejects.toThrow()
})
