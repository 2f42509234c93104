import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#platform/kernel/durations.ts'
import { openTestShop, PASSWORD, type TestShop } from '#test/test-app.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
})

afterAll(() => shop.close())

// Each test begins with a buyer who has nothing.
beforeEach(async () => {
  await shop.db.execute(sql`truncate purchases, sales, withdrawals cascade`)
})

afterEach(async () => {
  expect(await shop.brokenInvariants()).toEqual([])
})

const asKarim = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
  shop.call(method, `/api${path}`, { token: shop.tokens.karim, body, headers })
const asAdmin = (method: string, path: string, body?: object) =>
  shop.call(method, `/api${path}`, { token: shop.tokens.admin, body })

const requestStock = (amount: unknown, headers?: Record<string, string>) =>
  asKarim('POST', '/buyer/request-stock', { amount }, headers)
const sell = (amount: unknown, buyer_id: unknown = shop.ids.karim) =>
  asAdmin('PUT', '/admin/sell-stock', { buyer_id, amount })
const stock = async () => (await asKarim('GET', '/get-stock-data')).json

async function buy(amount: number): Promise<number> {
  const { id } = (await requestStock(amount)).json.purchase
  expect((await asAdmin('PUT', `/approve-request/${id}`)).status).toBe(200)
  return id
}

describe('asking for stock', () => {
  test.each([5000, 10_000, 15_000, 20_000])('%d DH are asked for, and count once they are approved', async (amount) => {
    const answer = await requestStock(amount)
    expect([answer.status, answer.json]).toEqual([
      200,
      { message: expect.any(String), purchase: { id: expect.any(Number), amount, status: 'en attente' } },
    ])
    expect(await stock()).toEqual({ totalStock: 0, stockSold: 0, stockLeft: 0 })
    const approval = await asAdmin('PUT', `/approve-request/${answer.json.purchase.id}`)
    expect([approval.status, approval.json]).toEqual([200, { message: expect.any(String) }])
    expect(await stock()).toEqual({ totalStock: amount, stockSold: 0, stockLeft: amount })
  })

  test.each([0, -5000, 4999.99, 5000.01, 5001, 25_000, 1e12, '5000', null, undefined, [5000]])(
    '%j is no sum for stock',
    async (amount) => {
      const answer = await requestStock(amount)
      expect([answer.status, Object.keys(answer.json.errors)]).toEqual([422, ['amount']])
      expect((await shop.rowCounts()).purchases).toBe(0)
    },
  )

  test('twice with one key is one purchase and the same bytes; with another sum the key is refused', async () => {
    const headers = { 'idempotency-key': 'stock-asked-for-twice' }
    const [first, second] = [await requestStock(5000, headers), await requestStock(5000, headers)]
    expect(second.text).toBe(first.text)
    expect(second.headers['idempotent-replayed']).toBe('true')
    expect((await requestStock(10_000, headers)).status).toBe(422)
    expect((await shop.rowCounts()).purchases).toBe(1)
  })

  test('the admin sees who asked, when, and says yes or no once', async () => {
    const [yes, no] = [(await requestStock(5000)).json.purchase.id, (await requestStock(20_000)).json.purchase.id]
    const list = await asAdmin('GET', '/admin/get-all-purchases')
    const user = { name: 'Nom karim' }
    const created_at = shop.now.toISOString()
    expect(list.json).toEqual([
      { id: no, amount: 20_000, status: 'en attente', user, created_at },
      { id: yes, amount: 5000, status: 'en attente', user, created_at },
    ])
    expect((await asAdmin('PUT', `/approve-request/${yes}`)).status).toBe(200)
    expect((await asAdmin('PUT', `/admin/reject-request/${no}`, {})).status).toBe(422)
    expect((await asAdmin('PUT', `/admin/reject-request/${no}`, { reason: 'Virement non reçu' })).status).toBe(200)
    for (const id of [yes, no]) {
      expect((await asAdmin('PUT', `/approve-request/${id}`)).status).toBe(409)
      expect((await asAdmin('PUT', `/admin/reject-request/${id}`, { reason: 'Encore' })).status).toBe(409)
    }
    expect((await asAdmin('PUT', '/approve-request/999999')).status).toBe(404)
    expect(await stock()).toEqual({ totalStock: 5000, stockSold: 0, stockLeft: 5000 })
    const after = (await asAdmin('GET', '/admin/get-all-purchases')).json
    expect(after.map(({ id, status }: { id: number; status: string }) => [id, status])).toEqual([
      [no, 'refusé'],
      [yes, 'approuvé'],
    ])
  })
})

