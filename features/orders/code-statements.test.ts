import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase, inTransaction, openDatabase } from '#platform/db/database.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { dh } from '#platform/kernel/money.ts'
import { openTestShop, TEST_RATES, type TestShop } from '#test/test-app.ts'
import { placeOrder } from './actions/place-order.ts'

let shop: TestShop
let cream: ProductId

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
  cream = await shop.addProduct()
})

afterAll(() => shop.close())

test('an order with a code, present or former, takes as many statements as before there were former ones', async () => {
  await shop.call('PUT', '/api/supplier/code', { token: shop.tokens.sara, body: { code: 'SARABEAUTE' } })
  let statements = 0
  const db = openDatabase({ connection: shop.connection, poolSize: 1 })
  db.$client.once('connect', (client) => {
    const { query } = client
    client.query = (...given: unknown[]) => {
      statements++
      return Reflect.apply(query, client, given)
    }
  })
  const price = dh(149.5)
  const counts: number[] = []
  for (const promoCode of ['SARABEAUTE', 'SARA10']) {
    const customerId = await shop.addCustomer()
    const lines = [{ productId: cream, quantity: 1, price, userPrice: price }]
    const request = { lines, customerId, customerKey: null, promoCode, note: null, total: null }
    statements = 0
    await inTransaction(db, (tx) =>
      placeOrder(tx, { caller: null, address: '127.0.0.1', request, rates: TEST_RATES }, shop.now),
    )
    counts.push(statements)
  }
  await closeDatabase(db)
  expect(counts[0]).toBeGreaterThan(5)
  expect(counts).toEqual([9, 9])
})
