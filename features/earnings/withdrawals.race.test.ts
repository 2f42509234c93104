import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OrderId, ProductId } from '#platform/kernel/ids.ts'
import { queuedBehindLock } from '#test/locks.ts'
import { type Instance, openTestShop, type TestAnswer, type TestShop } from '#test/test-app.ts'

let shop: TestShop
let twin: Instance
let cream: ProductId

beforeAll(async () => {
  shop = await openTestShop()
  twin = await shop.another()
  await shop.addPeople()
  cream = await shop.addProduct({ user: 149.5, distributor: 110, stock: 10_000 })
})

afterAll(() => shop.close())

afterEach(async () => {
  expect(await shop.brokenInvariants()).toEqual([])
})

const through = (nth: number): Instance => (nth % 2 ? twin : shop.first)
const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index)
const statusesOf = (answers: readonly TestAnswer[]): number[] => answers.map((answer) => answer.status).sort()

const asAdmin = (method: string, url: string, body: object, nth = 0) =>
  shop.call(method, url, { token: shop.tokens.admin, body }, through(nth))
const track = (id: OrderId, CurrentStatus: string) =>
  asAdmin('PUT', `/api/admin/orders/${id}/tracking`, { CurrentStatus })
const pay = (id: OrderId, PaymentStatus: string, nth = 0) =>
  asAdmin('PUT', `/api/admin/orders/${id}/payment-status`, { PaymentStatus }, nth)

/** A delivered order of Sara's own: its gain is 39,50 DH a piece. */
async function delivered(quantity = 1): Promise<OrderId> {
  const token = shop.tokens.sara
  const customer_id = await shop.addCustomer({}, { token })
  const body = { product_ids: [cream], prices: [110], priceGain: [149.5], quantities: [quantity], customer_id }
  const answer = await shop.call('POST', '/api/orders/create', { token, body })
  await track(answer.json.order.OrderID, 'livré')
  return answer.json.order.OrderID
}