describe('selling from stock', () => {
  test('takes from what is left, down to nothing and no further', async () => {
    await buy(5000)
    await requestStock(20_000)
    const answer = await sell(1234.5)
    expect([answer.status, answer.json]).toEqual([200, { message: 'Stock updated successfully!' }])
    expect(await stock()).toEqual({ totalStock: 5000, stockSold: 1234.5, stockLeft: 3765.5 })
    for (const amount of [3765.51, 5000, 0, -1, 0.001, '10', null]) {
      const refused = await sell(amount)
      expect([refused.status, Object.keys(refused.json.errors)], `${amount}`).toEqual([422, ['amount']])
    }
    expect((await sell(3765.5)).status).toBe(200)
    expect((await sell(0.01)).status).toBe(422)
    expect((await shop.rowCounts()).sales).toBe(2)
  })

  test('is for buyers only', async () => {
    for (const id of [shop.ids.sara, shop.ids.admin, 999_999]) {
      const refused = await sell(10, id)
      expect([refused.status, Object.keys(refused.json.errors)]).toEqual([422, ['buyer_id']])
    }
  })

  test('two sales at once do not sell the same stock', async () => {
    await buy(5000)
    const answers = await Promise.all([sell(3000), sell(3000)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    expect((await stock()).stockLeft).toBe(2000)
  })

  test('shows in the admin’s list of buyers', async () => {
    await buy(10_000)
    await sell(2500)
    const answer = await asAdmin('GET', '/admin/buyers?search=KARIM')
    expect(answer.json).toEqual({
      data: [
        {
          id: shop.ids.karim,
          custom_id: 'B-2001',
          name: 'Nom karim',
          email: 'karim@shop.example',
          phone: '0600000000',
          address: 'Rabat',
          total_stock: 10_000,
          stock_sold: 2500,
          stock_left: 7500,
          is_deleted: false,
          is_invited: false,
        },
      ],
      current_page: 1,
      last_page: 1,
      per_page: 10,
      total: 1,
    })
  })
})

describe('withdrawing what was sold', () => {
  const ask = () => asKarim('POST', '/buyer/request-withdrawal')

  test('is not possible before anything was sold', async () => {
    await buy(5000)
    const answer = await ask()
    expect([answer.status, answer.json]).toEqual([
      422,
      { message: 'Votre balance est vide.', code: 'nothing_to_withdraw', errors: {}, codes: {} },
    ])
  })

  test('takes all of it, once; what is sold later can be asked for again', async () => {
    await buy(5000)
    await sell(1000)
    await sell(500.5)
    const answer = await ask()
    expect([answer.status, answer.json]).toEqual([
      200,
      { message: expect.any(String), withdrawal: { id: expect.any(Number), amount: 1500.5, status: 'en attente' } },
    ])
    expect((await ask()).status).toBe(422)
    await sell(10)
    expect((await ask()).json.withdrawal.amount).toBe(10)
    expect(await stock()).toEqual({ totalStock: 5000, stockSold: 1510.5, stockLeft: 3489.5 })
  })

  test('refused, it can be asked for again; approved, it cannot', async () => {
    await buy(5000)
    await sell(1000)
    const first = (await ask()).json.withdrawal.id
    const reject = await asAdmin('POST', `/admin/withdrawals/${first}/reject`, { reason: 'RIB incomplet' })
    expect(reject.status).toBe(200)
    const second = (await ask()).json.withdrawal
    expect(second.amount).toBe(1000)
    expect((await asAdmin('POST', `/admin/withdrawals/${second.id}/approve`, {})).status).toBe(409)
    expect((await asAdmin('PUT', `/admin/buyer/approve-withdrawal/${second.id}`, { reference: 'VIR 7' })).status).toBe(
      200,
    )
    expect((await asAdmin('PUT', `/admin/buyer/approve-withdrawal/${second.id}`, {})).status).toBe(409)
    expect((await ask()).status).toBe(422)
  })
})

describe('an invited buyer', () => {
  const laila = { name: 'Laïla Tazi', email: 'laila@mail.example', phone: '0671928364', address: 'Meknès' }

  async function linkTo(address: string): Promise<{ token: string; email: string }> {
    const { rows } = await shop.db.execute<{ text: string }>(sql`
      select data->>'text' as text from pgboss.job
      where name = 'mail' and data->'to'->>'address' = ${address} order by created_on desc limit 1`)
    const query = /^http.*reset-password\?(.*)$/m.exec(rows[0]?.text ?? '')?.[1]
    return Object.fromEntries(new URLSearchParams(query)) as { token: string; email: string }
  }

  const choose = (link: object, password: string) =>
    shop.call('POST', '/api/password/reset', { body: { ...link, password, password_confirmation: password } })
  const logIn = (identifier: string, password: string) =>
    shop.call('POST', '/api/login', { body: { identifier, password } })

  test('has no password until the mailed link sets one, and is a buyer', async () => {
    const answer = await asAdmin('POST', '/admin/buyers', { ...laila, role: 'admin' })
    expect([answer.status, answer.json]).toEqual([
      201,
      {
        message: expect.any(String),
        user: { id: expect.any(Number), custom_id: 'B-2002', role: 'buyer', is_admin: 0, is_active: 1, ...laila },
      },
    ])
    expect((await logIn('B-2002', '')).status).toBe(422)
    expect((await logIn('B-2002', PASSWORD)).status).toBe(401)
    const link = await linkTo(laila.email)
    expect(link.email).toBe(laila.email)
    expect((await choose(link, 'un stock bien rangé')).status).toBe(200)
    expect((await choose(link, 'une autre phrase')).status).toBe(422)
    const session = await logIn('B-2002', 'un stock bien rangé')
    expect([session.status, session.json.user.role]).toEqual([200, 'buyer'])
    expect((await shop.call('GET', '/api/get-stock-data', { token: session.json.token })).status).toBe(200)
  })

  test('shows in the list as invited until then, and as banned once it is', async () => {
    const person = { ...laila, name: 'Hiba Naciri', email: 'hiba@mail.example' }
    const { id } = (await asAdmin('POST', '/admin/buyers', person)).json.user
    const states = async () => {
      const [{ is_invited, is_deleted }] = (await asAdmin('GET', '/admin/buyers?search=hiba')).json.data
      return { is_invited, is_deleted }
    }
    expect(await states()).toEqual({ is_invited: true, is_deleted: false })
    expect((await choose(await linkTo(person.email), 'un stock bien rangé')).status).toBe(200)
    expect(await states()).toEqual({ is_invited: false, is_deleted: false })
    await asAdmin('DELETE', `/admin/user/${id}`)
    expect(await states()).toEqual({ is_invited: false, is_deleted: true })
    await asAdmin('POST', `/admin/user/${id}/restore`)
    expect(await states()).toEqual({ is_invited: false, is_deleted: false })
  })

  test('has seven days for it', async () => {
    for (const [days, status] of [
      [6.99, 200],
      [7.01, 422],
    ] as const) {
      const email = `invite-${status}@mail.example`
      await asAdmin('POST', '/admin/buyers', { ...laila, email })
      const invitedAt = shop.now
      shop.pass(days * DAY_MS)
      expect((await choose(await linkTo(email), 'un stock bien rangé')).status, `${days}`).toEqual(status)
      shop.now = invitedAt
    }
  })

  test('needs an address that nobody has', async () => {
    const answer = await asAdmin('POST', '/admin/buyers', { ...laila, email: 'KARIM@shop.example' })
    expect([answer.status, answer.json.errors]).toEqual([422, { email: ['The email has already been taken.'] }])
  })
})
