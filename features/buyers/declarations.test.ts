import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { queuedBehindLock } from '#test/locks.ts'
import { type Instance, openTestShop, type TestShop } from '#test/test-app.ts'

let shop: TestShop
let twin: Instance

beforeAll(async () => {
  shop = await openTestShop()
  twin = await shop.another()
  await shop.addPeople()
})

afterAll(() => shop.close())

// Each test begins with a buyer who has 5 000 DH of stock.
beforeEach(async () => {
  await shop.db.execute(sql`truncate purchases, sales, withdrawals cascade`)
  const call = { token: shop.tokens.karim, body: { amount: 5000 } }
  const { purchase } = (await shop.call('POST', '/api/buyer/request-stock', call)).json
  await asAdmin('PUT', `/approve-request/${purchase.id}`)
  shop.pass(1000)
})

afterEach(async () => {
  expect(await shop.brokenInvariants()).toEqual([])
})

const asAdmin = (method: string, path: string, body?: object, through: Instance = shop.first) =>
  shop.call(method, `/api${path}`, { token: shop.tokens.admin, body }, through)
const declare = (body: object, headers: Record<string, string> = {}, through: Instance = shop.first) =>
  shop.call('POST', '/api/buyer/declare-sale', { token: shop.tokens.karim, body, headers }, through)
const declared = async (amount: number) => (await declare({ amount })).json.declaration.id as number
const approve = (id: number, through?: Instance) =>
  asAdmin('PUT', `/admin/sale-declarations/${id}/approve`, {}, through)
const refuse = (id: number, reason?: string, through?: Instance) =>
  asAdmin('PUT', `/admin/sale-declarations/${id}/reject`, { reason }, through)
const sell = (amount: number) => asAdmin('PUT', '/admin/sell-stock', { buyer_id: shop.ids.karim, amount })
const stock = async () => (await shop.call('GET', '/api/get-stock-data', { token: shop.tokens.karim })).json
const history = async () => (await shop.call('GET', '/api/buyer/history?page=1', { token: shop.tokens.karim })).json
const holdKarim = () => `select from accounts where id = ${shop.ids.karim} for update`

