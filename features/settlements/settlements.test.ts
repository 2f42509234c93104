import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Statements, settlementsOf } from '#test/settlements.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'

const NB = '\u00A0'

let shop: TestShop
let money: Statements

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
})

afterAll(() => shop.close())

beforeEach(async () => {
  money = await settlementsOf(shop)
})

afterEach(async () => {
  expect(await shop.brokenInvariants()).toEqual([])
})

/** Verdicts and decisions of a preview or a statement, row by row. */
const judged = ({ rows }: { rows: { verdict: string; decision: string | null }[] }) =>
  rows.map(({ verdict, decision }) => [verdict, decision])

const codesOf = ({ status, json }: { status: number; json: { code?: string; codes?: object } }) => [
  status,
  json.codes ?? json.code,
]

describe('a statement', () => {
  test('of right lines is judged, stored, closed, and pays its orders on its day, once', async () => {
    const [one, other] = [await money.delivered(), await money.delivered()]
    const list = money.list([one.line(), other.line()])
    const received = String(one.amount + other.amount - 60)
    const preview = await money.preview(list, { received })
    expect(judged(preview)).toEqual([
      ['right', 'kept'],
      ['right', 'kept'],
    ])
    expect(preview.totals).toMatchObject({ lines: 2, fees: 60, gap: 0, undecided: 0 })
    const openCount = async () => (await money.asAdmin('GET', '/api/admin/to-do')).json.openStatements
    const open = await openCount()
    const id = await money.created(list, { received, paid_on: '2026-11-18' })
    expect(await openCount()).toBe(open + 1)
    expect(await money.paymentOf(one.id)).toBe('pending')
    const { status, json } = await money.close(id)
    expect([status, json.paid, json.claims, json.message]).toEqual([200, 2, 0, `Relevé clos${NB}: 2 commandes payées.`])
    expect(await openCount()).toBe(open)
    const { rows } = await shop.db.execute<{ day: string }>(
      sql`select distinct to_char(paid_at at time zone 'Africa/Casablanca', 'YYYY-MM-DD') as day from orders
        where id in (${one.id}, ${other.id}) and payment = 'paid'`,
    )
    expect(rows).toEqual([{ day: '2026-11-18' }])
    expect(codesOf(await money.close(id))).toEqual([409, 'statement_closed'])
    expect(codesOf(await money.decide(id, 2, { decision: 'dropped' }))).toEqual([409, 'statement_closed'])
    expect(codesOf(await money.asAdmin('DELETE', `/api/admin/statements/${id}`))).toEqual([409, 'statement_closed'])
  })

  test('with six faults shows each, and what is decided adds up with what came', async () => {
    const [short, dear, right, cents] = [
      await money.delivered(),
      await money.delivered(),
      await money.delivered(),
      await money.delivered(),
    ]
    const onTheWay = await money.parcel()
    const { amount } = right
    const list = money.list([
      short.line({ collected: amount - 18 }),
      dear.line({ fee: 35 }),
      right.line(),
      right.line(),
      onTheWay.line(),
      { tracking: 'SD-9', collected: 200, fee: 30 },
      cents.line({ collected: `${amount - 1},50` }),
      { collected: '2 000,00', fee: 200 },
      { tracking: right.tracking, collected: 'abc' },
    ])
    const received = String(4 * amount - 144.5)
    const id = await money.created(list, { received })
    const statement = await money.read(id)
    expect(judged(statement)).toEqual([
      ['amount_gap', null],
      ['fee_gap', null],
      ['right', 'kept'],
      ['twice', null],
      ['not_delivered', null],
      ['unknown', null],
      ['amount_gap', null],
      ['unknown', 'dropped'],
      ['unreadable', null],
    ])
    expect(statement.rows[4].order).toMatchObject({ CurrentStatus: 'en transit', parcel: 'handed' })
    expect(statement.rows[0].differences).toEqual([{ kind: 'amount', due: 18 }])
    expect(statement.rows[1].differences).toEqual([{ kind: 'fee', due: 5 }])
    expect(codesOf(await money.close(id))).toEqual([409, 'lines_undecided'])
    expect(codesOf(await money.decide(id, 5, { decision: 'kept' }))).toEqual([422, { decision: ['line_decision'] }])
    for (const [row, decision] of [
      [2, 'claimed'],
      [3, 'claimed'],
      [5, 'dropped'],
      [6, 'dropped'],
      [7, 'dropped'],
      [8, 'kept'],
      [10, 'dropped'],
    ] as const)
      expect((await money.decide(id, row, { decision })).status).toBe(200)
    const { totals } = await money.read(id)
    expect(totals).toMatchObject({ net: 4 * amount - 18 - 1 + 0.5 - 125, undecided: 0 })
    const gap = { accept_gap: totals.gap }
    expect(codesOf(await money.close(id))).toEqual([422, { accept_gap: ['gap_not_accepted'] }])
    expect(codesOf(await money.close(id, gap))).toEqual([422, { reason: ['gap_reason'] }])
    expect(codesOf(await money.close(id, { ...gap, accept_gap: 2, reason: 'Perdu' }))).toEqual([409, 'gap_changed'])
    const closed = await money.close(id, { ...gap, reason: 'Le livreur arrondit', claim_gap: true })
    expect([closed.status, closed.json.paid, closed.json.claims]).toEqual([200, 4, 3])
    expect(await money.due()).toMatchObject({ orders: 0, amount: 0, claimed: 18 + 5 + totals.gap })
    const csv = await money.asAdmin('GET', `/api/admin/statements/${id}/claim.csv`)
    expect(csv.text.split('\r\n').slice(1, -1)).toEqual([
      `${short.id};${short.tracking};20/11/2026;Montant versé trop bas;${amount},00;${amount - 18},00;18,00`,
      `${dear.id};${dear.tracking};20/11/2026;Frais trop hauts;30,00;35,00;5,00`,
      ';;;Somme reçue plus basse que le relevé;1132,50;1131,50;1,00',
    ])
    const pdf = await money.asAdmin('GET', `/api/admin/statements/${id}/claim.pdf`)
    expect([pdf.status, pdf.headers['content-type']]).toEqual([200, 'application/pdf'])
  })

  test('marks what its courier delivered as delivered, and never what was cancelled', async () => {
    const [onTheWay, cancelled] = [await money.parcel(), await money.parcel()]
    await money.move(cancelled.id, 'annulé')
    const id = await money.created(money.list([onTheWay.line(), cancelled.line()]), {
      received: String(onTheWay.amount - 30),
    })
    expect(codesOf(await money.decide(id, 3, { decision: 'kept' }))).toEqual([422, { decision: ['line_decision'] }])
    await money.decide(id, 3, { decision: 'dropped' })
    await money.decide(id, 2, { decision: 'kept' })
    expect((await money.close(id)).json.paid).toBe(1)
    const { rows } = await shop.db.execute(sql`select status, payment from orders where id = ${onTheWay.id}`)
    expect(rows).toEqual([{ status: 'delivered', payment: 'paid' }])
  })

  test('has notes on its lines, which decisions leave alone and a closed one shows', async () => {
    const order = await money.delivered()
    const id = await money.created(money.list([{ ...order.line(), collected: order.amount - 18 }]), {
      received: String(order.amount - 48),
    })
    const noteOf = async () => (await money.read(id)).rows[0].note
    expect(await noteOf()).toBeNull()
    expect((await money.decide(id, 2, { note: ' Appelé mardi ' })).json.rows[0]).toMatchObject({
      note: 'Appelé mardi',
      decision: null,
    })
    expect((await money.decide(id, 2, { decision: 'claimed' })).json.rows[0].note).toBe('Appelé mardi')
    expect((await money.decide(id, 2, { note: 'n'.repeat(201) })).status).toBe(422)
    expect(codesOf(await money.decide(id, 2, {}))).toEqual([422, { decision: ['line_without_change'] }])
    expect((await money.decide(id, 2, { note: '' })).json.rows[0]).toMatchObject({ note: null, decision: 'claimed' })
    await money.decide(id, 2, { note: 'Il verse vendredi' })
    expect((await money.close(id)).status).toBe(200)
    expect(codesOf(await money.decide(id, 2, { note: 'Trop tard' }))).toEqual([409, 'statement_closed'])
    expect(await noteOf()).toBe('Il verse vendredi')
  })

  test('takes no note about somebody who was forgotten', async () => {
    const [kept, forgotten] = [await money.delivered(), await money.delivered()]
    const phone = '0698765432'
    await shop.db.execute(sql`update orders set phone = ${phone} where id = ${forgotten.id}`)
    const id = await money.created(money.list([kept.line(), forgotten.line()]), { received: String(kept.amount) })
    await money.decide(id, 2, { note: 'Appelé mardi' })
    await money.decide(id, 3, { note: `Nadia ne répond plus au ${phone}` })
    expect((await money.asAdmin('POST', '/api/admin/personal-data/anonymise', { phone })).status).toBe(200)
    const notes = async () => (await money.read(id)).rows.map(({ note }: { note: string | null }) => note)
    expect(await notes()).toEqual(['Appelé mardi', 'effacé'])
    expect(codesOf(await money.decide(id, 3, { note: `Toujours le ${phone}` }))).toEqual([409, 'order_anonymised'])
    const named = { OrderID: forgotten.id }
    expect(codesOf(await money.decide(id, 2, { ...named, note: 'Appelé mardi' }))).toEqual([409, 'order_anonymised'])
    expect(await notes()).toEqual(['Appelé mardi', 'effacé'])
    for (const decision of ['kept', 'dropped']) expect((await money.decide(id, 3, { decision })).status).toBe(200)
    expect((await money.decide(id, 2, named)).status).toBe(200)
    expect(await notes()).toEqual([null, 'effacé'])
  })

  test('keeps a note with the order that it is about: another one is named without it', async () => {
    const [one, other] = [await money.delivered(), await money.delivered()]
    const id = await money.created(money.list([one.line(), { collected: 1, fee: 0.5 }]), { received: '100' })
    const notes = async () => (await money.read(id)).rows.map(({ note }: { note: string | null }) => note)
    await money.decide(id, 2, { note: 'Nadia ne répond plus' })
    await money.decide(id, 3, { note: 'Demander au livreur' })
    expect((await money.decide(id, 2, { OrderID: one.id })).status).toBe(200)
    expect(await notes()).toEqual(['Nadia ne répond plus', 'Demander au livreur'])
    expect((await money.decide(id, 2, { OrderID: other.id })).status).toBe(200)
    expect((await money.decide(id, 3, { OrderID: one.id })).status).toBe(200)
    expect(await notes()).toEqual([null, 'Demander au livreur'])
    expect((await money.decide(id, 2, { OrderID: one.id, note: 'Vu' })).status).toBe(200)
    expect(await notes()).toEqual(['Vu', 'Demander au livreur'])
  })

  test('whose order changed meanwhile is not closed before somebody decides again', async () => {
    const order = await money.delivered()
    const id = await money.created(money.list([order.line()]), { received: String(order.amount - 30) })
    expect((await money.settle(order.id, 'annulé')).status).toBe(200)
    expect(codesOf(await money.close(id))).toEqual([409, 'verdicts_changed'])
    expect(judged(await money.read(id))).toEqual([['not_paid', null]])
    expect(await money.paymentOf(order.id)).toBe('void')
  })

  test('that is open is listed among the open ones, however many newer ones there are', async () => {
    const old = await money.delivered()
    const received = String(old.amount - 30)
    const id = await money.created(money.list([old.line()]), { received, paid_on: '2020-01-01' })
    const listed = async (query: string) => (await money.asAdmin('GET', `/api/admin/statements?${query}`)).json
    const open = await listed('open=1&per_page=100')
    expect(open.data.at(-1)).toMatchObject({ id, closed_at: null })
    expect(open.data.filter((each: { closed_at: string | null }) => each.closed_at !== null)).toEqual([])
    expect(open.total).toBe((await money.asAdmin('GET', '/api/admin/to-do')).json.openStatements)
    expect((await money.close(id)).status).toBe(200)
    expect((await listed('open=1&per_page=100')).total).toBe(open.total - 1)
    expect((await listed('per_page=1')).total).toBeGreaterThanOrEqual(open.total)
    expect((await money.asAdmin('GET', '/api/admin/statements?open=0')).status).toBe(422)
  })

  test('is entered once, by its reference and by its list, and again after it was removed', async () => {
    const order = await money.delivered()
    const list = money.list([order.line()])
    const received = String(order.amount - 30)
    const id = await money.created(list, { received })
    const sameList = await money.send(list, { reference: 'OZ-132' })
    const sameReference = await money.send(money.list([{ tracking: 'X', collected: 1 }]))
    const how = 'a déjà été saisi le 20\u00A0nov. par Nom admin.'
    expect([sameList.status, sameList.json]).toEqual([409, { message: `Ce relevé ${how}`, code: 'statement_entered' }])
    expect([sameReference.status, sameReference.json]).toEqual([
      409,
      { message: `Un relevé de cette référence ${how}`, code: 'reference_entered' },
    ])
    expect((await money.asAdmin('DELETE', `/api/admin/statements/${id}`)).status).toBe(200)
    expect((await money.asAdmin('GET', `/api/admin/statements/${id}`)).status).toBe(404)
    await money.created(list, { received })
  })

  test('with an order that another one pays has it as paid already', async () => {
    const order = await money.delivered()
    const received = String(order.amount - 30)
    await money.created(money.list([order.line()]), { received })
    const second = await money.created(money.list([order.line({ fee: 31 })]), { received, reference: 'OZ-132' })
    const { rows } = await money.read(second)
    expect([rows[0].verdict, rows[0].counted_in, rows[0].options]).toEqual(['already_paid', 'OZ-131', ['dropped']])
  })

  test('bills returns by the tariff, and never pays them', async () => {
    const [refused, dear] = [await money.parcel(), await money.parcel()]
    await money.move(refused.id, 'annulé')
    await money.move(dear.id, 'annulé')
    const id = await money.created(
      money.list([refused.line({ collected: 0, fee: 15 }), dear.line({ collected: 0, fee: 20 })]),
      {
        received: '-35',
      },
    )
    expect(judged(await money.read(id))).toEqual([
      ['return_fee', 'kept'],
      ['return_fee', null],
    ])
    await money.decide(id, 3, { decision: 'claimed' })
    expect((await money.close(id)).json).toMatchObject({ paid: 0, claims: 1 })
  })

  test('counts no fee by itself for an order that never left, nor where the tariff is unknown', async () => {
    const [atHome, dear, free] = [await money.parcel(), await money.parcel(), await money.parcel()]
    await money.move(atHome.id, 'en attente')
    await shop.db.execute(sql`update parcels set fee_delivered = null, fee_refused = null, fee_returned = null
      where order_id in (${dear.id}, ${free.id})`)
    const list = money.list([
      { number: atHome.id, collected: 0, fee: 60 },
      dear.line({ collected: 0, fee: 60 }),
      free.line({ collected: 0, fee: 0 }),
    ])
    const id = await money.created(list, { received: '-120' })
    const statement = await money.read(id)
    expect(judged(statement)).toEqual([
      ['return_fee', null],
      ['return_fee', null],
      ['return_fee', 'kept'],
    ])
    expect(statement.rows[0].options).toEqual(['kept', 'dropped'])
  })

  test('corrects another with amounts below zero, and leaves the payment to a person', async () => {
    const order = await money.delivered()
    const paid = await money.created(money.list([order.line()]), { received: String(order.amount - 30) })
    await money.close(paid)
    const list = money.list([order.line({ collected: `(${order.amount})`, fee: '(30)' })])
    const id = await money.created(list, { reference: 'OZ-131 bis', received: String(30 - order.amount) })
    expect(judged(await money.read(id))).toEqual([['correction', null]])
    await money.decide(id, 2, { decision: 'kept' })
    expect((await money.close(id)).json.paid).toBe(0)
    expect(await money.paymentOf(order.id)).toBe('paid')
    expect((await money.settle(order.id, 'annulé')).status).toBe(200)
  })

  test('finds an order by our number, not one of another courier, and takes the one that a person names', async () => {
    const order = await money.delivered()
    const elsewhere = await (await settlementsOf(shop)).delivered()
    const list = money.list([
      { number: order.id, collected: order.amount, fee: 30 },
      { number: elsewhere.id, collected: elsewhere.amount, fee: 30 },
      { tracking: 'inconnu', collected: order.amount, fee: 30 },
    ])
    const id = await money.created(list)
    expect(judged(await money.read(id)).map(([verdict]) => verdict)).toEqual(['right', 'unknown', 'unknown'])
    expect(codesOf(await money.decide(id, 3, { OrderID: elsewhere.id }))).toEqual([
      422,
      { OrderID: ['line_of_other_courier'] },
    ])
    expect(codesOf(await money.decide(id, 4, { OrderID: 2_000_000 }))).toEqual([422, { OrderID: ['line_order'] }])
    const third = await money.delivered()
    expect((await money.decide(id, 4, { OrderID: third.id })).json.rows[2]).toMatchObject({
      verdict: 'right',
      decision: 'kept',
      OrderID: third.id,
      by_number: false,
    })
    // Whoever chose the wrong one chooses again; what its number says needs no choice.
    const fourth = await money.delivered()
    const again = (await money.decide(id, 4, { OrderID: fourth.id })).json.rows
    expect(again.map(({ OrderID, by_number }: Record<string, unknown>) => [OrderID, by_number])).toEqual([
      [order.id, true],
      [null, false],
      [fourth.id, false],
    ])
  })
})

