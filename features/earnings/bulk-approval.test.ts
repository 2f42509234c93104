import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { queuedBehindLock } from '#test/locks.ts'
import { type Instance, openTestShop, type TestShop } from '#test/test-app.ts'
import { MAX_WITHDRAWALS } from './model.ts'

let shop: TestShop
let twin: Instance

beforeAll(async () => {
  shop = await openTestShop()
  twin = await shop.another()
  await shop.addPeople()
  const { purchase } = (
    await shop.call('POST', '/api/buyer/request-stock', { token: shop.tokens.karim, body: { amount: 20_000 } })
  ).json
  await asAdmin('PUT', `/api/approve-request/${purchase.id}`)
})

afterAll(() => shop.close())

// Each test begins with nothing that waits.
beforeEach(async () => {
  const { rows } = await shop.db.execute<{ id: number }>(sql`select id from withdrawals where status = 'pending'`)
  for (const { id } of rows) await asAdmin('POST', `/api/admin/withdrawals/${id}/reject`, { reason: 'Assez' })
})

afterEach(async () => {
  await shop.db.execute(sql`delete from invariant_checks`)
  expect(await shop.brokenInvariants()).toEqual([])
})

const asAdmin = (method: string, path: string, body: object = {}, through: Instance = shop.first) =>
  shop.call(method, path, { token: shop.tokens.admin, body }, through)
const approve = (ids: unknown, reference?: string, through?: Instance) =>
  asAdmin('POST', '/api/admin/withdrawals/approve', { ids, reference }, through)
const bankFile = (ids?: unknown) => asAdmin('POST', '/api/admin/withdrawals/bank-file', { ids })

/** Has Sara, a supplier, ask for a delivered gain of 40 DH. */
async function supplierAsks(): Promise<number> {
  const token = shop.tokens.sara
  const cream = await shop.addProduct({ user: 150, distributor: 110 })
  const customer_id = await shop.addCustomer({}, { token })
  const order = { product_ids: [cream], prices: [110], priceGain: [150], quantities: [1], customer_id }
  const placed = await shop.call('POST', '/api/orders/create', { token, body: order })
  await asAdmin('PUT', `/api/admin/orders/${placed.json.order.OrderID}/tracking`, { CurrentStatus: 'livré' })
  const { stats } = (await shop.call('GET', '/api/supplier/get-ordersAdmin', { token })).json
  return (await shop.call('POST', '/api/withdraw', { token, body: { gain: stats.withdrawable } })).json.withdrawal.id
}

/** Has Karim, a buyer, ask for what was sold, 10 DH more than he asked for before. */
async function buyerAsks(): Promise<number> {
  await asAdmin('PUT', '/api/admin/sell-stock', { buyer_id: shop.ids.karim, amount: 10 })
  return (await shop.call('POST', '/api/buyer/request-withdrawal', { token: shop.tokens.karim })).json.withdrawal.id
}

const stored = async (ids: readonly number[]) =>
  (
    await shop.db.execute<{ status: string; reference: string | null }>(
      sql`select status, reference from withdrawals where id = any(${sql.param(ids)}::int[]) order by id`,
    )
  ).rows

describe('approving several withdrawals at once', () => {
  test('takes suppliers’ and buyers’, with one reference, and mails each of them', async () => {
    const ids = [await supplierAsks(), await buyerAsks()]
    const answer = await approve(ids.toReversed(), 'VIR-JEUDI')
    expect([answer.status, answer.json.results]).toEqual([200, ids.map((id) => ({ id, ok: true, status: 'approuvé' }))])
    const row = { status: 'approved', reference: 'VIR-JEUDI' }
    expect(await stored(ids)).toEqual([row, row])
    const { rows } = await shop.db.execute(sql`
      select data->'to'->>'address' as address from pgboss.job
      where name = 'mail' and data->>'text' like '%VIR-JEUDI%' order by 1`)
    expect(rows.map(({ address }) => address)).toEqual(['karim@shop.example', 'sara@shop.example'])
  })

  test('a decided one, an unknown one and one of broken books are refused alone, each with its reason', async () => {
    const decided = await supplierAsks()
    await asAdmin('POST', `/api/admin/withdrawals/${decided}/reject`, { reason: 'RIB' })
    const [suspended, sound] = [await supplierAsks(), await buyerAsks()]
    const broken = JSON.stringify([{ name: 'x', accounts: [shop.ids.sara] }])
    await shop.db.execute(sql`insert into invariant_checks (broken, checked_at) values (${broken}::jsonb, now())
      on conflict (is_only_row) do update set broken = excluded.broken`)
    const answer = await approve([999_999, sound, suspended, decided])
    expect([answer.status, answer.json.results]).toEqual([
      200,
      [
        { id: decided, ok: false, message: 'Cette demande a déjà été traitée.', status: 'refusé' },
        { id: suspended, ok: false, message: expect.stringContaining('suspendus'), status: 'en attente' },
        { id: sound, ok: true, status: 'approuvé' },
        { id: 999_999, ok: false, message: 'Ce retrait n’existe pas.', status: null },
      ],
    ])
  })

  test('two admins at once approve each of them once, and mail it once', async () => {
    const ids = [await supplierAsks(), await buyerAsks()]
    const row = `select from withdrawals where id = ${ids[0]} for update`
    const answers = await queuedBehindLock(shop.db, row, 2, () => [
      approve(ids, 'R-UN', shop.first),
      approve(ids, 'R-UN', twin),
    ])
    const results = answers.flatMap(({ json }) => json.results as { id: number; ok: boolean }[])
    for (const id of ids) expect(results.filter((each) => each.id === id && each.ok)).toHaveLength(1)
    const { rows } = await shop.db.execute(sql`
      select count(*)::int as letters from pgboss.job where name = 'mail' and data->>'text' like '%R-UN%'`)
    expect(rows[0]!.letters).toBe(2)
  })

  test('one and the same in one call and in the call of its own is approved once', async () => {
    const id = await buyerAsks()
    const row = `select from withdrawals where id = ${id} for update`
    const [several, single] = await queuedBehindLock(shop.db, row, 2, () => [
      approve([id]),
      asAdmin('PUT', `/api/admin/buyer/approve-withdrawal/${id}`, {}, twin),
    ])
    expect([several!.json.results[0].ok, single!.status === 200].filter(Boolean)).toHaveLength(1)
  })

  test.each([[[]], [[1, 1]], [Array.from({ length: MAX_WITHDRAWALS + 1 }, (_, n) => n + 1)], [['1']], [undefined]])(
    'ids of %j are refused',
    async (ids) => {
      expect((await approve(ids)).status).toBe(422)
    },
  )
})

