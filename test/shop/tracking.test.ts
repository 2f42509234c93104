import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProductId } from '#platform/kernel/ids.ts'
import { readConfig } from '#server/config.ts'
import { pageServices } from '#server/pages/page-services.ts'
import { loadBuild, servePages } from '#server/pages/pages.ts'
import { ensureBuild } from '../ensure-build.ts'
import { openTestShop, type TestShop } from '../test-app.ts'

let shop: TestShop
let cream: ProductId

beforeAll(async () => {
  await ensureBuild()
  const build = await loadBuild()
  shop = await openTestShop({
    extend: ({ app, shop: it, pageCache }) => {
      const services = pageServices(it, readConfig({}).settings)
      servePages(app, {
        services,
        build: async () => build!,
        pageCache,
        randomBytes: it.randomBytes,
        development: false,
      })
    },
  })
  await shop.addPeople()
  cream = await shop.addProduct({ name: 'Crème canari', user: 8888.88, distributor: 7777.77 })
})

afterAll(() => shop.close())

const RECIPIENT = { name: 'Nadia Canarifamille', phone: '0612345678', address: '7, impasse Canarirue', city: 'Rabat' }

async function orderOfSara(): Promise<{ OrderID: number; tracking: string }> {
  const call = { token: shop.tokens.sara }
  const body = {
    product_ids: [cream],
    prices: [7777.77],
    priceGain: [8888.88],
    quantities: [1],
    customer_id: await shop.addCustomer(RECIPIENT, call),
  }
  return (await shop.call('POST', '/api/orders/create', { ...call, body })).json.order
}

const move = (id: number, CurrentStatus: string) =>
  shop.call('PUT', `/api/admin/orders/${id}/tracking`, { token: shop.tokens.admin, body: { CurrentStatus } })

const DISCREET = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}

test('the page of a link is there without a script, says where the parcel is, and is kept by nobody', async () => {
  const { OrderID, tracking } = await orderOfSara()
  const first = await shop.call('GET', tracking)
  expect([first.status, first.headers]).toMatchObject([200, DISCREET])
  expect(first.text).toContain('<meta name="robots" content="noindex"/>')
  expect(first.text).toContain('Nous vous appelons pour confirmer votre commande.')
  expect(first.text).toContain('8\u00A0923,88')
  await move(OrderID, 'en transit')
  const later = await shop.call('GET', tracking)
  expect(later.text).toContain('Votre colis est en route.')
  expect((await shop.call('GET', `${tracking}.data`)).headers).toMatchObject({ 'cache-control': 'private, no-store' })
})

test('neither the page nor the data behind it say who lives where, what a supplier pays or gains, or the whole number', async () => {
  const { tracking } = await orderOfSara()
  for (const url of [tracking, `${tracking}.data`])
    for (const token of [undefined, shop.tokens.sara, shop.tokens.admin]) {
      const { status, text } = await shop.call('GET', url, { token })
      expect(status).toBe(200)
      expect(text).toContain('Nadia')
      const said = text.replace(/<style[\s\S]*?<\/style>/g, '')
      expect([
        url,
        /canarifamille|canarirue|12\D{0,6}34\D{0,6}56|7\D?777[.,]?77|1\D?111[.,]?11|gain/i.exec(said),
      ]).toEqual([url, null])
    }
})

test('a link that opens nothing is a page that says what to do, and as discreet', async () => {
  const { OrderID, tracking } = await orderOfSara()
  await shop.call('DELETE', `/api/supplier/orders/${OrderID}`, { token: shop.tokens.sara })
  const guessed = tracking.replace(/-.*/, `-${'A'.repeat(22)}`)
  const unread = ['1', 'x', '%00', '%F0%9F%98%80', 'a'.repeat(400)].map((token) => `/suivi/${token}`)
  for (const url of [tracking, guessed, ...unread]) {
    const { status, headers, text } = await shop.call('GET', url)
    expect([url, status, headers]).toMatchObject([
      url,
      404,
      { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' },
    ])
    expect(headers['cache-control']).toContain('no-store')
    expect(text).toContain('Ce lien ne correspond à aucune commande')
    expect(text).toContain('Écrivez-nous')
  }
})

test('an order that was cancelled says so and asks for no money', async () => {
  const { OrderID, tracking } = await orderOfSara()
  await move(OrderID, 'annulé')
  const { text } = await shop.call('GET', tracking)
  expect(text).toContain('Cette commande est annulée')
  expect(text).not.toMatch(/Espèces à préparer|À payer à la livraison/)
})
