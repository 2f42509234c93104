import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProductId } from '#platform/kernel/ids.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'

let shop: TestShop
let serum: ProductId
const placed: number[] = []

async function placeOrder(recipient: { name: string; phone: string; city: string }): Promise<number> {
  const customer_id = await shop.addCustomer(recipient)
  const body = { product_ids: [serum], prices: [100], priceGain: [100], quantities: [1], customer_id }
  return (await shop.call('POST', '/api/orders/create', { body })).json.order.OrderID
}

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
  serum = await shop.addProduct({ name: 'Sérum éclat 30', user: 100, distributor: 60, stock: 100 })
  placed.push(
    await placeOrder({ name: 'Nadia Benjelloun', phone: '0661204518', city: 'Fès' }),
    await placeOrder({ name: 'فاطمة الزهراء', phone: '0712345678', city: 'Rabat' }),
    await placeOrder({ name: 'Nadia Benjelloun', phone: '+212 661-204518', city: 'Fès' }),
  )
})

afterAll(() => shop.close())

const search = async (q: string, token = shop.tokens.admin) =>
  shop.call('GET', `/api/admin/search?q=${encodeURIComponent(q)}`, { token })

const found = async (q: string) => {
  const { status, json } = await search(q)
  expect(status).toBe(200)
  return json
}

const idsOf = (orders: { OrderID: number }[]) => orders.map(({ OrderID }) => OrderID)

test('a phone is found in any spelling, whole or begun, with the person that it belongs to', async () => {
  for (const typed of [
    '0661204518',
    '06 61 20 45 18',
    '+212 661 204 518',
    '00212661204518',
    '06.61-20.45',
    '661204518',
  ]) {
    const { orders, customers } = await found(typed)
    expect(idsOf(orders), typed).toEqual([placed[2], placed[0]])
    expect(customers, typed).toEqual([
      {
        CustomerID: expect.any(Number),
        Name: 'Nadia Benjelloun',
        Phone: '0661204518',
        City: 'Fès',
        orders: 2,
        OrderID: placed[2],
      },
    ])
  }
})

test('names are found in Arabic, and without the accents and capitals that they are written with', async () => {
  expect(idsOf((await found('فاطمة')).orders)).toEqual([placed[1]])
  expect((await found('فَاطِمَة')).customers).toMatchObject([{ Name: 'فاطمة الزهراء' }])
  expect((await found('BENJEL')).customers).toHaveLength(1)
  expect((await found('serum eclat')).products).toEqual([
    {
      ProductID: serum,
      Name: 'Sérum éclat 30',
      image: expect.any(String),
      user_price: 100,
      StockQuantity: expect.any(Number),
    },
  ])
})

test('the order of a number comes first, however the number is written', async () => {
  for (const typed of [String(placed[0]), `#${placed[0]}`, `n° ${placed[0]}`, `N°${placed[0]}`])
    expect(idsOf((await found(typed)).orders)[0], typed).toBe(placed[0])
})

test('the order of a courier’s number is found, before those whose own number has it', async () => {
  const tracking = `${placed[1]}`
  await shop.db.execute(sql`insert into parcels (order_id, tracking, state, state_at, last_event_at)
    values (${placed[0]}, ${tracking}, 'handed', now(), now()), (${placed[2]}, 'OZ-88121', 'delivered', now(), now())`)
  expect(idsOf((await found('OZ-88121')).orders)).toEqual([placed[2]])
  expect(idsOf((await found(' OZ‑881 21 ')).orders)).toEqual([placed[2]])
  expect(idsOf((await found('OZ-8812')).orders)).toEqual([])
  expect(idsOf((await found(tracking)).orders).slice(0, 2)).toEqual([placed[1], placed[0]])
  await shop.db.execute(sql`delete from parcels`)
})

test('a supplier is found by name, number and promo code, with a mark once it is banned', async () => {
  const [sara] = (await found('sara')).suppliers
  expect(sara).toMatchObject({ custom_id: expect.stringMatching(/^F-/), banned: 0 })
  expect((await found(sara.custom_id.toLowerCase())).suppliers).toEqual([sara])
  expect((await found(sara.promo_code.toLowerCase())).suppliers).toEqual([sara])
  expect((await found('karim')).suppliers).toEqual([])
})

