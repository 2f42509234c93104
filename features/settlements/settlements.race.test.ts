import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { whileLocked } from '#test/locks.ts'
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

/** An open statement of an order on its way, which a person marked as delivered and paid by it. */
async function aboutToBeDelivered() {
  const order = await money.parcel()
  const reference = `OZ-${nextReference++}`
  const list = money.list([order.line()])
  const statement = await money.created(list, { reference, received: String(order.amount - 30) })
  expect((await money.decide(statement, 2, { decision: 'kept' })).status).toBe(200)
  return { order, statement }
}

test('one that is closed while an admin cancels one of its orders pays it or leaves it cancelled', async () => {
  for (let nth = 0; nth < 4; nth++) {
    const { order, statement } = await aboutToBeDelivered()
    const cancel = () =>
      money.asAdmin('PUT', `/api/admin/orders/${order.id}/tracking`, { CurrentStatus: 'annulé', Reason: 'autre' })
    const calls = [() => money.close(statement), cancel]
    const [first, second] = await Promise.all((nth % 2 ? calls : calls.toReversed()).map((call) => call()))
    const [closed, cancelled] = nth % 2 ? [first!, second!] : [second!, first!]
    expect([closed.status, cancelled.status].sort()).toEqual([200, 409])
    expect(await money.paymentOf(order.id)).toBe(closed.status === 200 ? 'paid' : 'pending')
    expect(await shop.brokenInvariants()).toEqual([])
  }
})

test('one that is closed while somebody claims its order as missing leaves one truth', async () => {
  const before = await money.due()
  const { statement, order } = await aboutToBePaid()
  const other = await money.created(money.list([{ tracking: 'inconnu', collected: 1, fee: 0.5 }]), {
    reference: `OZ-${nextReference++}`,
    received: '1',
  })
  const [closed, claimed] = await Promise.all([
    money.close(statement),
    money.asAdmin('POST', `/api/admin/statements/${other}/claims`, { ids: [order.id] }),
  ])
  expect([closed.status, claimed.status]).toEqual([200, 409])
  expect(await money.due()).toEqual(before)
})

test('one that is removed while somebody claims on it leaves the claim to the next one', async () => {
  const order = await money.delivered()
  const statement = await money.created(money.list([{ tracking: 'introuvable', collected: 2, fee: 0 }]), {
    reference: `OZ-${nextReference++}`,
    received: '2',
  })
  const [claimed, removed] = await whileLocked(
    shop.db,
    `select from orders where id = ${order.id} for update`,
    async ({ query, untilWaiting }) => {
      const claiming = money.asAdmin('POST', `/api/admin/statements/${statement}/claims`, { ids: [order.id] })
      await untilWaiting(1)
      const removing = money.asAdmin('DELETE', `/api/admin/statements/${statement}`)
      await untilWaiting(2)
      await query('commit')
      return Promise.all([claiming, removing])
    },
  )
  expect(statuses([claimed, removed])).toEqual([200, 200])
  const { rows } = await shop.db.execute(sql`
    select removed_at is not null as removed, (select statement_id from claims where order_id = ${order.id}) as claimed_on
    from statements where id = ${statement}`)
  expect(rows).toEqual([{ removed: true, claimed_on: null }])
})

const choose = async (gainsWithdrawable: 'delivered' | 'paid') =>
  expect((await money.asAdmin('PUT', '/api/admin/settings', { gainsWithdrawable })).status).toBe(200)

test.each(['delivered', 'paid'] as const)(
  'one that is closed while its supplier withdraws leaves gains that add up, where they can be withdrawn once %s',
  async (when) => {
    await choose(when)
    const token = shop.tokens.sara
    const dashboard = async () => (await shop.call('GET', '/api/supplier/get-ordersAdmin', { token })).json
    // Something can be withdrawn before the statement is closed, and its gain comes on top or waits.
    const before = await aboutToBePaid()
    expect((await money.close(before.statement)).status).toBe(200)
    const { statement } = await aboutToBePaid()
    await money.delivered()
    const gain = (await dashboard()).stats.withdrawable
    const withdraw = (shown: number) => shop.call('POST', '/api/withdraw', { token, body: { gain: shown } })
    const [closed, withdrawn] = await Promise.all([money.close(statement), withdraw(gain)])
    expect(closed.status).toBe(200)
    // Where gains wait for the money, the balance may have grown under the supplier's hands: it is told so.
    if (withdrawn.status !== 200)
      expect([when, withdrawn.status, withdrawn.json.codes]).toEqual(['paid', 422, { gain: ['balance_changed'] }])
    const { userGain, stats, retraite } = await dashboard()
    expect(Math.round(100 * (stats.withdrawable + stats.waiting + retraite))).toBe(Math.round(100 * userGain))
    expect(stats.waiting > 0).toBe(when === 'paid')
    if (stats.withdrawable > 0) expect((await withdraw(stats.withdrawable)).status).toBe(200)
    await choose('delivered')
  },
)
