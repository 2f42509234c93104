import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#server/test-app.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
})

afterAll(() => shop.close())

const HOUR_MS = 60 * 60 * 1000

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

  const said = { status: null, reason: null, reference: null }
  expect((await history()).json).toEqual([
    { ...said, kind: 'purchase', id: waiting, amount: 20_000, status: 'en attente', created_at: at(5) },
    {
      ...said,
      kind: 'purchase',
      id: declined,
      amount: 5000,
      status: 'refusé',
      reason: 'Virement non reçu',
      created_at: at(4),
    },
    {
      ...said,
      kind: 'withdrawal',
      id: approved,
      amount: 1234.5,
      status: 'approuvé',
      reference: 'VIR 2026-7',
      created_at: at(3),
    },
    {
      ...said,
      kind: 'withdrawal',
      id: refused,
      amount: 1234.5,
      status: 'refusé',
      reason: 'RIB incomplet',
      created_at: at(2),
    },
    { ...said, kind: 'sale', id: expect.any(Number), amount: 1234.5, created_at: at(1) },
    { ...said, kind: 'purchase', id: bought, amount: 10_000, status: 'approuvé', created_at: at(0) },
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
