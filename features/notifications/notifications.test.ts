import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#platform/kernel/durations.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'
import { deleteReadNotifications } from './queries.ts'

let shop: TestShop
let cream: ProductId

const NB = '\u00A0'

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
  cream = await shop.addProduct({ name: 'Crème', user: 149.5, distributor: 110 })
})

afterAll(() => shop.close())

beforeEach(async () => {
  await shop.db.execute(sql`delete from notifications`)
})

const asAdmin = (method: string, path: string, body?: object) =>
  shop.call(method, `/api/admin/notifications${path}`, { token: shop.tokens.admin, body })
const listed = async () => (await asAdmin('GET', '')).json
const lines = async () => (await listed()).map(({ message, link }: Record<string, string>) => [message, link])
const unread = async () => (await asAdmin('GET', '/unread')).json

async function order({ product = cream, price = 149.5, quantity = 1, city = 'Casablanca', phone = '0612345678' } = {}) {
  const customer_id = await shop.addCustomer({ city, phone })
  return shop.call('POST', '/api/orders/create', {
    body: { product_ids: [product], prices: [price], priceGain: [price], quantities: [quantity], customer_id },
  })
}

const customIdOf = async (id: number) =>
  (await shop.db.execute<{ customId: string }>(sql`select custom_id as "customId" from accounts where id = ${id}`))
    .rows[0]!.customId

describe('the bell rings', () => {
  test('for an order, with what the courier collects, the city, and its page', async () => {
    const { json } = await order({ quantity: 2, city: 'Fès' })
    const { OrderID } = json.order
    expect(await listed()).toEqual([
      {
        id: expect.any(Number),
        kind: 'order',
        message: `Nouvelle commande ${OrderID}${NB}– 334,00${NB}DH, Fès`,
        link: `/order-admin/${OrderID}`,
        created_at: shop.now.toISOString(),
        is_read: false,
      },
    ])
  })

  test('for the third order of a phone within an hour, saying so', async () => {
    const limited = await openTestShop({ rateLimits: true })
    await limited.addPeople()
    const product = await limited.addProduct({ user: 100, distributor: 50 })
    for (let count = 0; count < 3; count++) {
      const customer_id = await limited.addCustomer({ phone: '0699999999' })
      const body = { product_ids: [product], prices: [100], priceGain: [100], quantities: [1], customer_id }
      await limited.call('POST', '/api/orders/create', { body })
    }
    const { json } = await limited.call('GET', '/api/admin/notifications', { token: limited.tokens.admin })
    const flagged = json.map(({ message }: { message: string }) => message.includes(`À vérifier${NB}:`))
    expect(flagged).toEqual([true, false, false])
    await limited.close()
  })

  test('for a new supplier', async () => {
    const body = { name: 'Hind Alami', email: 'hind@shop.example', phone: '0611111111', address: 'Rabat' }
    const { json } = await shop.call('POST', '/api/register', { body: { ...body, password: 'un long mot de passe' } })
    const customId = await customIdOf(json.user.id)
    expect(await lines()).toEqual([
      [`Nouveau fournisseur ${customId}${NB}– Hind Alami`, `/user-admin?search=${customId}`],
    ])
  })

  test('for a buyer’s request of stock, and for a withdrawal', async () => {
    const karim = await customIdOf(shop.ids.karim)
    const token = shop.tokens.karim
    const { json } = await shop.call('POST', '/api/buyer/request-stock', { token, body: { amount: 10_000 } })
    await shop.call('PUT', `/api/approve-request/${json.purchase.id}`, { token: shop.tokens.admin })
    const sale = { buyer_id: shop.ids.karim, amount: 1234.5 }
    await shop.call('PUT', '/api/admin/sell-stock', { token: shop.tokens.admin, body: sale })
    await shop.call('POST', '/api/buyer/request-withdrawal', { token })
    expect(await lines()).toEqual([
      [`Demande de retrait de 1${NB}234,50${NB}DH${NB}– Nom karim, ${karim}`, '/retraite?status=en+attente'],
      [`Demande de stock de 10${NB}000,00${NB}DH${NB}– Nom karim, ${karim}`, '/purchase?status=en+attente'],
    ])
  })

  test('for a product whose last piece is ordered, once', async () => {
    const rare = await shop.addProduct({ name: 'Sérum & rose', user: 100, distributor: 50, stock: 3 })
    await order({ product: rare, price: 100, quantity: 2 })
    expect(await lines()).toHaveLength(1)
    await order({ product: rare, price: 100, quantity: 1 })
    expect(await lines()).toContainEqual([
      `Produit épuisé${NB}– Sérum & rose`,
      '/produits-admin?search=S%C3%A9rum+%26+rose',
    ])
    expect(await lines()).toHaveLength(3)
  })
})