test('lines are found by phone and amount together, of one order that waits for its money, and never by a phone alone', async () => {
  const [one, other] = [await money.delivered(), await money.delivered()]
  await shop.db.execute(sql`update orders set phone = '0612000001' where id = ${one.id}`)
  await shop.db.execute(sql`update orders set phone = '0612000002' where id = ${other.id}`)
  const { amount } = one
  const matched = async (...lines: string[]) =>
    (await money.preview(['Suivi\tTél\tMontant\tFrais', ...lines].join('\n'))).rows.map(
      ({ OrderID, verdict }: { OrderID: number | null; verdict: string }) => OrderID ?? verdict,
    )
  expect(await matched(`\t+212 612 00 00 01\t${amount}\t30`, `\t0612000002\t${amount - 18}\t30`)).toEqual([
    one.id,
    'unknown',
  ])
  // Another number of the courier's own says that this is another parcel.
  expect(await matched(`OZ-X\t0612000001\t${amount}\t30`)).toEqual(['unknown'])
  const ofDriver = Array.from({ length: 4 }, () => `\t0612000001\t${amount}\t30`)
  expect(await matched(...ofDriver)).toEqual(['unknown', 'unknown', 'unknown', 'unknown'])
  await shop.db.execute(sql`update orders set phone = '0612000001' where id = ${other.id}`)
  expect(await matched(`\t0612000001\t${amount}\t30`)).toEqual(['unknown'])
  await money.settle(other.id, 'payé')
  expect(await matched(`\t0612000001\t${amount}\t30`)).toEqual([one.id])
})

