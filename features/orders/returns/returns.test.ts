import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#platform/kernel/durations.ts'
import type { OrderId, ProductId } from '#platform/kernel/ids.ts'
import { openTestShop, type TestAnswer, type TestShop } from '#test/test-app.ts'

let shop: TestShop
let oil: ProductId
let soap: ProductId

const NB = '\u00A0'

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
})

afterAll(() => shop.close())

beforeEach(async () => {
  oil = await shop.addProduct({ name: 'Huile', stock: 10 })
  soap = await shop.addProduct({ name: 'Savon', stock: 10 })
})

afterEach(async () => {
  expect(await shop.brokenInvariants()).toEqual([])
})

const asAdmin = (method: string, path: string, body?: object): Promise<TestAnswer> =>
  shop.call(method, path, { token: shop.tokens.admin, body })

const stocks = async () => [await shop.stockOf(oil), await shop.stockOf(soap)]

/** Two oils and a soap: 8 and 9 are left. */
async function placed(token?: string, phone = '0612345678'): Promise<OrderId> {
  const customer_id = await shop.addCustomer({ phone }, { token })
  const lines = { product_ids: [oil, soap], prices: Array(2).fill(token ? 110 : 149.5), quantities: [2, 1] }
  const body = { ...lines, priceGain: [149.5, 149.5], customer_id }
  const { status, json } = await shop.call('POST', '/api/orders/create', { token, body })
  expect(status).toBe(201)
  return json.order.OrderID
}

const move = (id: OrderId, CurrentStatus: string, Reason?: string) =>
  asAdmin('PUT', `/api/admin/orders/${id}/tracking`, { CurrentStatus, Reason })

async function moved(id: OrderId, ...names: string[]): Promise<OrderId> {
  for (const name of names) expect((await move(id, name)).status).toBe(200)
  return id
}

const orderOf = async (id: OrderId) => (await asAdmin('GET', `/api/admin/orders/${id}`)).json

const receive = (OrderID: OrderId, more: object = {}) => asAdmin('POST', '/api/admin/returns', { OrderID, ...more })

const lose = (id: OrderId, note = 'Le livreur ne l’a plus') => asAdmin('POST', `/api/admin/orders/${id}/lost`, { note })

/** Counts of the two lines: intact, damaged, missing. */
async function counted(id: OrderId, ...counts: [number, number, number][]) {
  const { order_items } = await orderOf(id)
  return counts.map(([intact, damaged, missing], nth) => {
    const { OrderItemID } = order_items[nth]
    return { OrderItemID, intact, damaged, missing }
  })
}

const lossesOf = async (id: OrderId) =>
  (
    await shop.db.execute(sql`
      select product_id, quantity, reason, entered_by from stock_entries where order_id = ${id} order by id`)
  ).rows

/** Days later, with sessions of that day. */
async function pass(days: number): Promise<void> {
  shop.pass(days * DAY_MS)
  for (const who of ['admin', 'sara', 'karim'] as const) shop.tokens[who] = await shop.sessionOf(shop.ids[who])
}

const refusalOf = ({ status, json }: TestAnswer) => [status, json.code, json.message]

describe('pieces that are with a courier', () => {
  test('are not sold while the order is cancelled on its way, and are when the parcel is there', async () => {
    const id = await moved(await placed(), 'attribué', 'en transit', 'annulé')
    expect(await stocks()).toEqual([8, 9])
    const { status, json } = await receive(id)
    expect([status, json]).toEqual([
      200,
      {
        message: `Retour de la commande ${id} reçu.`,
        stock: [
          { ProductID: oil, StockQuantity: 10 },
          { ProductID: soap, StockQuantity: 10 },
        ],
      },
    ])
    expect(await stocks()).toEqual([10, 10])
  })

  test('are not sold while a supplier deletes its order on its way; it is received like any other', async () => {
    const id = await moved(await placed(shop.tokens.sara), 'en transit')
    const path = `/api/supplier/orders/${id}`
    const deleted = await shop.call('DELETE', path, { token: shop.tokens.sara })
    expect([deleted.status, deleted.json.message]).toEqual([200, 'Supprimé!'])
    expect(await stocks()).toEqual([8, 9])
    expect((await receive(id)).status).toBe(200)
    expect(await stocks()).toEqual([10, 10])
    // A deleted order stays as it was deleted.
    expect(await orderOf(id)).toMatchObject({ status: 'en transit', deleted_at: expect.any(String) })
  })

  test('cancelled first and deleted then, come back once', async () => {
    const id = await moved(await placed(shop.tokens.sara), 'en transit', 'annulé')
    await shop.call('DELETE', `/api/supplier/orders/${id}`, { token: shop.tokens.sara })
    expect(await stocks()).toEqual([8, 9])
    expect([(await receive(id)).status, (await receive(id)).status]).toEqual([200, 409])
    expect(await stocks()).toEqual([10, 10])
  })

  test('are back in the house when the order is set back before it is cancelled', async () => {
    const id = await moved(await placed(), 'en transit', 'en attente', 'annulé')
    expect(await stocks()).toEqual([10, 10])
    expect((await receive(id)).json.code).toBe('never_left')
  })

  test('left with the first en transit since then, and not with a later one', async () => {
    const id = await moved(await placed(), 'en transit')
    const first = shop.now.toISOString()
    shop.pass(60_000)
    await moved(id, 'en transit')
    expect((await orderOf(id)).left_at).toBe(first)
    await moved(id, 'attribué')
    expect((await orderOf(id)).left_at).toBeNull()
    await moved(id, 'en transit')
    expect((await orderOf(id)).left_at).toBe(shop.now.toISOString())
  })
})