describe('a line and its cause are stored together:', () => {
  test('an order that is undone leaves no line', async () => {
    await shop.db.execute(sql`alter table order_lines add constraint nothing_new check (quantity <> 7) not valid`)
    const { status } = await order({ quantity: 7 })
    await shop.db.execute(sql`alter table order_lines drop constraint nothing_new`)
    expect(status).toBe(500)
    expect(await listed()).toEqual([])
  })

  test('without its line, no order is stored', async () => {
    const orders = async () => (await shop.rowCounts()).orders
    const before = await orders()
    await shop.db.execute(sql`alter table notifications add constraint nothing_new check (kind <> 'order') not valid`)
    const { status } = await order()
    await shop.db.execute(sql`alter table notifications drop constraint nothing_new`)
    expect([status, await orders()]).toEqual([500, before])
  })
})

describe('what is read', () => {
  test('is so once and for all; reading it again is no mistake', async () => {
    await order()
    const [{ id }] = await listed()
    expect(await unread()).toEqual({ unread: 1, newest: id })
    expect((await asAdmin('POST', `/${id}/mark-read`)).status).toBe(200)
    const readAt = async () => (await shop.db.execute(sql`select read_at::text from notifications`)).rows
    const first = await readAt()
    shop.pass(1000)
    expect((await asAdmin('POST', `/${id}/mark-read`)).status).toBe(200)
    expect(await readAt()).toEqual(first)
    expect((await listed())[0].is_read).toBe(true)
    expect(await unread()).toEqual({ unread: 0, newest: id })
    expect((await asAdmin('POST', '/999999999/mark-read')).status).toBe(404)
  })

  test('all at once is what somebody has seen: what came meanwhile stays unread', async () => {
    await order()
    await order()
    const [{ id: newest }] = await listed()
    await order()
    expect((await asAdmin('POST', '/read-all', { up_to: newest })).status).toBe(200)
    expect((await listed()).map((line: { is_read: boolean }) => line.is_read)).toEqual([false, true, true])
    expect((await asAdmin('POST', '/read-all')).status).toBe(200)
    expect((await unread()).unread).toBe(0)
  })

  test('a group of the bell is read as one, and nothing else with it', async () => {
    for (let nth = 0; nth < 4; nth++) await order()
    const ids = (await listed()).map(({ id }: { id: number }) => id)
    expect((await asAdmin('POST', '/read-all', { ids: [ids[1], ids[2]] })).status).toBe(200)
    expect((await listed()).map((line: { is_read: boolean }) => line.is_read)).toEqual([false, true, true, false])
    expect((await asAdmin('POST', '/read-all', { ids: [] })).status).toBe(422)
    expect((await unread()).unread).toBe(2)
  })

  test('goes after 90 days; what nobody read stays', async () => {
    await order()
    await order()
    const [{ id }] = await listed()
    await asAdmin('POST', `/${id}/mark-read`)
    await deleteReadNotifications(shop.db, new Date(shop.now.getTime() + 90 * DAY_MS))
    expect(await listed()).toHaveLength(2)
    await deleteReadNotifications(shop.db, new Date(shop.now.getTime() + 90 * DAY_MS + 1))
    expect((await listed()).map((line: { is_read: boolean }) => line.is_read)).toEqual([false])
  })
})

test('the newest hundred are listed, and unread ones are counted to a hundred', async () => {
  await shop.db.execute(sql`
    insert into notifications (kind, message, link, created_at)
    select 'order', 'Nouvelle commande ' || n, '/order-admin/' || n, now() from generate_series(1, 150) as n`)
  const all = await listed()
  expect([all.length, all[0].message, all.at(-1).message]).toEqual([
    100,
    'Nouvelle commande 150',
    'Nouvelle commande 51',
  ])
  expect((await unread()).unread).toBe(100)
})

test('an admin who is gone is not kept logged in by the bell of a page that was left open', async () => {
  const token = await shop.logIn('admin')
  const poll = async () => (await shop.call('GET', '/api/admin/notifications/unread', { token })).status
  for (let hour = 0; hour < 2; hour++) {
    expect(await poll()).toBe(200)
    shop.pass(HOUR_MS)
  }
  shop.pass(1)
  expect(await poll()).toBe(401)
})
