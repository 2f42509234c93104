import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OrderId, ProductId } from '#platform/kernel/ids.ts'
import { queuedBehindLock } from '#test/locks.ts'
import { type Instance, openTestShop, type TestAnswer, type TestShop } from '#test/test-app.ts'
import { orderNumbersIn } from './pasted-numbers.ts'

test.each([
  ['1042\n1043\r\n1044', ['1042', '1043', '1044']],
  ['n°1042, #1043;1044|1045\t1046 / 1047', ['1042', '1043', '1044', '1045', '1046', '1047']],
  ['1042 Nadia 06 12 34 56 78 149,50 DH', ['1042']],
  ['22/11/2026 à 14:30 : 1042 (+212 612-345678) 1 249 MAD', ['1042']],
  ['2026-11-22 1042 0612345678', ['1042']],
  ['1042 149,50 DH', ['1042']],
  ['1042\t149,50 DH\n1043\t99,00 DH', ['1042', '1043']],
  ['1042\n1043\n1 249 DH', ['1042', '1043']],
  ['1042 12\u202F249,00\u00A0DH, 1043 1.249,00 mad', ['1042', '1043']],
  ['1042\t149,50\n1043\t99.00', ['1042', '1043']],
  ['1042\t1 249,50\n1043\t12\u202F249,00', ['1042', '1043']],
  ['1042,1043.1044', ['1042', '1043', '1044']],
  ['10,11,12', ['10', '11', '12']],
  ['1043,149,50 DH', ['1043']],
  ['2026-11-22 14:30:25 1042', ['1042']],
  ['1042 22.11.2026, 1043 22.11.26.', ['1042', '1043']],
  ['1042 06.12.34.56.78', ['1042']],
  ['OZ-812\t1042\t418,00 DH', ['1042']],
  ['AB123456789MA 1042, CSA0726B 1043', ['1042', '1043']],
  ['9A8B12 1042\n812OZ\t1043', ['1042', '1043']],
  ['OZ\u20112026\u201112\u20110042\t1042', ['1042']],
  ['OZ_7_12\t1042', ['1042']],
  ['1042 2x Argan 250ml', ['1042']],
  ['1042 1 249DH, 149DH 1043', ['1042', '1043']],
  ['nº1042 N°1043 No1044 n1045', ['1042', '1043', '1044', '1045']],
  ['1042-Nadia, 1043-1044', ['1042', '1043', '1044']],
  ['', []],
  ['aucun numéro', []],
])('the orders in « %s » are %j', (pasted, numbers) => {
  expect(orderNumbersIn(pasted)).toEqual(numbers)
})

describe('a pasted list', () => {
  let shop: TestShop
  let other: Instance
  let goods: ProductId

  beforeAll(async () => {
    shop = await openTestShop()
    other = await shop.another()
    await shop.addPeople()
    goods = await shop.addProduct({ user: 100, distributor: 60 })
  })

  afterAll(async () => {
    expect(await shop.brokenInvariants()).toEqual([])
    await shop.close()
  })

  const asAdmin = (method: string, path: string, body?: object, instance?: Instance): Promise<TestAnswer> =>
    shop.call(method, `/api/admin/orders${path}`, { token: shop.tokens.admin, body }, instance)
  const paste = (numbers: string, query = '', instance?: Instance) =>
    asAdmin('PUT', `/payment-status${query}`, { numbers, PaymentStatus: 'payé' }, instance)

  async function order(status?: string, payment?: string): Promise<OrderId> {
    const customer_id = await shop.addCustomer({ city: 'Rabat' })
    const body = { product_ids: [goods], prices: [100], priceGain: [100], quantities: [1], customer_id }
    const id: OrderId = (await shop.call('POST', '/api/orders/create', { body })).json.order.OrderID
    if (status) expect((await asAdmin('PUT', `/${id}/tracking`, { CurrentStatus: status })).status).toBe(200)
    if (payment) expect((await asAdmin('PUT', `/${id}/payment-status`, { PaymentStatus: payment })).status).toBe(200)
    return id
  }

  const paymentOf = async (id: OrderId) =>
    (await shop.db.execute<{ payment: string }>(sql`select payment from orders where id = ${id}`)).rows[0]!.payment

  test('is looked at first, then paid: each number is answered, in its order', async () => {
    const due = await order('livré')
    const already = await order('livré', 'payé')
    const givenUp = await order('livré', 'annulé')
    const underWay = await order('en transit')
    const deleted = await order()
    await asAdmin('DELETE', `/${deleted}`)
    const list = `${due}\n${already}, ${givenUp}; ${underWay} ${due} ${deleted} 999999 99999999999`
    const answersOf = ({ json }: TestAnswer) =>
      json.pasted.map(({ number, verdict, ok, OrderID, Amount }: Record<string, unknown>) => [
        number,
        verdict,
        ok,
        OrderID,
        Amount,
      ])
    const others = [
      [`${already}`, 'déjà payée', false, already, 135],
      [`${givenUp}`, 'No Payé', false, givenUp, 135],
      [`${underWay}`, 'pas livrée', false, underWay, 135],
      [`${due}`, 'en double', false, due, 135],
      [`${deleted}`, 'inconnue', false, null, null],
      ['999999', 'inconnue', false, null, null],
      ['99999999999', 'inconnue', false, null, null],
    ]
    expect(answersOf(await paste(list, '?preview=1'))).toEqual([[`${due}`, 'à payer', true, due, 135], ...others])
    expect(await paymentOf(due)).toBe('pending')
    expect(answersOf(await paste(list))).toEqual([[`${due}`, 'payée', true, due, 135], ...others])
    expect(await paymentOf(due)).toBe('paid')
    expect(await paymentOf(givenUp)).toBe('void')
    expect(answersOf(await paste(`${due}`))).toEqual([[`${due}`, 'déjà payée', false, due, 135]])
  })

  test('without a number matches nothing', async () => {
    const due = await order('livré')
    for (const nothing of ['', '   ', 'rien']) expect((await paste(nothing)).json).toEqual({ pasted: [] })
    expect(await paymentOf(due)).toBe('pending')
  })

  test('has 100 numbers at most', async () => {
    const numbers = (count: number) => Array.from({ length: count }, (_, nth) => 900_000 + nth).join(' ')
    expect((await paste(numbers(100))).json.pasted).toHaveLength(100)
    const refused = await paste(numbers(101))
    expect([refused.status, refused.json.errors]).toEqual([422, { numbers: ['Collez 100 numéros au plus à la fois.'] }])
    expect((await paste('1'.repeat(5_001))).status).toBe(422)
  })

  test.each([
    { PaymentStatus: 'payé' },
    { ids: [1], numbers: '1', PaymentStatus: 'payé' },
    { numbers: '1', PaymentStatus: 'annulé' },
    { ids: [], PaymentStatus: 'payé' },
  ])('%j is refused: orders or a list, and a list is only paid', async (body) => {
    expect((await asAdmin('PUT', '/payment-status', body)).status).toBe(422)
  })

  test('pasted by two at once pays each order once', async () => {
    const due = await order('livré')
    const lock = `select from orders where id = ${due} for update`
    const answers = await queuedBehindLock(shop.db, lock, 2, () => [paste(`${due}`), paste(`${due}`, '', other)])
    expect(answers.map(({ json }) => json.pasted[0].verdict).toSorted()).toEqual(['déjà payée', 'payée'])
    const { rows } = await shop.db.execute(
      sql`select from audit_entries where subject = 'order' and subject_id = ${due} and after ->> 'payment' = 'paid'`,
    )
    expect(rows).toHaveLength(1)
  })
})