describe('a parcel that is received', () => {
  test('is counted piece by piece: intact ones are sold again, the others are written off with their reason', async () => {
    const id = await moved(await placed(), 'en transit', 'annulé')
    const { status, json } = await receive(id, { lines: await counted(id, [1, 1, 0], [0, 0, 1]) })
    expect([status, json.stock]).toEqual([
      200,
      [
        { ProductID: oil, StockQuantity: 9 },
        { ProductID: soap, StockQuantity: 9 },
      ],
    ])
    expect(await stocks()).toEqual([9, 9])
    const by = { entered_by: shop.ids.admin }
    expect(await lossesOf(id)).toEqual([
      { product_id: oil, quantity: -1, reason: 'damaged', ...by },
      { product_id: soap, quantity: -1, reason: 'missing', ...by },
    ])
    expect((await orderOf(id)).returned).toMatchObject({
      how: 'received',
      by: { name: 'Nom admin' },
      note: null,
      intact: 1,
      damaged: 1,
      missing: 1,
    })
  })

  test('cancels an order that was not yet: refused at the door, unless another reason is given', async () => {
    const [first, second] = [await moved(await placed(), 'en transit'), await moved(await placed(), 'en transit')]
    await receive(first)
    await receive(second, { Reason: 'injoignable' })
    expect(await orderOf(first)).toMatchObject({ status: 'annulé', Reason: 'refusé à la livraison' })
    expect(await orderOf(second)).toMatchObject({ status: 'annulé', Reason: 'injoignable' })
    expect(await stocks()).toEqual([10, 10])
  })

  test('keeps the reason of an order that was cancelled before', async () => {
    const id = await placed()
    await moved(id, 'en transit')
    await move(id, 'annulé', 'adresse')
    await receive(id, { Reason: 'injoignable' })
    expect(await orderOf(id)).toMatchObject({ status: 'annulé', Reason: 'adresse' })
  })

  test.each<[string, [number, number, number][], Record<string, string>]>([
    [
      'too many',
      [
        [2, 1, 0],
        [1, 0, 0],
      ],
      { 'lines.0': `Huile${NB}: 2 pièces sont parties, vous en comptez 3.` },
    ],
    [
      'too few',
      [
        [2, 0, 0],
        [0, 0, 0],
      ],
      { 'lines.1': `Savon${NB}: 1 pièce est partie, vous en comptez 0.` },
    ],
    ['a line is left out', [[2, 0, 0]], { lines: 'Comptez aussi Savon.' }],
  ])('is refused where the counts do not add up: %s', async (_what, counts, errors) => {
    const id = await moved(await placed(), 'en transit', 'annulé')
    const before = await shop.rowCounts()
    const { status, json } = await receive(id, { lines: await counted(id, ...counts) })
    expect([status, json.errors]).toEqual([
      422,
      Object.fromEntries(Object.entries(errors).map(([field, sentence]) => [field, [sentence]])),
    ])
    expect([await stocks(), await shop.rowCounts()]).toEqual([[8, 9], before])
  })

  test('is refused with a line of another order, with one counted twice, with less than nothing', async () => {
    const [id, other] = [await moved(await placed(), 'en transit', 'annulé'), await placed()]
    const mine = await counted(id, [2, 0, 0], [1, 0, 0])
    const foreign = await counted(other, [2, 0, 0], [1, 0, 0])
    const fieldsOf = async (lines: object[]) => {
      const { status, json } = await receive(id, { lines })
      return [status, Object.keys(json.errors)]
    }
    expect(await fieldsOf([mine[0]!, foreign[1]!])).toEqual([422, ['lines.1', 'lines']])
    expect(await fieldsOf([...mine, mine[0]!])).toEqual([422, ['lines.2']])
    expect(await fieldsOf([{ ...mine[0]!, intact: 3, damaged: -1 }, mine[1]!])).toEqual([422, ['lines.0.damaged']])
    expect(await stocks()).toEqual([6, 8])
  })

  test('is received once: the second time it says when and by whom', async () => {
    const id = await moved(await placed(), 'en transit', 'annulé')
    await receive(id)
    expect(refusalOf(await receive(id))).toEqual([
      409,
      'return_settled',
      expect.stringMatching(/^Déjà reçu le \d\d\/\d\d\/\d{4} \d\d:\d\d par Nom admin\.$/),
    ])
    expect(await stocks()).toEqual([10, 10])
  })

  test('never was one when the order was not handed over; a delivered one is not for here', async () => {
    const waiting = await placed()
    const cancelled = await moved(await placed(), 'annulé')
    for (const id of [waiting, cancelled])
      expect(refusalOf(await receive(id))).toEqual([
        409,
        'never_left',
        `Cette commande n’a pas été remise au livreur${NB}: rien n’est à recevoir.`,
      ])
    const delivered = await moved(await placed(), 'en transit', 'livré')
    expect(refusalOf(await receive(delivered))).toEqual([
      409,
      'return_of_delivered',
      `Cette commande est livrée${NB}: est-ce un retour du client${NB}?`,
    ])
    expect((await receive(999_999 as OrderId)).status).toBe(404)
    expect(await stocks()).toEqual([6, 8])
  })

  test('is written down in the journal, and in the history of the order', async () => {
    const id = await moved(await placed(), 'en transit', 'annulé')
    await receive(id, { lines: await counted(id, [1, 1, 0], [1, 0, 0]) })
    const { data } = (await asAdmin('GET', '/api/admin/audit?per_page=2')).json
    expect(data).toMatchObject([
      {
        subject: 'product',
        about: { name: 'Huile' },
        actor: { name: 'Nom admin' },
        changes: expect.arrayContaining([
          { column: 'quantity', before: null, after: -1 },
          { column: 'reason', before: null, after: 'damaged' },
          { column: 'order_id', before: null, after: id },
        ]),
      },
      { subject: 'order', subject_id: id, changes: [{ column: 'pieces_back_at' }] },
    ])
    expect((await orderOf(id)).history[0]).toMatchObject({ what: 'returned', by: { name: 'Nom admin' } })
  })
})

