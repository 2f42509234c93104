import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProductId } from '#platform/kernel/ids.ts'
import { openTestShop, type TestAnswer, type TestShop } from '#test/test-app.ts'

let shop: TestShop
let goods: ProductId

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
  goods = await shop.addProduct()
})

afterAll(() => shop.close())

const asAdmin = (method: string, path: string, body?: object): Promise<TestAnswer> =>
  shop.call(method, path, { token: shop.tokens.admin, body })
const exportOf = (phone: string) => asAdmin('POST', '/api/admin/personal-data/export', { phone })
const anonymise = (phone: string) => asAdmin('POST', '/api/admin/personal-data/anonymise', { phone })

const spellingsOf = (local: string): string[] =>
  ['0', '', '212', '00', '2120', '+212', '+212 (0) ', '00212'].map((prefix) => `${prefix}${local}`)

async function order(phone: string, name: string): Promise<number> {
  const customer_id = await shop.addCustomer({ name, phone })
  const lines = { product_ids: [goods], prices: [149.5], priceGain: [149.5], quantities: [1] }
  const { json } = await shop.call('POST', '/api/orders/create', { body: { ...lines, customer_id } })
  await asAdmin('PUT', `/api/admin/orders/${json.order.OrderID}/tracking`, { CurrentStatus: 'annulé' })
  return json.order.OrderID
}

test('a person is one however the number is spelled: found, handed out and forgotten as a whole', async () => {
  const spellings = spellingsOf('655010203')
  const orders: number[] = []
  for (const spelling of spellings) orders.push(await order(spelling, 'Zoubida Unetelle'))
  for (const spelling of spellings) {
    const { data } = (await asAdmin('GET', `/api/admin/orders?search=${encodeURIComponent(spelling)}`)).json
    expect(data.length, spelling).toEqual(spellings.length)
    expect((await exportOf(spelling)).json.orders).toHaveLength(spellings.length)
  }
  expect((await anonymise('212655010203')).status).toBe(200)
  for (const spelling of spellings) expect((await exportOf(spelling)).status).toBe(404)
  const { rows } = await shop.db.execute(sql`select from orders where name like 'Zoubida%'`)
  expect(rows).toHaveLength(0)
})

test('an account is found by its number however it was typed at sign-up', async () => {
  const typed = { name: 'Hicham', email: 'hicham@shop.example', address: 'Rabat', password: 'le soleil de minuit' }
  const { json } = await shop.call('POST', '/api/register', { body: { ...typed, phone: '212655040506' } })
  expect(json.user.phone).toBe('0655040506')
  for (const spelling of spellingsOf('655040506')) {
    const { data } = (await asAdmin('GET', `/api/admin/suppliers?search=${encodeURIComponent(spelling)}`)).json
    expect(data.map(({ email }: { email: string }) => email)).toEqual([typed.email])
  }
})

test.each(['0000000000', '111111', '+222 22 22 22'])(
  '%s is nobody’s number: nobody orders or signs up with it',
  async (phone) => {
    const typed = { Name: 'Nadia', Phone: phone, Address: '1, rue du Port', City: 'Fès' }
    const recipient = await shop.call('POST', '/api/customers/create', { body: typed })
    expect([recipient.status, Object.keys(recipient.json.errors)]).toEqual([422, ['Phone']])
    const person = { name: 'Nadia', email: 'n@shop.example', address: 'Rabat', password: 'le soleil de minuit' }
    const digits = phone.replace(/\D/g, '')
    const signUp = await shop.call('POST', '/api/register', { body: { ...person, phone: digits } })
    expect([signUp.status, Object.keys(signUp.json.errors)]).toEqual([422, ['phone']])
  },
)

test('whoever ordered with such a number while it was taken can be forgotten, once', async () => {
  const id = await order('0699999999', 'Zineb Tantpis')
  await order('0699999998', 'Quelqu’un d’autre')
  await anonymise('0699999998')
  await shop.db.execute(sql`update orders set phone = '0000000000' where id = ${id}`)
  await shop.db.execute(sql`update customers set phone = '0000000000' where name = 'Zineb Tantpis'`)
  expect((await exportOf('0000000000')).json.orders.map(({ number }: { number: number }) => number)).toEqual([id])
  expect((await anonymise('0000000000')).status).toBe(200)
  const { rows } = await shop.db.execute(sql`select from orders where name like 'Zineb%'`)
  expect(rows).toHaveLength(0)
  expect((await exportOf('0000000000')).status).toBe(404)
})
