import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '#platform/kernel/durations.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'

let shop: TestShop
let cream: ProductId

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
  cream = await shop.addProduct({ name: 'Crème', user: 100, distributor: 60 })
})

afterAll(() => shop.close())

const toDo = async () => (await shop.call('GET', '/api/admin/to-do', { token: shop.tokens.admin })).json
const summary = async () =>
  (await shop.call('GET', '/api/admin/ordersDashbord?summary=1', { token: shop.tokens.admin })).json

const bestProducts = async () => (await shop.call('GET', '/api/admin/best-products', { token: shop.tokens.admin })).json

async function order(token?: string): Promise<number> {
  const customer_id = await shop.addCustomer({ city: 'Rabat' }, { ...(token ? { token } : {}) })
  const price = token ? 60 : 100
  const body = { product_ids: [cream], prices: [price], priceGain: [100], quantities: [1], customer_id }
  return (await shop.call('POST', '/api/orders/create', { token, body })).json.order.OrderID
}

const track = (id: number, CurrentStatus: string) =>
  shop.call('PUT', `/api/admin/orders/${id}/tracking`, { token: shop.tokens.admin, body: { CurrentStatus } })

test('nothing waits in a shop where nothing happened', async () => {
  expect(await toDo()).toEqual({
    calls: { to_call: 0, none: 0, promised: 0, later: 0, tomorrow: 0, unreachable: 0, wrong_number: 0, confirmed: 0 },
    pendingOrders: 0,
    oldOrders: 0,
    flaggedOrders: 0,
    withdrawals: { count: 0, amount: 0 },
    purchases: { count: 0, amount: 0 },
    declaredSales: { count: 0, amount: 0 },
    returns: { count: 0, amount: 0 },
    openStatements: 0,
    parcels: { chase: 0, silent: 0 },
    lowStock: { count: 0, products: [] },
  })
  const nothing = { orders: 0, amount: 0, delivered: 0, cancelled: 0 }
  expect(await summary()).toMatchObject({ total: 0, paid: 0, perDay: [], last: nothing, before: nothing })
  expect(await bestProducts()).toEqual([])
})

test('orders wait once they are older than two days, as long as they are en attente', async () => {
  const [first, second] = [await order(), await order()]
  shop.pass(48 * HOUR_MS)
  await shop.logIn('admin')
  expect((await toDo()).oldOrders).toBe(0)
  shop.pass(1)
  expect(await toDo()).toMatchObject({ pendingOrders: 2, oldOrders: 2 })
  await track(first!, 'attribué')
  expect(await toDo()).toMatchObject({ pendingOrders: 1, oldOrders: 1 })
  await shop.call('DELETE', `/api/admin/orders/${second}`, { token: shop.tokens.admin })
  expect((await toDo()).oldOrders).toBe(0)
})

test('a confirmed order is neither to be called nor to be confirmed; it is counted apart', async () => {
  const before = await toDo()
  const id = await order()
  const counted = async () => {
    const { pendingOrders, calls } = await toDo()
    return [pendingOrders, calls.to_call, calls.confirmed].map(
      (count, nth) => count - [before.pendingOrders, before.calls.to_call, before.calls.confirmed][nth],
    )
  }
  expect(await counted()).toEqual([1, 1, 0])
  const token = shop.tokens.admin
  await shop.call('POST', `/api/confirmation/${id}/attempts`, { token, body: { outcome: 'confirmé' } })
  expect(await counted()).toEqual([0, 0, 1])
  await track(id, 'annulé')
})

test('flagged orders wait until somebody has looked', async () => {
  const [id] = [await order(), await order()]
  await shop.db.execute(sql`update orders set is_flagged = true where id = ${id}`)
  expect((await toDo()).flaggedOrders).toBe(1)
  await track(id, 'attribué')
  expect((await toDo()).flaggedOrders).toBe(0)
})

test('requests wait with what they come to', async () => {
  const token = await shop.logIn('karim')
  for (const amount of [5000, 10_000]) await shop.call('POST', '/api/buyer/request-stock', { token, body: { amount } })
  expect((await toDo()).purchases).toEqual({ count: 2, amount: 15_000 })
  const at = shop.now.toISOString()
  await shop.db.execute(sql`
    insert into sale_declarations (buyer_id, amount, status, reason, declared_at, decided_at) values
      (${shop.ids.karim}, 12050, 'pending', null, ${at}, null), (${shop.ids.karim}, 900, 'pending', null, ${at}, null),
      (${shop.ids.karim}, 700, 'refused', 'Reçu illisible', ${at}, ${at})`)
  expect((await toDo()).declaredSales).toEqual({ count: 2, amount: 129.5 })
  const sara = await shop.logIn('sara')
  await track(await order(sara), 'livré')
  await shop.call('POST', '/api/withdraw', { token: sara, body: { gain: 40 } })
  expect((await toDo()).withdrawals).toEqual({ count: 1, amount: 40 })
})

test('products that are nearly sold out are counted, the scarcest named first', async () => {
  for (const stock of [6, 5, 0, 3, 4, 2, 1]) await shop.addProduct({ name: `Reste ${stock}`, stock })
  const { lowStock } = await toDo()
  expect(lowStock.count).toBe(6)
  expect(lowStock.products.map((each: { Name: string }) => each.Name)).toEqual([
    'Reste 0',
    'Reste 1',
    'Reste 2',
    'Reste 3',
    'Reste 4',
  ])
  expect(lowStock.products[0]).toEqual({ ProductID: expect.any(Number), Name: 'Reste 0', StockQuantity: 0 })
})

test('the last thirty days stand beside the thirty before them, each with what was delivered', async () => {
  const before = await summary()
  await track(await order(), 'livré')
  const cancelled = await order()
  await track(cancelled, 'annulé')
  await order()
  const { last } = await summary()
  expect(last).toEqual({
    orders: before.last.orders + 3,
    amount: before.last.amount + 2 * 135,
    delivered: before.last.delivered + 1,
    cancelled: before.last.cancelled + 1,
  })
  shop.pass(30 * 24 * HOUR_MS)
  await shop.logIn('admin')
  const later = await summary()
  expect(later.last).toEqual({ orders: 0, amount: 0, delivered: 0, cancelled: 0 })
  expect(later.before.orders).toBe(last.orders)
  shop.pass(30 * 24 * HOUR_MS)
  await shop.logIn('admin')
  expect((await summary()).before.orders).toBe(0)
})

test('the best products are those of which most pieces were ordered, cancelled orders left out', async () => {
  const serum = await shop.addProduct({ name: 'Sérum', user: 100, distributor: 60, stock: 100 })
  const place = async (product: ProductId, quantity: number): Promise<number> => {
    const customer_id = await shop.addCustomer({ city: 'Rabat' })
    const body = { product_ids: [product], prices: [100], priceGain: [100], quantities: [quantity], customer_id }
    return (await shop.call('POST', '/api/orders/create', { body })).json.order.OrderID
  }
  await place(cream, 1)
  await place(serum, 2)
  await place(serum, 1)
  await track(await place(cream, 9), 'annulé')
  expect(await bestProducts()).toEqual([
    { ProductID: serum, Name: 'Sérum', image: expect.any(String), pieces: 3, orders: 2 },
    { ProductID: cream, Name: 'Crème', image: expect.any(String), pieces: 1, orders: 1 },
  ])
})