describe('a parcel that is lost', () => {
  test('is given up fifteen days after it left, with a word of why; its pieces never come back', async () => {
    const id = await moved(await placed(), 'en transit')
    expect(refusalOf(await lose(id))).toEqual([
      409,
      'too_early_for_lost',
      `Un colis se déclare perdu 15 jours après son départ${NB}: encore 15 jours.`,
    ])
    await pass(15)
    expect(Object.keys((await lose(id, ' ')).json.errors)).toEqual(['note'])
    expect((await lose(id)).status).toBe(200)
    expect(await stocks()).toEqual([8, 9])
    expect(await lossesOf(id)).toMatchObject([
      { product_id: oil, quantity: -2, reason: 'lost' },
      { product_id: soap, quantity: -1, reason: 'lost' },
    ])
    expect(await orderOf(id)).toMatchObject({
      status: 'annulé',
      Reason: 'autre',
      returned: { how: 'lost', by: { name: 'Nom admin' }, note: 'Le livreur ne l’a plus' },
    })
    expect(refusalOf(await receive(id))).toEqual([
      409,
      'return_settled',
      expect.stringMatching(/^Déclaré perdu le .* par Nom admin\.$/),
    ])
    expect((await lose(id)).json.code).toBe('return_settled')
  })

  test('is not lost when it was received, delivered, or never left', async () => {
    const received = await moved(await placed(), 'en transit', 'annulé')
    const delivered = await moved(await placed(), 'en transit', 'livré')
    const waiting = await placed()
    await pass(16)
    await receive(received)
    const codes = []
    for (const id of [received, delivered, waiting]) codes.push((await lose(id)).json.code)
    expect(codes).toEqual(['return_settled', 'return_of_delivered', 'never_left'])
    expect((await lose(999_999 as OrderId)).status).toBe(404)
  })

  test('says nothing of the person any more once she is forgotten', async () => {
    const phone = '0698765432'
    const id = await moved(await placed(undefined, phone), 'en transit')
    await pass(15)
    await lose(id, `Nadia ne répond plus au ${phone}`)
    expect((await asAdmin('POST', '/api/admin/personal-data/anonymise', { phone })).status).toBe(200)
    expect((await orderOf(id)).returned).toMatchObject({ how: 'lost', note: null })
  })

  test('of somebody who was forgotten before is lost without the word of why', async () => {
    const phone = '0698765433'
    const id = await moved(await placed(undefined, phone), 'en transit', 'annulé')
    expect((await asAdmin('POST', '/api/admin/personal-data/anonymise', { phone })).status).toBe(200)
    await pass(15)
    expect((await lose(id, `Nadia ne répond plus au ${phone}`)).status).toBe(200)
    expect((await orderOf(id)).returned).toMatchObject({ how: 'lost', note: null })
    expect(await lossesOf(id)).toMatchObject([{ reason: 'lost' }, { reason: 'lost' }])
  })
})

test('only an admin receives parcels and gives them up', async () => {
  const id = await moved(await placed(shop.tokens.sara), 'en transit', 'annulé')
  for (const token of [shop.tokens.sara, shop.tokens.karim, undefined]) {
    const status = token === undefined ? 401 : 403
    expect((await shop.call('POST', '/api/admin/returns', { token, body: { OrderID: id } })).status).toBe(status)
    expect((await shop.call('POST', `/api/admin/orders/${id}/lost`, { token, body: { note: 'x' } })).status).toBe(
      status,
    )
    expect((await shop.call('GET', '/api/admin/returns/expected', { token })).status).toBe(status)
  }
  expect(await stocks()).toEqual([8, 9])
})