describe('the file for the bank', () => {
  const linesOf = (text: string) => text.replace('\uFEFF', '').trimEnd().split('\r\n')
  const logged = async () =>
    (
      await shop.db.execute<Record<string, unknown>>(
        sql`select actor_id as actor, subject, after from audit_entries order by id desc limit 1`,
      )
    ).rows[0]!

  test('names whom to pay, the whole RIB, the sum and why, and the journal says who took it', async () => {
    const [first, second] = [await supplierAsks(), await buyerAsks()]
    const { rows } = await shop.db.execute<{ id: number; amount: number }>(
      sql`select id, amount::int from withdrawals where status = 'pending' order by id`,
    )
    const dirhams = rows.map(({ amount }) => `${Math.floor(amount / 100)},${String(amount % 100).padStart(2, '0')}`)
    const file = await bankFile()
    expect([file.status, file.headers['content-disposition']]).toEqual([200, 'attachment; filename="virements.csv"'])
    expect(linesOf(file.text)).toEqual([
      'Nom;RIB;Montant (DH);Motif',
      `Nom sara;RIB 011 780 0000000000000000 42;${dirhams[0]};Retrait ${first} F-1001`,
      `Nom karim;RIB 011 780 0000000000000000 42;${dirhams[1]};Retrait ${second} B-2001`,
    ])
    const amount = rows.reduce((sum, row) => sum + row.amount, 0)
    expect(await logged()).toEqual({
      actor: shop.ids.admin,
      subject: 'bank_file',
      after: { withdrawals: 2, amount },
    })
    expect(linesOf((await bankFile([second])).text)).toHaveLength(2)
    expect(await logged()).toMatchObject({ after: { withdrawals: 1 } })
  })

  test('a name that a spreadsheet would run is written as text', async () => {
    const id = await buyerAsks()
    await shop.db.execute(sql`update accounts set name = '=HYPERLINK("x";"y")' where id = ${shop.ids.karim}`)
    expect(linesOf((await bankFile([id])).text)[1]).toContain(`"'=HYPERLINK(""x"";""y"")"`)
    await shop.db.execute(sql`update accounts set name = 'Nom karim' where id = ${shop.ids.karim}`)
  })

  test('a decided withdrawal is not paid a second time: the file is refused, and nothing is logged', async () => {
    const [id, waiting] = [await supplierAsks(), await buyerAsks()]
    await approve([id])
    const before = (await shop.rowCounts()).bank_files
    expect([(await bankFile([id, waiting])).status, (await bankFile([id])).status]).toEqual([409, 409])
    await approve([waiting])
    expect((await bankFile()).json).toMatchObject({ code: 'nothing_waits' })
    expect((await shop.rowCounts()).bank_files).toBe(before)
  })

  test('pays nobody whose books are broken', async () => {
    const id = await supplierAsks()
    const broken = JSON.stringify([{ name: 'x', accounts: null }])
    await shop.db.execute(sql`insert into invariant_checks (broken, checked_at) values (${broken}::jsonb, now())
      on conflict (is_only_row) do update set broken = excluded.broken`)
    expect((await bankFile([id])).json).toMatchObject({ code: 'withdrawals_suspended' })
  })

  test('is for admins alone', async () => {
    for (const token of [shop.tokens.sara, shop.tokens.karim])
      expect((await shop.call('POST', '/api/admin/withdrawals/bank-file', { token, body: {} })).status).toBe(403)
  })
})