describe('a supplier’s gains', () => {
  const ask = (gain: number, nth = 0, headers: Record<string, string> = {}) =>
    shop.call('POST', '/api/withdraw', { token: shop.tokens.sara, body: { gain }, headers }, through(nth))
  const approve = (id: number, nth = 0) => asAdmin('POST', `/api/admin/withdrawals/${id}/approve`, {}, nth)
  const reject = (id: number, nth = 0) => asAdmin('POST', `/api/admin/withdrawals/${id}/reject`, { reason: 'RIB' }, nth)
  const holdSara = () => `select from accounts where id = ${shop.ids.sara} for update`

  /** Each test begins with an empty balance. */
  beforeEach(async () => {
    await shop.db.execute(
      sql`update orders set payment = 'void', paid_at = null where status = 'delivered' and withdrawal_id is null`,
    )
  })

  test('six requests at once give one withdrawal of all of them', async () => {
    await delivered(1)
    await delivered(2)
    const answers = await queuedBehindLock(shop.db, holdSara(), 6, () => range(6).map((nth) => ask(118.5, nth)))
    expect(statusesOf(answers)).toEqual([200, 422, 422, 422, 422, 422])
    for (const { json } of answers.filter(({ status }) => status === 422))
      expect(json.message).toBe('Votre balance est vide.')
    expect(answers.find(({ status }) => status === 200)!.json.withdrawal).toEqual({
      id: expect.any(Number),
      amount: 118.5,
      status: 'en attente',
    })
  })

  test('thirty requests at once give one withdrawal of the right sum', async () => {
    await delivered(1)
    await delivered(3)
    const answers = await queuedBehindLock(shop.db, holdSara(), 10, () => range(30).map((nth) => ask(158, nth)))
    expect(statusesOf(answers)).toEqual([200, ...range(29).map(() => 422)])
    expect(answers.find(({ status }) => status === 200)!.json.withdrawal.amount).toBe(158)
  })

  test('twenty approvals at once are one', async () => {
    await delivered(1)
    const { id } = (await ask(39.5)).json.withdrawal
    const row = `select from withdrawals where id = ${id} for update`
    const answers = await queuedBehindLock(shop.db, row, 10, () => range(20).map((nth) => approve(id, nth)))
    expect(statusesOf(answers)).toEqual([200, ...range(19).map(() => 409)])
    const { rows } = await shop.db.execute(sql`
      select count(*)::int as letters from pgboss.job
      where name = 'mail' and data->>'subject' = 'Votre retrait est approuvé' and data->>'text' like '%39,50%'`)
    expect(rows[0]!.letters).toBe(1)
  })

  test('a supplier who is banned while it withdraws has one withdrawal or is told that it is gone', async () => {
    await delivered(1)
    const ban = () => asAdmin('DELETE', `/api/admin/user/${shop.ids.sara}`, {})
    const [withdrawn, banned] = await queuedBehindLock(shop.db, holdSara(), 2, () => [ask(39.5), ban()])
    expect(banned!.status).toBe(200)
    expect([200, 403]).toContain(withdrawn!.status)
    expect((await ask(39.5)).status).toBe(403)
    await asAdmin('POST', `/api/admin/user/${shop.ids.sara}/restore`, {})
    await shop.logIn('sara')
    // Gains that were in no withdrawal before the ban are still due.
    expect((await ask(39.5)).status).toBe(withdrawn!.status === 200 ? 422 : 200)
  })

  test('an order whose city is changed while it is delivered costs what one of its two cities costs', async () => {
    const token = shop.tokens.sara
    const customer_id = await shop.addCustomer({ city: 'Casablanca' }, { token })
    const body = { product_ids: [cream], prices: [110], priceGain: [149.5], quantities: [1], customer_id }
    const id = (await shop.call('POST', '/api/orders/create', { token, body })).json.order.OrderID
    const recipient = { Name: 'Nadia', Phone: '0612345678', Address: '1, rue des Fleurs', City: 'Rabat' }
    const edit = () => shop.call('PUT', `/api/supplier/orders/${id}`, { token, body: recipient }, twin)
    const row = `select from orders where id = ${id} for update`
    const [edited, moved] = await queuedBehindLock(shop.db, row, 2, () => [edit(), track(id, 'livré')])
    expect(moved!.status).toBe(200)
    expect([200, 409]).toContain(edited!.status)
    const { rows } = await shop.db.execute(sql`select city, delivery, collected from orders where id = ${id}`)
    expect(rows[0]).toEqual(
      edited!.status === 200
        ? { city: 'Rabat', delivery: 3500, collected: 18450 }
        : { city: 'Casablanca', delivery: 2000, collected: 16950 },
    )
  })

  test('six requests with one key are one withdrawal and six times its bytes', async () => {
    await delivered(1)
    const headers = { 'idempotency-key': 'one-withdrawal-six-posts' }
    const answers = await queuedBehindLock(shop.db, holdSara(), 1, () => range(6).map((nth) => ask(39.5, nth, headers)))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]!.status).toBe(200)
  })

  test('a sum that the page showed before another delivery is refused', async () => {
    await delivered(1)
    for (const gain of [39.49, 79, 0, 1e6]) expect((await ask(gain)).status).toBe(422)
    expect((await ask(39.5)).status).toBe(200)
    expect((await ask(39.5)).status).toBe(422)
  })

  test('asked for while the payment of one is lost: it is in the withdrawal or lost, not both', async () => {
    const [good, bad] = [await delivered(1), await delivered(1)]
    const held = `select from orders where id in (${good}, ${bad}) order by id for update`
    const [requested, lost] = await queuedBehindLock(shop.db, held, 2, () => [ask(79), pay(bad, 'annulé', 1)])
    expect([
      [200, 409],
      [422, 200],
    ]).toContainEqual([requested!.status, lost!.status])
  })

  test('approved and refused at once, a withdrawal is one of the two', async () => {
    await delivered(1)
    const { id } = (await ask(39.5)).json.withdrawal
    const row = `select from withdrawals where id = ${id} for update`
    const answers = await queuedBehindLock(shop.db, row, 4, () => [
      approve(id, 0),
      reject(id, 1),
      approve(id, 1),
      reject(id, 0),
    ])
    expect(statusesOf(answers)).toEqual([200, 409, 409, 409])
    // Refused, its orders are due again; approved, nothing is.
    const isApproved = answers[0]!.status === 200 || answers[2]!.status === 200
    expect((await ask(39.5)).status).toBe(isApproved ? 422 : 200)
  })

  test('refused and asked for again at once, no order is in two withdrawals', async () => {
    await delivered(2)
    const { id } = (await ask(79)).json.withdrawal
    const answers = await Promise.all([reject(id), ...range(4).map((nth) => ask(79, nth))])
    expect(answers[0]!.status).toBe(200)
    expect(answers.slice(1).filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
  })
})

describe('a buyer’s stock', () => {
  const sell = (amount: number, nth = 0) =>
    asAdmin('PUT', '/api/admin/sell-stock', { buyer_id: shop.ids.karim, amount }, nth)
  const ask = (nth = 0) =>
    shop.call('POST', '/api/buyer/request-withdrawal', { token: shop.tokens.karim }, through(nth))
  const holdKarim = () => `select from accounts where id = ${shop.ids.karim} for update`

  async function buy(amount: number): Promise<void> {
    const answer = await shop.call('POST', '/api/buyer/request-stock', { token: shop.tokens.karim, body: { amount } })
    const { id } = answer.json.purchase
    const row = `select from purchases where id = ${id} for update`
    const decisions = await queuedBehindLock(shop.db, row, 3, () =>
      range(3).map((nth) => asAdmin('PUT', `/api/approve-request/${id}`, {}, nth)),
    )
    expect(statusesOf(decisions)).toEqual([200, 409, 409])
  }

  test('bought once, is not sold twice by two sales at once', async () => {
    await buy(5000)
    const answers = await queuedBehindLock(shop.db, holdKarim(), 5, () => range(5).map((nth) => sell(2000, nth)))
    expect(statusesOf(answers)).toEqual([200, 200, 422, 422, 422])
  })

  test('sold, is withdrawn once by many requests at once', async () => {
    const answers = await queuedBehindLock(shop.db, holdKarim(), 5, () => range(5).map((nth) => ask(nth)))
    expect(statusesOf(answers)).toEqual([200, 422, 422, 422, 422])
    expect(answers.find(({ status }) => status === 200)!.json.withdrawal.amount).toBe(4000)
  })
})