test('a line of a list of phones that finds no order waits for a decision, and a total at the foot does not', async () => {
  const order = await money.delivered()
  await shop.db.execute(sql`update orders set phone = '0612000009' where id = ${order.id}`)
  const { amount } = order
  const rows = [`0612000009\t${amount - 18}\t30`, '0612000009\tabc\t30', `Total\t${amount - 18}\t30`]
  const id = await money.created(['Tél\tMontant\tFrais', ...rows].join('\n'), { received: String(amount - 48) })
  expect(judged(await money.read(id))).toEqual([
    ['unknown', null],
    ['unreadable', null],
    ['unknown', 'dropped'],
  ])
  expect(codesOf(await money.close(id))).toEqual([409, 'lines_undecided'])
  expect((await money.decide(id, 2, { OrderID: order.id })).json.rows[0]).toMatchObject({
    verdict: 'amount_gap',
    differences: [{ kind: 'amount', due: 18 }],
  })
})

describe('money that is outside', () => {
  test('is told by age; what a courier never paid is claimed, and paid by what comes of it', async () => {
    const old = await money.delivered()
    const fresh = await money.delivered()
    const days = (id: number, count: number) =>
      shop.db.execute(
        sql`update parcels set state_at = state_at - make_interval(days => ${count}) where order_id = ${id}`,
      )
    await days(old.id, 20)
    const { amount } = old
    expect(await money.due()).toMatchObject({ orders: 2, amount: 2 * amount, ages: [amount, 0, amount, 0], claimed: 0 })
    const third = await money.delivered()
    const id = await money.created(money.list([third.line()]), { received: String(amount - 30) })
    expect((await money.read(id)).missing).toMatchObject({ days: 14, orders: [{ OrderID: old.id, Amount: amount }] })
    const claim = (ids: number[]) => money.asAdmin('POST', `/api/admin/statements/${id}/claims`, { ids })
    // What a line of an open statement counts is not missing.
    expect(codesOf(await claim([third.id]))).toEqual([409, 'order_not_missing'])
    expect((await claim([old.id])).status).toBe(200)
    expect(codesOf(await claim([old.id]))).toEqual([409, 'order_not_missing'])
    expect(await money.due()).toMatchObject({ orders: 2, amount: 2 * amount, claimed: amount })
    const [{ id: claimId }] = (await money.read(id)).claims
    const settled = (settled_amount: number) => money.asAdmin('PUT', `/api/admin/claims/${claimId}`, { settled_amount })
    expect(codesOf(await settled(amount + 1))).toEqual([422, { settled_amount: ['claim_amount'] }])
    expect((await settled(amount)).status).toBe(200)
    expect(codesOf(await settled(0))).toEqual([409, 'claim_settled'])
    expect([await money.paymentOf(old.id), await money.paymentOf(fresh.id)]).toEqual(['paid', 'pending'])
    expect((await money.asAdmin('POST', `/api/admin/statements/${id}/claims/sent`)).status).toBe(200)
  })

  test('is missing also where a refusal was billed before the delivery', async () => {
    const [order, other] = [await money.parcel(), await money.delivered()]
    await shop.db.execute(sql`update parcels set state = 'refused' where order_id = ${order.id}`)
    const refusal = await money.created(money.list([order.line({ collected: 0, fee: 10 })]), { received: '-10' })
    expect(judged(await money.read(refusal))).toEqual([['return_fee', 'kept']])
    expect((await money.close(refusal)).status).toBe(200)
    await money.move(order.id, 'livré')
    await shop.db.execute(sql`update parcels set state_at = state_at - interval '20 days' where order_id = ${order.id}`)
    const list = money.list([other.line()])
    const id = await money.created(list, { received: String(other.amount - 30), reference: 'OZ-132' })
    expect((await money.read(id)).missing.orders).toMatchObject([{ OrderID: order.id }])
    const claimed = await money.asAdmin('POST', `/api/admin/statements/${id}/claims`, { ids: [order.id] })
    expect([claimed.status, claimed.json.claims]).toEqual([200, 1])
    expect((await money.read(id)).missing.orders).toEqual([])
  })

  test('is outside no more once its loss is accepted, and is counted when it comes after all', async () => {
    const [order, other] = [await money.delivered(), await money.delivered()]
    await shop.db.execute(sql`update parcels set state_at = state_at - interval '20 days' where order_id = ${order.id}`)
    const first = await money.created(money.list([other.line()]), { received: String(other.amount - 30) })
    const claim = () => money.asAdmin('POST', `/api/admin/statements/${first}/claims`, { ids: [order.id] })
    expect((await claim()).status).toBe(200)
    expect((await money.close(first)).status).toBe(200)
    const [{ id: claimId }] = (await money.read(first)).claims
    expect((await money.asAdmin('PUT', `/api/admin/claims/${claimId}`, { settled_amount: 0 })).status).toBe(200)
    expect((await money.read(first)).missing.orders).toEqual([])
    expect(await money.due()).toMatchObject({ orders: 0, amount: 0, claimed: 0 })
    expect(codesOf(await claim())).toEqual([409, 'order_not_missing'])
    // Its courier lists it as not collected, and is asked again.
    const unpaid = money.list([order.line({ collected: 0 })])
    const second = await money.created(unpaid, { received: '-30', reference: 'OZ-132' })
    expect((await money.decide(second, 2, { decision: 'claimed' })).status).toBe(200)
    expect((await money.close(second)).json).toMatchObject({ claims: 1 })
    expect(await money.due()).toMatchObject({ orders: 0, amount: 0, claimed: order.amount })
    const received = String(order.amount - 30)
    const third = await money.created(money.list([order.line()]), { received, reference: 'OZ-133' })
    expect((await money.close(third)).json).toMatchObject({ paid: 1 })
    expect([await money.paymentOf(order.id), (await money.due()).claimed]).toEqual(['paid', 0])
  })

  test('is outside no more once a line that collects nothing for it was accepted and its statement is closed', async () => {
    const order = await money.delivered()
    const id = await money.created(money.list([order.line({ collected: 0 })]), { received: '-30' })
    expect((await money.decide(id, 2, { decision: 'kept' })).status).toBe(200)
    expect(await money.due()).toMatchObject({ orders: 1, amount: order.amount })
    expect((await money.close(id)).json).toMatchObject({ paid: 0, claims: 0 })
    expect(await money.due()).toMatchObject({ orders: 0, amount: 0 })
    const received = String(order.amount - 30)
    const paying = await money.created(money.list([order.line()]), { received, reference: 'OZ-132' })
    expect((await money.close(paying)).json).toMatchObject({ paid: 1 })
  })

  test('is claimed once, also when a list says that nothing was collected for an order that is claimed already', async () => {
    const order = await money.delivered()
    const first = await money.created(money.list([{ tracking: 'inconnu', collected: 1, fee: 0.5 }]), { received: '1' })
    await money.asAdmin('POST', `/api/admin/statements/${first}/claims`, { ids: [order.id] })
    const list = money.list([order.line({ collected: 0, fee: 15 })])
    const id = await money.created(list, { received: '-15', reference: 'OZ-132' })
    expect((await money.decide(id, 2, { decision: 'claimed' })).status).toBe(200)
    expect((await money.close(id)).json).toMatchObject({ paid: 0, claims: 0 })
    expect(await money.due()).toMatchObject({ amount: 0, claimed: order.amount })
    const { claims } = await money.read(first)
    expect(claims).toMatchObject([{ OrderID: order.id, kind: 'missing', due: order.amount, settled_at: null }])
  })

  test('is claimed for a line of 0,00 without the fee of a delivery, which the courier earned', async () => {
    const order = await money.delivered()
    const id = await money.created(money.list([order.line({ collected: 0 })]), { received: '-30' })
    expect((await money.read(id)).rows[0]).toMatchObject({ verdict: 'amount_gap', expected_fee: 30 })
    expect((await money.decide(id, 2, { decision: 'claimed' })).status).toBe(200)
    expect((await money.close(id)).json).toMatchObject({ paid: 0, claims: 1 })
    expect((await money.read(id)).claims).toMatchObject([{ kind: 'amount', due: order.amount }])
  })

  test('is claimed no more for a line of 0,00 once its order is paid by hand, and again when that was a slip', async () => {
    const [nothing, short] = [await money.delivered(), await money.delivered()]
    const list = money.list([nothing.line({ collected: 0, fee: 15 }), short.line({ collected: short.amount - 18 })])
    const id = await money.created(list, { received: String(short.amount - 63) })
    for (const row of [2, 3]) expect((await money.decide(id, row, { decision: 'claimed' })).status).toBe(200)
    expect((await money.close(id)).json).toMatchObject({ paid: 1, claims: 2 })
    expect(await money.due()).toMatchObject({ amount: 0, claimed: nothing.amount + 18 })
    const letter = async () =>
      (await money.asAdmin('GET', `/api/admin/statements/${id}/claim.csv`)).text.split('\r\n').slice(1, -1)
    expect(await letter()).toHaveLength(2)
    expect((await money.settle(nothing.id, 'payé')).status).toBe(200)
    // What is lacking of an order that a line paid is asked for all the same.
    expect(await letter()).toEqual([expect.stringContaining(`${short.id};`)])
    expect(await money.due()).toMatchObject({ claimed: 18 })
    expect((await money.settle(nothing.id, 'annulé')).status).toBe(200)
    expect(await letter()).toHaveLength(2)
    expect(await money.due()).toMatchObject({ claimed: nothing.amount + 18 })
  })

  test('is not claimed for an order that stands twice, once paid and once with the fee of an attempt', async () => {
    const order = await money.delivered()
    const [attempt, payment] = [order.line({ collected: 0, fee: 22 }), order.line({ fee: 35 })]
    const id = await money.created(money.list([attempt, payment]), { received: String(order.amount - 57) })
    expect(judged(await money.read(id))).toEqual([
      ['return_fee', null],
      ['fee_gap', null],
    ])
    // Once nothing pays it any more, its whole amount is lacking, and somebody decides again.
    expect((await money.decide(id, 2, { decision: 'claimed' })).status).toBe(200)
    const withoutPayment = (await money.decide(id, 3, { decision: 'dropped' })).json
    expect(judged(withoutPayment)[0]).toEqual(['amount_gap', null])
    expect((await money.decide(id, 3, { decision: 'claimed' })).status).toBe(200)
    expect((await money.decide(id, 2, { decision: 'claimed' })).status).toBe(200)
    expect((await money.close(id)).json).toMatchObject({ paid: 1, claims: 2 })
    const kinds = (claims: { kind: string; due: number }[]) => claims.map(({ kind, due }) => [kind, due])
    const fees = [
      ['fee', 7],
      ['fee', 5],
    ]
    expect(kinds((await money.read(id)).claims)).toEqual(fees)
    const all = await money.asAdmin('GET', '/api/admin/claims')
    expect([all.status, kinds(all.json.claims.slice(-2))]).toEqual([200, fees])
    const csv = await money.asAdmin('GET', `/api/admin/statements/${id}/claim.csv`)
    expect(csv.text.split('\r\n').slice(1, -1)).toEqual([
      `${order.id};${order.tracking};20/11/2026;Frais trop hauts;15,00;22,00;7,00`,
      `${order.id};${order.tracking};20/11/2026;Frais trop hauts;30,00;35,00;5,00`,
    ])
    expect((await money.asAdmin('GET', `/api/admin/statements/${id}/claim.pdf`)).status).toBe(200)
    expect(await money.due()).toMatchObject({ amount: 0, claimed: 12 })
  })

  test('counts on one of two lines: going back to the first says which one counts', async () => {
    const order = await money.delivered()
    const text = money.list([order.line(), order.line({ fee: 29 })])
    const id = await money.created(text, { received: String(order.amount - 30) })
    expect((await money.decide(id, 2, { decision: 'dropped' })).status).toBe(200)
    expect((await money.decide(id, 3, { decision: 'kept' })).status).toBe(200)
    const back = await money.decide(id, 2, { decision: 'kept' })
    expect([...codesOf(back), back.json.message]).toEqual([
      409,
      'order_on_other_line',
      `Déjà comptée à la ligne 3${NB}: écartez-la d’abord.`,
    ])
    expect((await money.decide(id, 3, { decision: 'dropped' })).status).toBe(200)
    expect((await money.decide(id, 2, { decision: 'kept' })).status).toBe(200)
  })

  test('is not claimed for an order that an open statement pays', async () => {
    const order = await money.delivered()
    const paying = await money.created(money.list([order.line()]), { received: String(order.amount - 30) })
    const list = money.list([order.line({ collected: 0, fee: 15 })])
    const id = await money.created(list, { received: '-15', reference: 'OZ-132' })
    expect(judged(await money.read(id))).toEqual([['return_fee', 'kept']])
    expect((await money.asAdmin('DELETE', `/api/admin/statements/${paying}`)).status).toBe(200)
    expect(judged(await money.read(id))).toEqual([['amount_gap', null]])
  })

  test('is claimed by the courier’s next statement once the one that claimed it was removed', async () => {
    const [unpaid, paid] = [await money.delivered(), await money.delivered()]
    const list = money.list([paid.line()])
    const received = String(paid.amount - 30)
    const mistyped = await money.created(list, { received, reference: 'OZ-313' })
    await money.asAdmin('POST', `/api/admin/statements/${mistyped}/claims`, { ids: [unpaid.id] })
    expect((await money.asAdmin('DELETE', `/api/admin/statements/${mistyped}`)).status).toBe(200)
    const id = await money.created(list, { received })
    expect((await money.close(id)).status).toBe(200)
    expect((await money.read(id)).claims).toMatchObject([{ OrderID: unpaid.id, kind: 'missing', due: unpaid.amount }])
    expect((await money.asAdmin('GET', `/api/admin/statements/${id}/claim.pdf`)).status).toBe(200)
  })

  test('is claimed no more once it came: by another statement, by hand or by a pasted list', async () => {
    const unpaid = [await money.delivered(), await money.delivered(), await money.delivered()] as const
    const first = await money.created(money.list([{ tracking: 'inconnu', collected: 1, fee: 0.5 }]), { received: '1' })
    const ids = unpaid.map(({ id }) => id)
    await money.asAdmin('POST', `/api/admin/statements/${first}/claims`, { ids })
    const letter = async () => (await money.asAdmin('GET', `/api/admin/statements/${first}/claim.csv`)).text
    for (const id of ids) expect(await letter()).toContain(`\n${id};`)
    const [inStatement, byHand, pasted] = unpaid
    const list = money.list([inStatement.line()])
    const second = await money.created(list, { received: String(inStatement.amount - 30), reference: 'OZ-132' })
    expect((await money.close(second)).status).toBe(200)
    expect((await money.settle(byHand.id, 'payé')).status).toBe(200)
    const paste = { numbers: String(pasted.id), PaymentStatus: 'payé' }
    expect((await money.asAdmin('PUT', '/api/admin/orders/payment-status', paste)).status).toBe(200)
    for (const id of ids) expect(await letter()).not.toContain(`\n${id};`)
    expect(await money.due()).toMatchObject({ claimed: 0 })
    // The page asks for nothing more either, and a letter that is sent now asked for none of them.
    expect((await money.asAdmin('POST', `/api/admin/statements/${first}/claims/sent`)).status).toBe(200)
    const { claims } = await money.read(first)
    expect(claims.map(({ open, sent_at }: { open: boolean; sent_at: string | null }) => [open, sent_at])).toEqual(
      ids.map(() => [false, null]),
    )
    // That was a slip: it is asked for again.
    expect((await money.settle(byHand.id, 'annulé')).status).toBe(200)
    expect(await letter()).toContain(`\n${byHand.id};`)
    expect(await money.due()).toMatchObject({ claimed: byHand.amount })
  })

  test('of more than ten million dirhams is told', async () => {
    const order = await money.delivered()
    const id = await money.created(money.list([order.line()]), { received: '25000000.50' })
    expect((await money.read(id)).statement.received).toBe(25_000_000.5)
  })

  test('is claimed for a parcel that its courier lost, by what its pieces cost', async () => {
    const parcel = await money.parcel()
    await shop.db.execute(sql`update orders set left_at = left_at - interval '20 days' where id = ${parcel.id}`)
    await money.asAdmin('POST', `/api/admin/orders/${parcel.id}/lost`, { note: 'Perdu' })
    const { claims } = (await money.asAdmin('GET', '/api/admin/claims')).json
    expect(claims.at(-1)).toMatchObject({ OrderID: parcel.id, kind: 'lost', due: 220, statement_id: null })
  })
})

