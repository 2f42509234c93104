import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OrderId, ProductId } from '#platform/kernel/ids.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'
import { findConfirmation } from '../queries.ts'

let shop: TestShop
let oil: ProductId

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
  oil = await shop.addProduct()
})

afterAll(() => shop.close())

async function placed({ token, promo_code }: { token?: string; promo_code?: string } = {}) {
  const customer_id = await shop.addCustomer({}, { token })
  const lines = { product_ids: [oil], prices: [token ? 110 : 149.5], quantities: [1], priceGain: [149.5] }
  const body = { ...lines, customer_id, promo_code }
  return (await shop.call('POST', '/api/orders/create', { token, body })).json.order as {
    OrderID: OrderId
    code?: string
  }
}

const confirm = (id: OrderId, body: object) =>
  shop.call('POST', `/api/confirmation/${id}/attempts`, {
    token: shop.tokens.admin,
    body: { outcome: 'confirmé', via: 'whatsapp', ...body },
  })

test('a visitor’s receipt has four letters of its own; a supplier’s has none', async () => {
  const [one, other] = [await placed(), await placed({ promo_code: 'SARA10' })]
  for (const { code } of [one, other]) expect(code).toMatch(/^[A-HJ-NP-Z2-9]{4}$/)
  expect(one.code).not.toBe(other.code)
  expect(await placed({ token: shop.tokens.sara })).not.toHaveProperty('code')
})

test('nothing that suppliers and staff read has the letters', async () => {
  const { OrderID, code } = await placed({ promo_code: 'SARA10' })
  const read = [
    await shop.call('GET', `/api/admin/orders/${OrderID}`, { token: shop.tokens.admin }),
    await shop.call('GET', '/api/admin/orders', { token: shop.tokens.admin }),
    await shop.call('GET', '/api/supplier/get-ordersAdmin', { token: shop.tokens.sara }),
    await shop.call('POST', '/api/confirmation/next', { token: shop.tokens.admin }),
  ]
  for (const { status, text } of read) expect([status, text.includes(`"${code}"`)]).toEqual([200, false])
})

test('a confirmation by WhatsApp brings the letters of its order, in any case, or is refused', async () => {
  const [{ OrderID, code }, other] = [await placed(), await placed()]
  expect((await confirm(OrderID, {})).json.codes).toEqual({ code: ['required'] })
  expect((await confirm(OrderID, { code: other.code })).json).toMatchObject({
    message: `Ce code n’est pas celui de la commande ${OrderID}.`,
    codes: { code: ['not_code_of_order'] },
  })
  expect(await findConfirmation(shop.db, OrderID)).toMatchObject({ contact: 'to_call', attempts: 0 })
  expect((await confirm(OrderID, { code: ` ${code!.toLowerCase()} ` })).json.contact).toBe('confirmed')
  expect(await findConfirmation(shop.db, OrderID)).toMatchObject({ contact: 'confirmed', confirmedVia: 'whatsapp' })
})

test('a confirmation by WhatsApp leaves the day that she chose on her page; a reopened order has none', async () => {
  const { OrderID, code } = await placed()
  const asAdmin = (path: string) =>
    shop.call('POST', `/api/confirmation/${OrderID}/${path}`, { token: shop.tokens.admin, body: {} })
  const path = new URL((await asAdmin('link')).json.url).pathname.replace('/c/', '/api/confirm/')
  const { day } = (await shop.call('GET', path)).json.days[9]
  expect((await shop.call('POST', path, { body: { action: 'autre jour', day } })).status).toBe(200)
  shop.pass(60_000)
  expect((await confirm(OrderID, { code })).status).toBe(200)
  expect(await findConfirmation(shop.db, OrderID)).toMatchObject({ confirmedVia: 'whatsapp', wishDay: day })
  expect((await asAdmin('reopen')).status).toBe(200)
  expect((await confirm(OrderID, { via: 'phone' })).status).toBe(200)
  expect(await findConfirmation(shop.db, OrderID)).toMatchObject({ confirmedVia: 'phone', wishDay: null })
})

test('other outcomes by WhatsApp need no letters', async () => {
  const { OrderID } = await placed()
  expect((await confirm(OrderID, { outcome: 'pas de réponse' })).json.contact).toBe('retry')
})
