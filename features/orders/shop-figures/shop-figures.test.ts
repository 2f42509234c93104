import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#test/test-app.ts'
import { shopFigures } from './shop-figures.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})

beforeEach(() => shop.db.execute(sql`delete from orders`))

afterAll(() => shop.close())

const NONE = { delivered: null, cities: null, years: null }

/** Orders of one city, placed so many days ago. */
const addOrders = (count: number, city: string, { status = 'delivered', days = 0, isDeleted = false } = {}) => {
  const placed = new Date(shop.now.getTime() - days * 24 * 60 * 60 * 1000).toISOString()
  return shop.db.execute(sql`
    with customer as (
      insert into customers (name, phone, address, city, created_at, search)
      values ('Nadia', '0612345678', 'Rue', ${city}, ${placed}, 'nadia') returning id
    )
    insert into orders (customer_id, origin, name, phone, address, city, subtotal, discount, delivery, total, collected,
      gain, status, created_at, updated_at, deleted_at, search)
    select customer.id, 'direct', 'Nadia', '0612345678', 'Rue', ${city}, 1000, 0, 3500, 4500, 4500, 0, ${status},
      ${placed}, ${placed}, ${isDeleted ? placed : null}, 'nadia'
    from customer, generate_series(1, ${count}::int)`)
}

const figures = () => shopFigures(shop.db, shop.now)

test('a young shop says nothing of itself', async () => {
  expect(await figures()).toEqual(NONE)
  await addOrders(49, 'Rabat')
  expect(await figures()).toEqual(NONE)
})

test('delivered orders are counted from fifty on and rounded down, never up', async () => {
  await addOrders(50, 'Rabat')
  expect((await figures()).delivered).toBe(50)
  await addOrders(149, 'Rabat')
  expect((await figures()).delivered).toBe(190)
  await addOrders(1000, 'Rabat')
  expect((await figures()).delivered).toBe(1100)
})

test('what was not delivered counts in nothing', async () => {
  await addOrders(60, 'Rabat', { status: 'cancelled', days: 800 })
  await addOrders(60, 'Rabat', { status: 'pending', days: 800 })
  await addOrders(60, 'Rabat', { status: 'pending', days: 800, isDeleted: true })
  for (const city of ['Agadir', 'Fès', 'Oujda', 'Safi']) await addOrders(1, city, { status: 'pending' })
  expect(await figures()).toEqual(NONE)
})

test('cities are those of the list, each once and from five on', async () => {
  for (const city of ['Agadir', 'Fès', 'Oujda', 'Safi', 'autre']) await addOrders(2, city)
  expect((await figures()).cities).toBeNull()
  await addOrders(1, 'Rabat')
  expect((await figures()).cities).toBe(5)
})

test('years are full ones since the first delivered order', async () => {
  await addOrders(1, 'Rabat', { days: 364 })
  expect((await figures()).years).toBeNull()
  await addOrders(1, 'Rabat', { days: 366 })
  expect((await figures()).years).toBe(1)
  await addOrders(1, 'Rabat', { days: 2 * 366 })
  expect((await figures()).years).toBe(2)
})