describe('is refused', () => {
  test.each([
    ['a day to come', { paid_on: '2026-11-21' }, { paid_on: ['paid_on_future'] }],
    ['no day', { paid_on: '2026-02-31' }, { paid_on: ['day'] }],
    ['a day of long ago', { paid_on: '0026-11-14' }, { paid_on: ['day'] }],
    ['nothing received', { received: '0' }, { received: ['received_nothing'] }],
    ['a sum that is no number', { received: '22 167,00' }, { received: ['amount'] }],
    ['no reference', { reference: ' ' }, { reference: ['required'] }],
    ['an unknown courier', { courier_id: '99999' }, { courier_id: ['statement_courier'] }],
    ['no list', { file: undefined }, { file: ['required'] }],
    ['a list without lines', { file: new Blob(['Suivi\tMontant\n']) }, { file: ['statement_without_lines'] }],
    ['a column that is not there', { columns: '{"collected":"Total"}' }, { columns: ['column_unknown'] }],
  ])('a statement with %s', async (_, change, codes) => {
    const order = await money.delivered()
    expect(codesOf(await money.send(money.list([order.line()]), change, '?preview=1'))).toEqual([422, codes])
  })

  test('one without the columns that say what was paid for which order: the page asks for them', async () => {
    const preview = await money.preview('Colis\tTotal\nOZ-1\t300')
    expect([preview.missing, preview.headings]).toEqual([
      ['collected', 'tracking'],
      ['Colis', 'Total'],
    ])
    expect(codesOf(await money.send('Colis\tTotal\nOZ-1\t300', { digest: preview.digest }))).toEqual([
      422,
      { columns: ['columns_missing'] },
    ])
  })

  test('one that was not previewed like this', async () => {
    const order = await money.delivered()
    expect(codesOf(await money.send(money.list([order.line()]), { digest: 'x' }))).toEqual([
      409,
      'changed_since_preview',
    ])
  })
})

