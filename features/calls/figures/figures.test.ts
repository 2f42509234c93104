import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OrderId, ProductId } from '#platform/kernel/ids.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'

let shop: TestShop
let oil: ProductId
const MONDAY = new Date('2026-11-23T10:00:00Z')

beforeAll(async () => {
  shop = await openTestShop()
  shop.now = MONDAY
  await shop.addPeople()
  await shop.addAgent()
  oil = await shop.addProduct({ stock: 50 })
})

afterAll(() => shop.close())

const asAdmin = async (method: string, path: string, body?: object) =>
  shop.call(method, path, { token: await shop.sessionOf(shop.ids.admin), body })
const stats = async (days = 7) => (await asAdmin('GET', `/api/confirmation/stats?days=${days}`)).json
const call = (id: OrderId, body: object) => asAdmin('POST', `/api/confirmation/${id}/attempts`, body)

async function placed(phone: string): Promise<OrderId> {
  const customer_id = await shop.addCustomer({ phone, city: 'Rabat' })
  const body = { product_ids: [oil], prices: [149.5], quantities: [1], priceGain: [149.5], customer_id }
  return (await shop.call('POST', '/api/orders/create', { body })).json.order.OrderID
}

const later = (minutes: number) => {
  shop.now = new Date(shop.now.getTime() + minutes * 60_000)
}

test('an order counts once, on the day and for whom it was settled last, and not while it is open again', async () => {
  expect(await stats()).toMatchObject({ data: [], shop: { agents: 0, settled: 0, first_call_minutes: null } })
  const [one, two, three] = [await placed('0661000011'), await placed('0661000012'), await placed('0661000013')]
  later(10)
  await call(one, { outcome: 'confirmé' })
  await call(two, { outcome: 'confirmé' })
  later(20)
  await call(three, { outcome: 'annulé', Reason: 'changement d’avis' })
  await asAdmin('POST', `/api/confirmation/${two}/reopen`, {})
  const first = { settled: 2, confirmed: 1, first_call_minutes: 10, finished: 0, cancelled: { 'changement d’avis': 1 } }
  expect((await stats()).data).toMatchObject([
    { agent: { name: 'Nom admin' }, ...first, days: [{ day: '2026-11-23', ...first }] },
  ])
  for (const CurrentStatus of ['attribué', 'en transit', 'livré'])
    await asAdmin('PUT', `/api/admin/orders/${one}/tracking`, { CurrentStatus })
  later(24 * 60)
  await call(two, { outcome: 'confirmé' })
  const { data, shop: all } = await stats()
  expect(data).toMatchObject([{ settled: 3, confirmed: 2, finished: 1, delivered: 1 }])
  expect(data[0].days).toMatchObject([
    { day: '2026-11-24', settled: 1, confirmed: 1, finished: 0, first_call_minutes: null },
    { day: '2026-11-23', settled: 2, confirmed: 1, finished: 1, delivered: 1 },
  ])
  expect(all).toMatchObject({ agents: 1, settled: 3 })
  expect((await stats(1)).data).toMatchObject([{ settled: 1 }])
  expect((await asAdmin('GET', '/api/confirmation/stats?days=8')).status).toBe(422)
  expect((await shop.call('GET', '/api/confirmation/stats', { token: shop.tokens.sara })).status).toBe(403)
})

test('her own confirmation is nobody’s, a deleted order is in no figures, and one of two that were merged is', async () => {
  const { shop: before } = await stats()
  const [deleted, older, merged, hers] = [
    await placed('0661000021'),
    await placed('0661000022'),
    await placed('0661000022'),
    await placed('0661000023'),
  ]
  for (const id of [deleted, merged]) await call(id, { outcome: 'confirmé' })
  expect((await stats()).shop.settled).toBe(before.settled + 2)
  expect((await asAdmin('DELETE', `/api/admin/orders/${deleted}`)).status).toBe(200)
  const path = `/api/confirmation/${older}/merge`
  const { digest } = (await asAdmin('POST', `${path}?preview=1`, { other: merged })).json
  expect((await asAdmin('POST', path, { other: merged, digest })).status).toBe(200)
  const { url } = (await asAdmin('POST', `/api/confirmation/${hers}/link`)).json
  const body = { action: 'confirmer' }
  const own = new URL(url).pathname.replace('/c/', '/api/confirm/')
  expect((await shop.call('POST', own, { body })).status).toBe(200)
  const { settled, confirmed } = before
  expect((await stats()).shop).toEqual({ ...before, settled: settled + 1, confirmed: confirmed + 1 })
})

test('a card that is given back by hand counts once, and one whose page was left does not', async () => {
  const id = await placed('0661000031')
  const token = await shop.sessionOf(shop.ids.salma)
  const send = (verb: string, body?: object) => shop.call('POST', `/api/confirmation/${verb}`, { token, body })
  const take = async () => expect((await send('next', { first: id })).json.card.OrderID).toBe(id)
  await take()
  await send('release')
  await send('release', { card: id })
  expect((await stats()).shop.skipped).toBe(0)
  await take()
  await Promise.all([send('release', { card: id }), send('release', { card: id })])
  const { data, shop: all } = await stats()
  const own = data.find(({ agent }: { agent: { name: string } }) => agent.name === 'Nom salma')
  expect([own.skipped, own.days[0].skipped, own.settled, all.skipped]).toEqual([1, 1, 0, 1])
  const { json } = await asAdmin('POST', `/api/admin/user/${shop.ids.salma}/personal-data/export`)
  expect(json.skipped_cards).toEqual([{ at: shop.now.toISOString(), order: id }])
})

test('whoever is no admin sees itself alone, and the whole shop together', async () => {
  const { json } = await shop.call('GET', '/api/confirmation/stats', { token: await shop.sessionOf(shop.ids.salma) })
  expect(json.data).toMatchObject([{ agent: { name: 'Nom salma' }, settled: 0, skipped: 1 }])
  expect(json.shop).toMatchObject({ agents: 2, settled: 4 })
})
