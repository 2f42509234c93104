import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#test/test-app.ts'
import { exampleGains } from './example-gains.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})

afterAll(() => shop.close())

test('who thinks of signing up is told gains in whole dirhams, of what can be bought and brings something', async () => {
  expect(await exampleGains(shop.db, 5)).toBeNull()
  // Gains with a code: 32,02 DH, 5 DH, 90 DH; then none at all, and one that cannot be bought.
  await shop.addProduct({ user: 149.5, distributor: 110 })
  await shop.addProduct({ user: 100, distributor: 90 })
  await shop.addProduct({ user: 200, distributor: 100 })
  await shop.addProduct({ user: 100, distributor: 96 })
  await shop.addProduct({ user: 900, distributor: 100, stock: 0 })
  expect(await exampleGains(shop.db, 5)).toEqual({ least: 500, most: 9_000, usual: 3_200 })
  await shop.db.execute(sql`update products set hidden_at = now() where user_price = 10000`)
  expect(await exampleGains(shop.db, 5)).toEqual({ least: 3_200, most: 9_000, usual: 3_200 })
})
