import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ProductId } from '#platform/kernel/ids.ts'
import { dh } from '#platform/kernel/money.ts'
import { readConfig } from '#server/config.ts'
import { type Call, openTestShop, type TestShop } from '#test/test-app.ts'
import { guestLimitsOf, piecesProblem } from './rules.ts'

const NB = '\u00A0'
const CONTACT = `appelez-nous au 05${NB}22${NB}00${NB}00${NB}00 ou écrivez-nous sur WhatsApp (+212600000000)`

let shop: TestShop
let cheap: ProductId
let dear: ProductId

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
  cheap = await shop.addProduct({ user: 10, distributor: 5 })
  dear = await shop.addProduct({ user: 1245, distributor: 5 })
})

afterAll(() => shop.close())

afterEach(async () => {
  await settings({ maxPieces: null, maxGuestTotal: null, phone: null, chatNumber: null, email: null })
})

const settings = (body: object) => shop.call('PUT', '/api/admin/settings', { token: shop.tokens.admin, body })

async function order(wanted: readonly [ProductId, number, number][], call: Call = {}) {
  const body = {
    product_ids: wanted.map(([id]) => id),
    prices: wanted.map(([, price]) => (call.token === shop.tokens.sara && call.token ? 5 : price)),
    priceGain: wanted.map(([, price]) => price),
    quantities: wanted.map(([, , quantity]) => quantity),
    customer_id: await shop.addCustomer({}, call),
  }
  return shop.call('POST', '/api/orders/create', { body, ...call })
}

describe('one visitor does not empty the shelves:', () => {
  test('above twenty pieces of a product it is told to call or write, under each line', async () => {
    const answer = await order([
      [cheap, 10, 21],
      [dear, 1245, 1],
    ])
    const sentence = `Pour plus de 20${NB}pièces d’un produit, ${CONTACT}.`
    expect([answer.status, answer.json.errors]).toEqual([422, { 'quantities.0': [sentence] }])
    expect(answer.json.codes).toEqual({ 'quantities.0': ['too_many_pieces'] })
    expect((await order([[cheap, 10, 20]])).status).toBe(201)
    expect(await shop.stockOf(cheap)).toBe(980)
  })

  test('above five thousand dirhams as well, delivery with it', async () => {
    // 4 × 1245 and 20 of delivery are five thousand.
    expect((await order([[dear, 1245, 4]])).status).toBe(201)
    const answer = await order([
      [dear, 1245, 4],
      [cheap, 10, 1],
    ])
    const sentence = `Pour une commande de plus de 5${NB}000${NB}DH, ${CONTACT}.`
    expect([answer.status, answer.json.errors]).toEqual([422, { total: [sentence] }])
    expect(answer.json.codes).toEqual({ total: ['total_too_high'] })
  })

  test('a supplier and an admin order as much as there is', async () => {
    expect((await order([[cheap, 10, 100]], { token: shop.tokens.sara })).status).toBe(201)
    expect((await order([[dear, 1245, 30]], { token: shop.tokens.admin })).status).toBe(201)
  })

  test('both are settings, and what cannot be one is refused', async () => {
    await settings({ maxPieces: '3', maxGuestTotal: '1 400' })
    expect((await order([[cheap, 10, 4]])).status).toBe(422)
    expect((await order([[cheap, 10, 3]])).status).toBe(201)
    expect((await order([[dear, 1245, 2]])).json.errors.total[0]).toContain(`1${NB}400${NB}DH`)
    for (const [name, value] of [
      ['maxPieces', '0'],
      ['maxPieces', ''],
      ['maxPieces', '1000'],
      ['maxPieces', 'dix'],
      ['maxGuestTotal', '-5'],
      ['maxGuestTotal', '99,50'],
    ] as const)
      expect((await settings({ [name]: value })).status, value).toEqual(422)
    expect(() => readConfig({ MAX_PIECES: '0' })).toThrow(/^MAX_PIECES/)
  })
})

test('from more than half of it on, the admin looks twice', async () => {
  const flags = async () =>
    (
      await shop.db.execute<{ flagged: boolean }>(
        sql`select is_flagged as flagged from orders order by id desc limit 4`,
      )
    ).rows.map(({ flagged }) => flagged)
  await order([[cheap, 10, 10]])
  await order([[cheap, 10, 11]])
  await settings({ maxGuestTotal: '2530' })
  await order([[dear, 1245, 1]])
  await settings({ maxGuestTotal: '2529' })
  await order([[dear, 1245, 1]])
  expect(await flags()).toEqual([true, false, true, false])
  const { json } = await shop.call('GET', '/api/admin/notifications', { token: shop.tokens.admin })
  expect(json[0].message).toContain(`À vérifier${NB}: commande importante`)
  expect(json[1].message).not.toContain('À vérifier')
})

test('the sentence says how the shop is reached, as far as it says so itself', () => {
  const known = { ...readConfig({}).settings, phone: '', chatNumber: '', email: '' }
  const sentence = (more: object) => piecesProblem(99, guestLimitsOf({ ...known, ...more }))
  expect(sentence({})).toBe(`Pour plus de 20${NB}pièces d’un produit, contactez-nous.`)
  expect(sentence({ email: 'a@b.example' })).toMatch(/, écrivez-nous à a@b\.example\.$/)
  expect(guestLimitsOf({ ...known, maxGuestTotal: '70' }).total).toBe(dh(70))
})
