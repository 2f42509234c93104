import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, PASSWORD, type TestShop } from '#test/test-app.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
})

afterAll(() => shop.close())

const read = (token?: string) => shop.call('GET', '/api/buyer/to-pay', token === undefined ? {} : { token })

test('a buyer reads what it has to pay, and where once the owner has written it; nobody else does', async () => {
  expect((await read(shop.tokens.karim)).json).toEqual({ account: null, purchases: [] })
  const call = { token: shop.tokens.karim, body: { amount: 5000 } }
  const { id } = (await shop.call('POST', '/api/buyer/request-stock', call)).json.purchase
  const bankRib = '007780000123456789012396'
  const changed = await shop.call('PUT', '/api/admin/settings', {
    token: shop.tokens.admin,
    body: { bankHolder: 'Rosalia SARL', bankName: 'Banque du Souss', bankRib, current_password: PASSWORD },
  })
  expect([changed.status, changed.text]).toEqual([200, expect.any(String)])
  const account = { holder: 'Rosalia SARL', bank: 'Banque du Souss', rib: bankRib }
  expect((await read(shop.tokens.karim)).json).toEqual({ account, purchases: [{ id, amount: 5000 }] })
  await shop.call('PUT', `/api/approve-request/${id}`, { token: shop.tokens.admin })
  expect((await read(shop.tokens.karim)).json).toEqual({ account, purchases: [] })
  expect([(await read()).status, (await read(shop.tokens.sara)).status]).toEqual([401, 403])
})
