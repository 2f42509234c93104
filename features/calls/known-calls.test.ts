import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#platform/kernel/durations.ts'
import type { OrderId, ProductId } from '#platform/kernel/ids.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'

let shop: TestShop
let oil: ProductId
let phones = 10_000
let days = 0

// A Monday, in the hours of calls.
const MONDAY = new Date('2026-11-23T10:00:00Z')

beforeAll(async () => {
  shop = await openTestShop()
  shop.now = MONDAY
  await shop.addPeople()
  oil = await shop.addProduct({ stock: 100 })
})

afterAll(() => shop.close())

beforeEach(() => {
  shop.now = new Date(MONDAY.getTime() + 7 * DAY_MS * days++)
})

const asAdmin = async (method: string, path: string, body?: object) =>
  shop.call(method, `/api/${path}`, { token: await shop.sessionOf(shop.ids.admin), body })

/** An order that nobody answered at four calls, with the link to its customer's page. */
async function unreachable(): Promise<{ id: OrderId; path: string }> {
  const customer_id = await shop.addCustomer({ phone: `06612${phones++}` })
  const body = { product_ids: [oil], prices: [149.5], quantities: [1], priceGain: [149.5], customer_id }
  const id: OrderId = (await shop.call('POST', '/api/orders/create', { body })).json.order.OrderID
  for (let call = 1; call <= 4; call++)
    await asAdmin('POST', `confirmation/${id}/attempts`, { outcome: 'pas de réponse' })
  const { url } = (await asAdmin('POST', `confirmation/${id}/link`)).json
  shop.pass(3 * DAY_MS)
  return { id, path: new URL(url).pathname.replace('/c/', '/api/confirm/') }
}

const rowOf = async (id: OrderId) => (await asAdmin('GET', `admin/orders?ids=${id}`)).json.data[0]

/** The order as a list shows it now. */
async function shownNow(id: OrderId) {
  const { status, confirmation } = await rowOf(id)
  expect(confirmation.contact).toBe('unreachable')
  return { OrderID: id, CurrentStatus: status, seen_updated_at: confirmation.last_at }
}

const cancelAll = (ids: readonly OrderId[], shown?: readonly object[]) =>
  asAdmin('PUT', 'admin/orders/tracking', { ids, CurrentStatus: 'annulé', Reason: 'injoignable', shown })

test('orders that are given up together: the one that its customer has just confirmed is not cancelled', async () => {
  const [silent, answered] = [await unreachable(), await unreachable()]
  const shown = [await shownNow(silent.id), await shownNow(answered.id)]
  shop.pass(MINUTE_MS)
  expect((await shop.call('POST', answered.path, { body: { action: 'confirmer' } })).status).toBe(200)
  const stock = await shop.stockOf(oil)
  const { json } = await cancelAll([silent.id, answered.id], shown)
  expect(json.results).toEqual([
    { OrderID: silent.id, ok: true, status: 'annulé' },
    {
      OrderID: answered.id,
      ok: false,
      status: 'en attente',
      message: 'La cliente a déjà traité cette commande\u00A0: relisez-la avant de l’annuler.',
    },
  ])
  expect(await rowOf(answered.id)).toMatchObject({ status: 'en attente', confirmation: { contact: 'confirmed' } })
  expect(await shop.stockOf(oil)).toBe(stock + 1)
})

test('an order about which staff called since the page showed it is not cancelled, and the refusal names who', async () => {
  const { id } = await unreachable()
  const shown = await shownNow(id)
  shop.pass(MINUTE_MS)
  expect((await asAdmin('POST', `confirmation/${id}/attempts`, { outcome: 'confirmé' })).status).toBe(200)
  const cancel = (body: object) =>
    asAdmin('PUT', `admin/orders/${id}/tracking`, { CurrentStatus: 'annulé', Reason: 'injoignable', ...body })
  const { status, json } = await cancel({ shown })
  expect([status, json.code]).toEqual([409, 'order_dealt_with'])
  expect(json.message).toContain('Nom admin a déjà traité cette commande')
  // It moves anywhere else, whatever was said: nothing is lost by that.
  const move = { CurrentStatus: 'attribué', shown }
  expect((await asAdmin('PUT', `admin/orders/${id}/tracking`, move)).status).toBe(200)
  // Who reads it anew may cancel it.
  const { confirmation } = await rowOf(id)
  const again = { CurrentStatus: 'attribué', seen_updated_at: confirmation.last_at }
  expect((await cancel({ shown: again })).status).toBe(200)
})

test('a caller who shows nothing cancels an order whatever was said about it', async () => {
  const { id, path } = await unreachable()
  shop.pass(MINUTE_MS)
  await shop.call('POST', path, { body: { action: 'confirmer' } })
  expect((await cancelAll([id])).json.results).toMatchObject([{ ok: true }])
})