test('a former promo code finds its supplier, labelled as such, and the orders that carry it', async () => {
  const [{ promo_code: former, custom_id }] = (await found('sara')).suppliers
  const customer_id = await shop.addCustomer({ name: 'Samir Tazi', phone: '0661000001', city: 'Fès' })
  const body = {
    product_ids: [serum],
    prices: [100],
    priceGain: [100],
    quantities: [1],
    customer_id,
    promo_code: former,
  }
  const { OrderID } = (await shop.call('POST', '/api/orders/create', { body })).json.order
  const body2 = { code: 'NOUVEAU8' }
  expect((await shop.call('PUT', '/api/supplier/code', { token: await shop.logIn('sara'), body: body2 })).status).toBe(
    200,
  )

  const byFormer = await found(former.toLowerCase())
  expect(byFormer.suppliers).toMatchObject([{ custom_id, promo_code: 'NOUVEAU8', former_code: former }])
  expect(byFormer.orders).toMatchObject([{ OrderID, promo_code: former }])
  const byNew = await found('nouveau8')
  expect(byNew.suppliers).toMatchObject([{ custom_id, promo_code: 'NOUVEAU8', former_code: null }])
  expect(byNew.orders).toEqual([])
  expect((await found(custom_id)).suppliers).toMatchObject([{ former_code: null }])
})

test('no more than five of a kind are found, and nothing that was deleted', async () => {
  const ids: number[] = []
  for (let nth = 0; nth < 6; nth++)
    ids.push(await placeOrder({ name: 'Zineb Idrissi', phone: `066700000${nth + 1}`, city: 'Rabat' }))
  const { orders, customers } = await found('zineb')
  expect(idsOf(orders)).toEqual(ids.toReversed().slice(0, 5))
  expect(customers).toHaveLength(5)
  await shop.call('DELETE', `/api/admin/orders/${ids[5]}`, { token: shop.tokens.admin })
  expect(idsOf((await found('zineb')).orders)).toEqual(ids.toReversed().slice(1))
})

test('a person two of whose orders became one is found by the one that was kept', async () => {
  const recipient = { name: 'Ghita Double', phone: '0668010203', city: 'Fès' }
  const [kept, merged] = [await placeOrder(recipient), await placeOrder(recipient)] as const
  const ask = (path: string, method = 'GET', body?: object) =>
    shop.call(method, `/api/${path}`, { token: shop.tokens.admin, ...(body && { body }) })
  const path = `confirmation/${kept}/merge`
  const { digest } = (await ask(`${path}?preview=1`, 'POST', { other: merged })).json
  expect((await ask(path, 'POST', { other: merged, digest })).status).toBe(200)
  const [person] = (await found('ghita')).customers
  expect(person).toMatchObject({ OrderID: kept, orders: 1 })
  expect((await ask(`admin/people/${person.OrderID}`)).status).toBe(200)
})

test('wildcards are letters, short texts find only what is called so, and an empty one is refused', async () => {
  const nothing = { orders: [], customers: [], products: [], suppliers: [] }
  expect(await found('%%%')).toEqual(nothing)
  expect(await found('na')).toEqual(nothing)
  expect(await found('99999999999')).toEqual(nothing)
  expect((await search('')).status).toBe(422)
  expect((await search('a'.repeat(101))).status).toBe(422)
})

test('an anonymised person is not found by what replaces its name', async () => {
  await shop.db.execute(sql`
    update customers set name = 'Client anonymisé', phone = '0000000000', search = 'client anonymise 0000000000'
    where phone = '0667000001'`)
  expect((await found('anonymise')).customers).toEqual([])
})

test('nobody but an admin searches', async () => {
  expect((await search('nadia', await shop.logIn('sara'))).status).toBe(403)
  expect((await search('nadia', 'x'.repeat(40))).status).toBe(401)
})
