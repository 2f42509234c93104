import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#test/test-app.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
})

afterAll(() => shop.close())

const read = (token?: string) => shop.call('GET', '/api/buyer/bank-details', token === undefined ? {} : { token })

test('a buyer reads where it pays what it buys once the owner has written it, and nobody else does', async () => {
  expect((await read(shop.tokens.karim)).json).toEqual({ holder: null, bank: null, rib: null })
  const bankRib = '007780000123456789012396'
  const changed = await shop.call('PUT', '/api/admin/settings', {
    token: shop.tokens.admin,
    body: { bankHolder: 'Rosalia SARL', bankName: 'Banque du Souss', bankRib },
  })
  expect([changed.status, changed.text]).toEqual([200, expect.any(String)])
  expect((await read(shop.tokens.karim)).json).toEqual({
    holder: 'Rosalia SARL',
    bank: 'Banque du Souss',
    rib: bankRib,
  })
  expect([(await read()).status, (await read(shop.tokens.sara)).status]).toEqual([401, 403])
})
