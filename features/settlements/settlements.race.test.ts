import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Statements, settlementsOf } from '#test/settlements.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'

let shop: TestShop
let money: Statements

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
  money = await settlementsOf(shop)
})

afterAll(() => shop.close())

afterEach(async () => {
  expect(await shop.brokenInvariants()).toEqual([])
})

let nextReference = 200

/** An order that waits for its money, and an open statement that pays it. */
async function aboutToBePaid() {
  const order = await money.delivered()
  const reference = `OZ-${nextReference++}`
  const head = { reference, received: String(order.amount - 30) }
  return { order, head, statement: await money.created(money.list([order.line()]), head) }
}

const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort()

test('a statement that two people close at once is closed once', async () => {
  const { statement, order } = await aboutToBePaid()
  const answers = await Promise.all([money.close(statement), money.close(statement), money.close(statement)])
  expect(statuses(answers)).toEqual([200, 409, 409])
  expect(await money.paymentOf(order.id)).toBe('paid')
})

test('one that is closed while its order is noted No Payé leaves one truth', async () => {
  for (let nth = 0; nth < 4; nth++) {
    const { statement, order } = await aboutToBePaid()
    const [closed, voided] = await Promise.all([money.close(statement), money.settle(order.id, 'annulé')])
    expect(voided.status).toBe(200)
    expect(await money.paymentOf(order.id)).toBe('void')
    const { statement: after } = await money.read(statement)
    expect([closed.status, after.closed_at !== null]).toEqual(closed.status === 200 ? [200, true] : [409, false])
    expect(await shop.brokenInvariants()).toEqual([])
  }
})

test('two that are entered at once do not both pay one order', async () => {
  const order = await money.delivered()
  const heads = [31, 30].map((fee) => ({
    list: money.list([order.line({ fee }), order.line({ collected: 0, fee: 1, tracking: 'x' })]),
    head: { reference: `OZ-${nextReference++}`, received: '10' },
  }))
  const previews = await Promise.all(heads.map(({ list, head }) => money.preview(list, head)))
  const answers = await Promise.all(
    heads.map(({ list, head }, nth) => money.send(list, { ...head, digest: previews[nth].digest })),
  )
  for (const { status, json } of answers)
    if (status !== 201)
      expect([status, json.code]).toEqual([409, expect.stringMatching(/order_in_other|changed_since/)])
  const kept = answers.flatMap(({ status, json }) => (status === 201 ? [json.id] : []))
  for (const id of kept) for (const row of [2]) await money.decide(id, row, { decision: 'kept' })
  const lines = (await Promise.all(kept.map((id) => money.read(id)))).map(({ rows }) => rows[0].decision)
  expect(lines.filter((decision) => decision === 'kept')).toHaveLength(1)
})

test('one that is closed while its supplier withdraws leaves gains that add up', async () => {
  const { token } = { token: shop.tokens.sara }
  const { statement } = await aboutToBePaid()
  const dashboard = async () => (await shop.call('GET', '/api/supplier/get-ordersAdmin', { token })).json
  const gain = (await dashboard()).stats.withdrawable
  const [closed, withdrawn] = await Promise.all([
    money.close(statement),
    shop.call('POST', '/api/withdraw', { token, body: { gain } }),
  ])
  expect([closed.status, withdrawn.status]).toEqual([200, 200])
  const { userGain, stats, retraite } = await dashboard()
  expect(Math.round(100 * (stats.withdrawable + stats.waiting + retraite))).toBe(Math.round(100 * userGain))
})
