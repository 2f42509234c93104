import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OrderId } from '#platform/kernel/ids.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'
import { checkInvariants } from './check-invariants.ts'

const NB = '\u00A0'
const GAINS = 'what a supplier earned is what it can withdraw and what it asked for'
const STOCK = 'a stock is what was entered less what orders hold that are live or outside'

let shop: TestShop
let cream: number
let delivered: OrderId

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
  const id = await shop.addProduct()
  cream = id
  const customer_id = await shop.addCustomer({}, { token: shop.tokens.sara })
  const body = { product_ids: [id], prices: [110], priceGain: [149.5], quantities: [1], customer_id }
  delivered = (await shop.call('POST', '/api/orders/create', { token: shop.tokens.sara, body })).json.order.OrderID
  await shop.call('PUT', `/api/admin/orders/${delivered}/tracking`, {
    token: shop.tokens.admin,
    body: { CurrentStatus: 'livré' },
  })
})

afterAll(() => shop.close())

const round = () => checkInvariants({ db: shop.db, now: () => shop.now })
const withdraw = (gain: number) => shop.call('POST', '/api/withdraw', { token: shop.tokens.sara, body: { gain } })
const bell = async () =>
  (await shop.call('GET', '/api/admin/notifications', { token: shop.tokens.admin })).json
    .map(({ message }: { message: string }) => message)
    .filter((message: string) => message.startsWith('Comptes'))
const ready = async () => (await shop.call('GET', '/readyz')).json

test('books that add up leave withdrawals open and the bell still', async () => {
  expect(await round()).toEqual([])
  await expect.poll(ready).toEqual({
    status: 'ok',
    disk: 'ok',
    database: 'up',
    books: { checked_at: shop.now.toISOString(), broken: [], stopped: 0 },
  })
  expect(await bell()).toEqual([])
})

test('books that do not stop every withdrawal, ring once and say so, until they do again', async () => {
  // Somebody with a console: a piece that nobody entered, and a gain that nobody earned.
  await shop.db.execute(sql`update products set stock = stock + 1 where id = ${cream}`)
  // Two copies of the program look at the same moment.
  const [found] = await Promise.all([round(), round()])
  expect(found.map(({ name }) => name)).toEqual([STOCK])
  await round()
  expect(await bell()).toEqual([
    `Comptes à vérifier, retraits suspendus${NB}– ne tient plus${NB}: «${NB}Un stock est ce qui est entré moins ce que tiennent les commandes${NB}»`,
  ])
  await expect.poll(ready).toMatchObject({ books: { broken: [STOCK], stopped: 'all' } })
  const refused = await withdraw(39.5)
  expect([refused.status, refused.json.message]).toEqual([
    409,
    'Les retraits sont suspendus le temps d’une vérification des comptes. Réessayez plus tard.',
  ])
  await shop.db.execute(sql`update products set stock = stock - 1 where id = ${cream}`)
  expect(await round()).toEqual([])
  expect((await withdraw(39.5)).status).toBe(200)
})

test('what was asked for before is not paid out either, but can be refused', async () => {
  const { rows } = await shop.db.execute<{ id: number }>(sql`select max(id) as id from withdrawals`)
  const { id } = rows[0]!
  const decide = (how: string, body: object) =>
    shop.call('POST', `/api/admin/withdrawals/${id}/${how}`, { token: shop.tokens.admin, body })
  await shop.db.execute(sql`update withdrawals set amount = amount + 100 where id = ${id}`)
  expect((await round()).map(({ name }) => name)).toContain(GAINS)
  expect((await decide('approve', {})).status).toBe(409)
  await shop.db.execute(sql`update withdrawals set amount = amount - 100 where id = ${id}`)
  await shop.db.execute(sql`update products set stock = stock + 1 where id = ${cream}`)
  await round()
  expect((await decide('reject', { reason: 'RIB' })).status).toBe(200)
  await shop.db.execute(sql`update products set stock = stock - 1 where id = ${cream}`)
  await round()
})

describe('a supplier who is banned', () => {
  const asAdmin = (method: string, url: string) => shop.call(method, url, { token: shop.tokens.admin })
  const orderOf = async (who: 'sara' | 'youssef') => {
    const token = shop.tokens[who]
    const customer_id = await shop.addCustomer({}, { token })
    const body = { product_ids: [cream], prices: [110], priceGain: [149.5], quantities: [1], customer_id }
    const { json } = await shop.call('POST', '/api/orders/create', { token, body })
    await shop.call('PUT', `/api/admin/orders/${json.order.OrderID}/tracking`, {
      token: shop.tokens.admin,
      body: { CurrentStatus: 'livré' },
    })
  }

  test('after the clock went back is banned after all that it wrote, and no withdrawal stops', async () => {
    await orderOf('sara')
    await orderOf('youssef')
    shop.pass(-3_600_000)
    expect((await asAdmin('DELETE', `/api/admin/user/${shop.ids.sara}`)).status).toBe(200)
    expect(await round()).toEqual([])
    const { rows } = await shop.db.execute<{ banned: Date; newest: Date }>(sql`
      select banned_at as banned, (select max(created_at) from orders where supplier_id = accounts.id) as newest
      from accounts where id = ${shop.ids.sara}`)
    expect(rows[0]!.banned).toEqual(rows[0]!.newest)
  })

  test('is not the only one: a buyer’s ban is no older than a sale that it declared', async () => {
    const asKarim = (url: string, body: object) => shop.call('POST', url, { token: shop.tokens.karim, body })
    const { purchase } = (await asKarim('/api/buyer/request-stock', { amount: 5000 })).json
    await asAdmin('PUT', `/api/approve-request/${purchase.id}`)
    shop.pass(1000)
    expect((await asKarim('/api/buyer/declare-sale', { amount: 100 })).status).toBe(200)
    shop.pass(-3_600_000)
    expect((await asAdmin('DELETE', `/api/admin/user/${shop.ids.karim}`)).status).toBe(200)
    expect(await round()).toEqual([])
  })

  test('and wrote all the same stops its own withdrawals alone', async () => {
    await shop.db.execute(sql`update accounts set banned_at = '2020-01-01' where id = ${shop.ids.sara}`)
    expect((await round()).map(({ name, accounts }) => [name, accounts])).toEqual([
      ['nothing is written by a banned account after its ban', [shop.ids.sara]],
    ])
    const withdrawn = await shop.call('POST', '/api/withdraw', { token: shop.tokens.youssef, body: { gain: 39.5 } })
    expect([withdrawn.status, withdrawn.json.message]).toEqual([200, expect.any(String)])
  })
})