test('fees that are nothing, negative or in no column are read as what they are', async () => {
  const order = await money.delivered()
  const { amount } = order
  const free = await money.preview(money.list([order.line({ fee: 0 })]))
  expect([free.fees_compared, judged(free)]).toEqual([false, [['right', 'kept']]])
  const taken = await money.preview(money.list([order.line({ fee: '-30' })]))
  expect([taken.totals.fees, judged(taken)]).toEqual([30, [['right', 'kept']]])
  const net = await money.preview(`Suivi;Montant;Net\n${order.tracking};${amount},00;${amount - 30},00`)
  expect([net.totals.fees, net.totals.net]).toEqual([30, amount - 30])
})

test('a close whose answer was lost is sent again under its key, and has the same answer', async () => {
  const order = await money.delivered()
  const received = String(order.amount - 30)
  const id = await money.created(money.list([order.line()]), { received })
  const twice = () =>
    shop.call('POST', `/api/admin/statements/${id}/close`, {
      token: shop.tokens.admin,
      body: {},
      headers: { 'idempotency-key': 'the-close-of-friday' },
    })
  const [first, again] = [await twice(), await twice()]
  expect([first.status, first.json.paid, again.text]).toEqual([200, 1, first.text])
})

test('two sendings with one key store one statement', async () => {
  const order = await money.delivered()
  const list = money.list([order.line()])
  const { digest } = await money.preview(list)
  const headers = { 'idempotency-key': 'the-statement-of-friday' }
  const answers = [await money.send(list, { digest }, '', headers), await money.send(list, { digest }, '', headers)]
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  expect(answers[0]!.json.id).toBe(answers[1]!.json.id)
})
