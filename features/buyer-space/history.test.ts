import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR_MS } from '#platform/kernel/durations.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
})

afterAll(() => shop.close())

const history = (token = shop.tokens.karim) => shop.call('GET', '/api/buyer/history', { token })
const asAdmin = (method: string, path: string, body: object = {}) =>
  shop.call(method, `/api${path}`, { token: shop.tokens.admin, body })

test('who has done nothing has an empty history', async () => {
  const answer = await history()
  expect([answer.status, answer.json]).toEqual([200, []])
})

test('it holds purchases, sales and withdrawals, newest first, each with what was said of it', async () => {
  const begin = shop.now.getTime()
  const at = (hours: number) => new Date(begin + hours * HOUR_MS).toISOString()
  const asKarim = async (path: string, body?: object) =>
    (await shop.call('POST', `/api/buyer/${path}`, { token: shop.tokens.karim, body })).json
  const bought = (await asKarim('request-stock', { amount: 10_000 })).purchase.id
  await asAdmin('PUT', `/approve-request/${bought}`)
  shop.pass(HOUR_MS)
  await asAdmin('PUT', '/admin/sell-stock', { buyer_id: shop.ids.karim, amount: 1234.5 })
  shop.pass(HOUR_MS)
  const refused = (await asKarim('request-withdrawal')).withdrawal.id
  await asAdmin('POST', `/admin/withdrawals/${refused}/reject`, { reason: 'RIB incomplet' })
  shop.pass(HOUR_MS)
  const approved = (await asKarim('request-withdrawal')).withdrawal.id
  await asAdmin('PUT', `/admin/buyer/approve-withdrawal/${approved}`, { reference: 'VIR 2026-7' })
  shop.pass(HOUR_MS)
  const declined = (await asKarim('request-stock', { amount: 5000 })).purchase.id
  await asAdmin('PUT', `/admin/reject-request/${declined}`, { reason: 'Virement non reçu' })
  shop.pass(HOUR_MS)
  const waiting = (await asKarim('request-stock', { amount: 20_000 })).purchase.id

  const blank = { status: null, reason: null, reference: null, note: null }
  expect((await history()).json).toEqual([
    { ...blank, kind: 'purchase', id: waiting, amount: 20_000, status: 'en attente', created_at: at(5) },
    {
      ...blank,
      kind: 'purchase',
      id: declined,
      amount: 5000,
      status: 'refusé',
      reason: 'Virement non reçu',
      created_at: at(4),
    },
    {
      ...blank,
      kind: 'withdrawal',
      id: approved,
      amount: 1234.5,
      status: 'approuvé',
      reference: 'VIR 2026-7',
      created_at: at(3),
    },
    {
      ...blank,
      kind: 'withdrawal',
      id: refused,
      amount: 1234.5,
      status: 'refusé',
      reason: 'RIB incomplet',
      created_at: at(2),
    },
    { ...blank, kind: 'sale', id: expect.any(Number), amount: 1234.5, created_at: at(1) },
    { ...blank, kind: 'purchase', id: bought, amount: 10_000, status: 'approuvé', created_at: at(0) },
  ])
})

test('it is the caller’s own, and buyers’ alone', async () => {
  const before = (await history()).json
  await shop.db.execute(sql`
    insert into accounts (custom_id, role, name, email, phone, address, search, created_at)
    values ('B-2999', 'buyer', 'Laïla', 'laila@shop.example', '0600000001', 'Fès', 'laila', ${shop.now.toISOString()})`)
  await shop.db.execute(sql`
    insert into sales (buyer_id, amount, recorded_at)
    select id, 100, ${shop.now.toISOString()} from accounts where custom_id = 'B-2999'`)
  expect((await history()).json).toEqual(before)
  expect((await history(shop.tokens.sara)).status).toBe(403)
  expect((await history(shop.tokens.admin)).status).toBe(403)
})

describe('in pages', () => {
  const page = async (number: number, perPage = 3) =>
    (await shop.call('GET', `/api/buyer/history?page=${number}&per_page=${perPage}`, { token: shop.tokens.karim })).json

  beforeAll(async () => {
    const at = (n: string) => sql`${shop.now.toISOString()}::timestamptz + ${sql.raw(n)} * interval '1 minute'`
    await shop.db.execute(sql`
      insert into sales (buyer_id, amount, recorded_at)
      select ${shop.ids.karim}, 100 * n, ${at('(n % 5)')} from generate_series(1, 9) as n`)
    await shop.db.execute(sql`
      insert into purchases (buyer_id, amount, status, requested_at, decided_at)
      select ${shop.ids.karim}, 500000, 'approved', ${at('(n % 4)')}, now() from generate_series(1, 8) as n`)
  })

  test('each is its part of the whole', async () => {
    const whole = (await history()).json
    expect(whole).toHaveLength(23)
    for (let number = 1; number <= 8; number++) {
      const { data, total, last_page } = await page(number)
      expect([total, last_page], `${number}`).toEqual([23, 8])
      expect(data, `${number}`).toEqual(whole.slice(3 * (number - 1), 3 * number))
    }
    expect((await page(9)).data).toEqual([])
  })

  test('each says what all of it comes to', async () => {
    const sums = {
      sold: 1279.5,
      withdrawable: 45,
      pending_purchases: 20_000,
      pending_withdrawals: 0,
      pending_sales: 0,
      declarable: 48_720.5,
      rib: expect.stringMatching(/42$/),
    }
    for (const number of [1, 8]) expect((await page(number)).balance).toEqual(sums)
    await shop.call('POST', '/api/buyer/request-withdrawal', { token: shop.tokens.karim })
    expect((await page(1)).balance).toEqual({ ...sums, withdrawable: 0, pending_withdrawals: 45 })
    const { id } = (await history()).json.find(
      (each: { kind: string; status: string }) => each.kind === 'withdrawal' && each.status === 'en attente',
    )
    await asAdmin('POST', `/admin/withdrawals/${id}/reject`, { reason: 'RIB incomplet' })
    const { json } = await shop.call('GET', '/api/get-stock-data', { token: shop.tokens.karim })
    expect(json).toEqual({ totalStock: 50_000, stockSold: 1279.5, stockLeft: 48_720.5 })
  })

  test('the sums follow what is undone', async () => {
    await shop.db.execute(sql`delete from sales where buyer_id = ${shop.ids.karim} and amount = 900`)
    expect((await page(1)).balance.sold).toBe(1270.5)
    await shop.db.execute(
      sql`update sales set amount = amount + 50 where buyer_id = ${shop.ids.karim} and amount = 800`,
    )
    expect((await page(1)).balance.sold).toBe(1271)
  })
})
