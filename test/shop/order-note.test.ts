import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listDeliveryNotes } from '#features/orders/queries.ts'
import { findTrackedOrder } from '#features/tracking/index.ts'
import type { OrderId, ProductId } from '#platform/kernel/ids.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'

const NOTE = '3e étage, code 12A\nAppeler avant'

let shop: TestShop
let cream: ProductId

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
  cream = await shop.addProduct()
})

afterAll(() => shop.close())

async function order(note?: unknown, token?: string, promo_code?: string) {
  const customer_id = await shop.addCustomer({ phone: '0655443322' }, token === undefined ? {} : { token })
  const price = token === undefined ? 149.5 : 110
  const lines = { product_ids: [cream], prices: [price], priceGain: [149.5], quantities: [1] }
  return shop.call('POST', '/api/orders/create', { token, body: { ...lines, customer_id, promo_code, note } })
}

const idOf = async (placing: ReturnType<typeof order>): Promise<OrderId> => (await placing).json.order.OrderID

const asAdmin = (method: string, url: string, body?: object) =>
  shop.call(method, url, { token: shop.tokens.admin, ...(body ? { body } : {}) })

test('the note for the courier stands on the order, on its delivery note and in the file of orders', async () => {
  const id = await idOf(order(`  ${NOTE} `))
  expect((await asAdmin('GET', `/api/admin/orders/${id}`)).json.note).toBe(NOTE)
  expect((await listDeliveryNotes(shop.db, [id]))[0]!.note).toBe(NOTE)
  const file = (await asAdmin('GET', '/api/admin/orders.csv')).text
  expect(file).toContain('Note pour le livreur')
  expect(file).toContain(NOTE)
})

test('a supplier reads it of its own orders, and of those that came with its code it does not', async () => {
  const own = await idOf(order(NOTE, shop.tokens.sara))
  const brought = await idOf(order(NOTE, undefined, 'SARA10'))
  const { json } = await shop.call('GET', '/api/supplier/get-ordersAdmin?page=1', { token: shop.tokens.sara })
  const notes = new Map(json.orders.map((each: { orderId: number; note: string | null }) => [each.orderId, each.note]))
  expect([notes.get(own), notes.get(brought)]).toEqual([NOTE, null])
})

test('whoever follows the order does not read it', async () => {
  const { json } = await order(NOTE)
  const token = json.order.tracking.split('/').at(-1)
  const tracked = await findTrackedOrder(shop.db, token, shop.now)
  expect(tracked).toMatchObject({ id: json.order.OrderID })
  expect(JSON.stringify(tracked)).not.toContain('étage')
})

test.each([
  [undefined, null],
  [null, null],
  ['   ', null],
  ['é'.repeat(200), 'é'.repeat(200)],
])('« %s » is kept as %s', async (typed, kept) => {
  const id = await idOf(order(typed))
  const { rows } = await shop.db.execute(sql`select note from orders where id = ${id}`)
  expect(rows).toEqual([{ note: kept }])
})

test.each(['x'.repeat(201), 7, 'a\u0000b'])('« %s » is refused under its field', async (note) => {
  const answer = await order(note)
  expect([answer.status, Object.keys(answer.json.errors)]).toEqual([422, ['note']])
})

test('it is the person’s data: handed out with the rest, and gone with it', async () => {
  const id = await idOf(order(NOTE))
  await asAdmin('PUT', `/api/admin/orders/${id}/tracking`, { CurrentStatus: 'annulé' })
  await shop.db.execute(sql`update orders set note = ${`${NOTE} !`} where id = ${id}`)
  const others = sql`update orders set status = 'cancelled' where status = 'pending' and id <> ${id}`
  await shop.db.execute(others)
  const body = { phone: '0655443322' }
  const handed = (await asAdmin('POST', '/api/admin/personal-data/export', body)).text
  expect(handed).toContain(`${NOTE.split('\n')[0]}`)
  expect((await asAdmin('POST', '/api/admin/personal-data/anonymise', body)).status).toBe(200)
  const { rows } = await shop.db.execute(sql`
    select note::text as said from orders where note is not null and phone <> '0655443322'
    union all select before::text || after::text from audit_entries where subject = 'order' and subject_id = ${id}`)
  expect(rows.filter(({ said }) => String(said).includes('étage'))).toEqual([])
})