describe('a buyer declares a sale', () => {
  test('of a part of its stock, which counts once an admin approves it, and can be withdrawn then', async () => {
    const answer = await declare({ amount: 1234.5, note: ' Trois coffrets, marché de Fès ' })
    expect([answer.status, answer.json]).toEqual([
      200,
      { message: expect.any(String), declaration: { id: expect.any(Number), amount: 1234.5, status: 'en attente' } },
    ])
    expect(await stock()).toEqual({ totalStock: 5000, stockSold: 0, stockLeft: 5000 })
    const waiting = await history()
    expect(waiting.balance).toMatchObject({ withdrawable: 0, pending_sales: 1234.5, declarable: 3765.5 })
    expect(waiting.data[0]).toMatchObject({
      kind: 'declaration',
      status: 'en attente',
      note: 'Trois coffrets, marché de Fès',
    })

    const approved = await approve(answer.json.declaration.id)
    expect([approved.status, approved.json]).toEqual([200, { message: expect.any(String) }])
    expect(await stock()).toEqual({ totalStock: 5000, stockSold: 1234.5, stockLeft: 3765.5 })
    const after = await history()
    expect(after.balance).toMatchObject({ withdrawable: 1234.5, pending_sales: 0, declarable: 3765.5 })
    expect(after.data).toMatchObject([
      { kind: 'sale', status: null, note: 'Trois coffrets, marché de Fès' },
      { kind: 'purchase', note: null },
    ])
  })

  test('with one key twice, and it is one declaration and the same bytes', async () => {
    const headers = { 'idempotency-key': 'sale-declared-twice' }
    const [first, second] = [await declare({ amount: 10 }, headers), await declare({ amount: 10 }, headers)]
    expect(second.text).toBe(first.text)
    expect((await shop.rowCounts()).sale_declarations).toBe(1)
  })

  test.each([0, -1, 0.001, 5000.01, '10', null, undefined])('%j is no amount for it', async (amount) => {
    const answer = await declare({ amount })
    expect([answer.status, Object.keys(answer.json.errors)]).toEqual([422, ['amount']])
    expect((await shop.rowCounts()).sale_declarations).toBe(0)
  })

  test('of no more than what is left and not declared yet; what is refused can be declared again', async () => {
    await sell(1000)
    const id = await declared(3000)
    const above = await declare({ amount: 1000.01 })
    expect([above.status, above.json.codes]).toEqual([422, { amount: ['declared_above_stock'] }])
    expect((await declare({ amount: 1000 })).status).toBe(200)
    await refuse(id, 'Reçu illisible')
    expect((await declare({ amount: 3000 })).status).toBe(200)
  })

  test('twice at once, and both together are no more than what is left', async () => {
    const answers = await queuedBehindLock(shop.db, holdKarim(), 2, () => [
      declare({ amount: 3000 }),
      declare({ amount: 3000 }, {}, twin),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  test('rings the admin’s bell', async () => {
    await declared(120)
    const [line] = (await asAdmin('GET', '/admin/notifications')).json
    expect(line.message).toBe('Vente déclarée de 120,00\u00A0DH\u00A0– Nom karim, B-2001')
    expect(line.link).toBe('/buyerAdmin')
  })

  test('and nobody else: a supplier and an admin have no stock', async () => {
    for (const token of [shop.tokens.sara, shop.tokens.admin])
      expect((await shop.call('POST', '/api/buyer/declare-sale', { token, body: { amount: 1 } })).status).toBe(403)
  })
})

describe('an admin decides on a declared sale', () => {
  const mailed = async (subject: string) =>
    (
      await shop.db.execute<{ text: string }>(sql`
        select data->>'text' as text from pgboss.job where name = 'mail' and data->>'subject' = ${subject}
        order by created_on desc, id limit 1`)
    ).rows[0]?.text

  test('once, and its buyer reads it in a mail', async () => {
    const [yes, no] = [await declared(100), await declared(200)]
    expect((await approve(yes)).status).toBe(200)
    expect(await mailed('Votre vente est enregistrée')).toContain('100,00')
    expect((await refuse(no, '')).status).toBe(422)
    expect((await refuse(no, 'Reçu illisible')).status).toBe(200)
    expect(await mailed('Votre vente n’a pas été acceptée')).toContain('Reçu illisible')
    for (const id of [yes, no]) {
      expect((await approve(id)).status).toBe(409)
      expect((await refuse(id, 'Encore')).status).toBe(409)
    }
    expect((await approve(999_999)).status).toBe(404)
    expect((await stock()).stockSold).toBe(100)
  })

  test('from a list with those to decide first', async () => {
    const [yes, no] = [await declared(100), await declared(200)]
    await approve(no)
    const list = await asAdmin('GET', '/admin/sale-declarations?search=karim')
    const karim = { custom_id: 'B-2001', name: 'Nom karim' }
    const row = { user: karim, note: null, reason: null, created_at: shop.now.toISOString() }
    expect(list.json).toMatchObject({
      total: 2,
      data: [
        { ...row, id: yes, amount: 100, status: 'en attente' },
        { ...row, id: no, amount: 200, status: 'approuvé' },
      ],
    })
    expect((await asAdmin('GET', '/admin/sale-declarations?status=approuv%C3%A9')).json.total).toBe(1)
  })

  test('two admins approve it at once, and it is one sale', async () => {
    const id = await declared(100)
    const row = `select from sale_declarations where id = ${id} for update`
    const answers = await queuedBehindLock(shop.db, row, 2, () => [approve(id), approve(id, twin)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await shop.rowCounts()).sales).toBe(1)
  })

  test('one approves and one refuses at once, and it is one of the two', async () => {
    const id = await declared(100)
    const row = `select from sale_declarations where id = ${id} for update`
    const answers = await queuedBehindLock(shop.db, row, 2, () => [approve(id), refuse(id, 'Non', twin)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await shop.rowCounts()).sales).toBe(answers[0]!.status === 200 ? 1 : 0)
  })

  test('while another sale is recorded, and both together are no more than what is left', async () => {
    const id = await declared(3000)
    const answers = await queuedBehindLock(shop.db, holdKarim(), 2, () => [approve(id), sell(3000)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    expect((await stock()).stockSold).toBe(3000)
  })

  test('while its buyer withdraws, and what is withdrawn and what is left of it add up', async () => {
    await sell(1000)
    const id = await declared(500)
    const withdraw = () => shop.call('POST', '/api/buyer/request-withdrawal', { token: shop.tokens.karim }, twin)
    const answers = await queuedBehindLock(shop.db, holdKarim(), 3, () => [withdraw(), approve(id), withdraw()])
    expect(answers[1]!.status).toBe(200)
    const { withdrawable, pending_withdrawals } = (await history()).balance
    expect(withdrawable + pending_withdrawals).toBe(1500)
  })

  test('not above what other sales have left meanwhile, and it waits on', async () => {
    const id = await declared(3000)
    await sell(4000)
    const answer = await approve(id)
    expect([answer.status, answer.json.codes]).toEqual([422, { amount: ['sale_above_stock'] }])
    expect((await refuse(id, 'Déjà enregistrée')).status).toBe(200)
  })
})

describe('a buyer who is to be forgotten', () => {
  test('has no declared sale to decide, and what it wrote about its sales is gone', async () => {
    const person = { name: 'Rita', email: 'rita@shop.example', phone: '0600000002', address: 'Fès' }
    const { user } = (await asAdmin('POST', '/admin/buyers', person)).json
    const at = shop.now.toISOString()
    await shop.db.execute(sql`
      insert into purchases (buyer_id, amount, status, requested_at, decided_at)
      values (${user.id}, 500000, 'approved', ${at}, ${at})`)
    await shop.db.execute(sql`
      insert into sale_declarations (buyer_id, amount, note, declared_at) values (${user.id}, 100, 'Chez Amina', ${at})`)
    const handedOut = (await asAdmin('POST', `/admin/user/${user.id}/personal-data/export`)).json
    expect(handedOut.declared_sales).toMatchObject([{ amount: 1, note: 'Chez Amina', status: 'en attente' }])
    const unsettled = await asAdmin('POST', `/admin/user/${user.id}/personal-data/anonymise`)
    expect([unsettled.status, unsettled.json.message]).toEqual([
      409,
      'Ce compte a encore une vente déclarée à décider.',
    ])
    await refuse(handedOut.declared_sales[0].number, 'Sans reçu')
    expect((await asAdmin('POST', `/admin/user/${user.id}/personal-data/anonymise`)).status).toBe(200)
    const { rows } = await shop.db.execute(sql`select note from sale_declarations where buyer_id = ${user.id}`)
    expect(rows).toEqual([{ note: null }])
  })
})
