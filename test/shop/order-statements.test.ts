import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProductId } from '#platform/kernel/ids.ts'
import { type Instance, openTestShop, type TestShop } from '../test-app.ts'

// Rooms that follow an order listen to events, and the first of them is that it was placed: none of them writes anything then.

let shop: TestShop
let counted: Instance
let cream: ProductId
/** What each connection was sent, oldest first. */
const sent: string[][] = []

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
  cream = await shop.addProduct()
  counted = await shop.another({})
  const known = new WeakSet<pg.PoolClient>()
  counted.db.$client.on('acquire', (client) => {
    if (known.has(client)) return
    known.add(client)
    const { query } = client
    const texts: string[] = []
    sent.push(texts)
    client.query = (...given: unknown[]) => {
      const [first] = given as [string | { text: string }]
      texts.push(typeof first === 'string' ? first : first.text)
      return Reflect.apply(query, client, given)
    }
  })
})

afterAll(() => shop.close())

/** The transaction that stored an order, from its begin to its end. */
function transactionOfOrder(): string[] {
  const texts = sent.find((each) => each.some((text) => text.includes('insert into "orders"')))!
  const stored = texts.findIndex((text) => text.includes('insert into "orders"'))
  const begin = texts.slice(0, stored).findLastIndex((text) => /^begin/i.test(text))
  return texts.slice(begin, texts.findIndex((text, nth) => nth > stored && /^commit/i.test(text)) + 1)
}

const placings = [
  ['a visitor', {}, 10],
  ['a visitor with a code', { promo_code: 'SARA10' }, 14],
  ['a supplier', { who: 'sara' }, 10],
] as const

test.each(placings)(
  'an order of %s takes as many statements as before anybody called or shipped',
  async (_, placing, most) => {
    const { who, ...code } = { who: undefined, ...placing }
    const token = who && shop.tokens[who]
    const customer_id = await shop.addCustomer({}, { token })
    const price = token ? 110 : 149.5
    const body = { product_ids: [cream], prices: [price], priceGain: [149.5], quantities: [1], customer_id, ...code }
    const before = await shop.rowCounts()
    for (const texts of sent) texts.length = 0
    const { status, json } = await shop.call('POST', '/api/orders/create', { token, body }, counted)
    const statements = transactionOfOrder()
    expect(status, json.message).toBe(201)
    expect(statements).toHaveLength(most)
    const after = await shop.rowCounts()
    expect(Object.keys(after).filter((table) => after[table] !== before[table])).toEqual([
      'notifications',
      'order_lines',
      'orders',
    ])
  },
)
