import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { anonymiseRecipientsBefore } from '#features/orders/index.ts'
import { inTransaction } from '#platform/db/database.ts'
import { ANONYMOUS_RECIPIENT } from '#platform/kernel/anonymised.ts'
import type { CustomerId, OrderId, ProductId } from '#platform/kernel/ids.ts'
import { whileLocked } from '#test/locks.ts'
import { type Instance, openTestShop, type TestAnswer, type TestShop } from '#test/test-app.ts'
import { forgetUnusedRecords } from './retention.ts'

/** Two copies of the program on one database, so that each side of a race has connections of its own. */
let shop: TestShop
let other: Instance
let goods: ProductId
let phone: string
let record: CustomerId

beforeAll(async () => {
  shop = await openTestShop()
  other = await shop.another()
  await shop.addPeople()
})

afterAll(() => shop.close())

let people = 0

beforeEach(async () => {
  goods = await shop.addProduct()
  phone = `06987${String(10_000 + people++)}`
  record = await shop.addCustomer({ name: 'Zoubida', phone }, { token: shop.tokens.sara })
})

const order = (instance = shop.first): Promise<TestAnswer> => {
  const body = { product_ids: [goods], prices: [110], priceGain: [149.5], quantities: [1], customer_id: record }
  return shop.call('POST', '/api/orders/create', { token: shop.tokens.sara, body }, instance)
}

const asAdmin = (method: string, path: string, body?: object) =>
  shop.call(method, path, { token: shop.tokens.admin, body }, other)
const anonymise = () => asAdmin('POST', '/api/admin/personal-data/anonymise', { phone })
const deliver = (id: OrderId) => asAdmin('PUT', `/api/admin/orders/${id}/tracking`, { CurrentStatus: 'livré' })

const holdProduct = () => `select from products where id = ${goods} for update`

const namesOf = async (table: 'orders' | 'customers') =>
  (
    await shop.db.execute<{ name: string }>(
      sql`select name from ${sql.raw(table)} where ${sql.raw(table === 'orders' ? 'customer_id' : 'id')} = ${record} order by id`,
    )
  ).rows.map(({ name }) => name)

/** Places and delivers an order whose address is in the journal. */
async function delivered(): Promise<OrderId> {
  const id: OrderId = (await order()).json.order.OrderID
  const edit = { Name: 'Zoubida', Phone: phone, Address: '9, rue Neuve', City: 'Rabat' }
  await shop.call('PUT', `/api/supplier/orders/${id}`, { token: shop.tokens.sara, body: edit })
  expect((await deliver(id)).status).toBe(200)
  return id
}

test('somebody for whom an order is being placed is not forgotten: it is waited for, and named', async () => {
  const [placing, forgetting] = await whileLocked(shop.db, holdProduct(), async ({ untilWaiting }) => {
    const placing = order()
    await untilWaiting(1)
    const forgetting = anonymise()
    await untilWaiting(2)
    return [placing, forgetting] as const
  })
  const placed = await placing
  const answer = await forgetting
  expect([placed.status, answer.status]).toEqual([201, 409])
  expect(answer.json.message).toBe(`La commande ${placed.json.order.OrderID} n’est ni livrée ni annulée.`)
  expect([await namesOf('orders'), await namesOf('customers')]).toEqual([['Zoubida'], ['Zoubida']])
})

test('nothing is ordered for somebody who is being forgotten', async () => {
  const id = await delivered()
  const entries = `select from audit_entries where subject = 'order' and subject_id = ${id} for update`
  const [forgetting, placing] = await whileLocked(shop.db, entries, async ({ untilWaiting }) => {
    const forgetting = anonymise()
    await untilWaiting(1)
    const placing = order()
    await untilWaiting(2)
    return [forgetting, placing] as const
  })
  const [answer, refused] = [await forgetting, await placing]
  expect([answer.status, refused.status, Object.keys(refused.json.errors ?? {})]).toEqual([200, 422, ['customer_id']])
  expect(await namesOf('orders')).toEqual([ANONYMOUS_RECIPIENT.name])
})

test('the record of somebody who was forgotten takes no order', async () => {
  await delivered()
  expect((await anonymise()).status).toBe(200)
  const refused = await order()
  expect([refused.status, Object.keys(refused.json.errors ?? {})]).toEqual([422, ['customer_id']])
})

test('a record that an order is being placed with stays, although its other orders are old', async () => {
  const old = await delivered()
  await shop.db.execute(sql`update orders set created_at = '2010-01-01' where id = ${old}`)
  await shop.db.execute(sql`update customers set created_at = '2010-01-01' where id = ${record}`)
  const placing = await whileLocked(shop.db, holdProduct(), async ({ untilWaiting }) => {
    const placing = order()
    await untilWaiting(1)
    await inTransaction(other.db, (tx) => anonymiseRecipientsBefore(tx, new Date('2015-01-01'), 100))
    return [placing] as const
  })
  expect((await placing[0]).status).toBe(201)
  expect(await namesOf('orders')).toEqual([ANONYMOUS_RECIPIENT.name, 'Zoubida'])
  expect(await namesOf('customers')).toEqual(['Zoubida'])
})

test('a record that its first order is being placed with stays, however old it is', async () => {
  await shop.db.execute(sql`update customers set created_at = '2010-01-01' where id = ${record}`)
  const placing = await whileLocked(shop.db, holdProduct(), async ({ untilWaiting }) => {
    const placing = order()
    await untilWaiting(1)
    await forgetUnusedRecords(other.db, shop.now)
    return [placing] as const
  })
  expect((await placing[0]).status).toBe(201)
  expect([await namesOf('orders'), await namesOf('customers')]).toEqual([['Zoubida'], ['Zoubida']])
})
