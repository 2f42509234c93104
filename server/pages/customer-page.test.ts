import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#platform/kernel/durations.ts'
import type { OrderId, ProductId } from '#platform/kernel/ids.ts'
import { addDeliveries } from '#test/deliveries.ts'
import { ensureBuild } from '#test/ensure-build.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'
import { readConfig } from '../config.ts'
import { customerPageRoutes } from './customer-page.ts'
import { loadBuild } from './pages.ts'

let shop: TestShop
let goods: ProductId

const NB = '\u00A0'
const PHONE = '0522000001'
const CHAT = '212600000001'
const ATTACK = '</style><script>alert("volé")</script>'

beforeAll(async () => {
  await ensureBuild()
  const build = await loadBuild()
  shop = await openTestShop({
    extend: async ({ app, shop: it }) => {
      const defaults = {
        ...readConfig({}).settings,
        cityFees: 'Casablanca 20',
        deliveryFee: '35',
        phone: PHONE,
        chatNumber: CHAT,
      }
      await app.register(customerPageRoutes({ shop: it, defaults, build: async () => build! }))
    },
  })
  await shop.addPeople()
  goods = await shop.addProduct({ name: `Huile ${ATTACK}`, stock: 100 })
})

afterAll(() => shop.close())

async function linked(name = 'Fatima Haddad'): Promise<{ id: OrderId; path: string }> {
  const customer_id = await shop.addCustomer({ name })
  const body = { product_ids: [goods], prices: [149.5], priceGain: [149.5], quantities: [2], customer_id }
  const id: OrderId = (await shop.call('POST', '/api/orders/create', { body })).json.order.OrderID
  const { url } = (await shop.call('POST', `/api/confirmation/${id}/link`, { token: shop.tokens.admin })).json
  return { id, path: new URL(url).pathname }
}

const look = (path: string) => shop.call('GET', path)
const send = (path: string, fields: Record<string, string>) =>
  shop.call('POST', path, {
    raw: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
const statusOf = async (id: OrderId) =>
  (await shop.db.execute<{ status: string }>(sql`select status from orders where id = ${id}`)).rows[0]!.status

test('the page has no script, weighs less than 15 KB with its style, and is stored and found by nobody', async () => {
  const { id, path } = await linked()
  const { status, text, headers } = await look(path)
  expect(status).toBe(200)
  expect(text).toContain(`Votre commande n°${NB}${id}`)
  expect(text).toContain(`319,00${NB}DH à la livraison`)
  expect(text).not.toMatch(/<script|<link rel="(?:stylesheet|preload)|Haddad/)
  expect(text).toContain('Huile &lt;/style&gt;')
  expect(Buffer.byteLength(text)).toBeLessThan(15_000)
  expect(headers).toMatchObject({
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  })
  expect(headers['content-security-policy']).toMatch(/style-src 'self' 'sha256-[^']+';.*form-action 'self'/)
})

test('the page says what the delivery costs, when to expect it, that the parcel may be opened, and where to ask', async () => {
  const { id, path } = await linked()
  await addDeliveries(shop.db, {
    count: 20,
    city: 'Casablanca',
    placed: new Date(shop.now.getTime() - 30 * DAY_MS),
    days: 2,
  })
  const { text } = await look(path)
  expect(text).toContain(`dont 20,00${NB}DH de livraison, vous ouvrez le colis avant de payer`)
  expect(text).toMatch(/Livraison prévue <strong>[^<]+ ou /)
  expect(text).toContain(`wa.me/${CHAT}?text=${encodeURIComponent(`Bonjour, à propos de ma commande n° ${id}`)}`)
  expect(text).toContain(`href="tel:${PHONE}"`)
})

test('a dead link is a page too', async () => {
  const { id, path } = await linked()
  await shop.call('PUT', `/api/admin/orders/${id}/tracking`, {
    token: shop.tokens.admin,
    body: { CurrentStatus: 'en transit' },
  })
  for (const each of [path, '/c/nothing']) {
    const { status, text, headers } = await look(each)
    expect([status, text.includes('Ce lien n’est plus valable'), headers['cache-control']]).toEqual([
      404,
      true,
      'private, no-store',
    ])
  }
})

test('a yes leads back to the page, which says so and how to follow the order', async () => {
  const { path } = await linked()
  const answer = await send(path, { action: 'confirmer' })
  expect([answer.status, answer.headers.location]).toEqual([303, path])
  const { text } = await look(path)
  expect(text).toContain('C’est confirmé. Nous préparons votre colis.')
  expect(text).toMatch(/href="\/suivi\/\d+-[\w-]{22}"/)
  expect(text).not.toContain('Je confirme')
})

test('wrong digits stand at their field, with all that she typed', async () => {
  const { path } = await linked()
  const typed = { action: 'corriger', Address: '3, rue "B"', City: 'Agadir', last4: '0000' }
  const { status, text } = await send(path, typed)
  expect(status).toBe(422)
  expect(text).toContain('Ce ne sont pas les 4 derniers chiffres du téléphone de la commande.')
  expect(text).toContain('value="3, rue &quot;B&quot;"')
  expect(text).toMatch(/<option selected="">Agadir<\/option>/)
  const empty = await send(path, { ...typed, Address: ' ', last4: '5678' })
  expect([empty.status, empty.text.includes('Remplissez ce champ.')]).toEqual([422, true])
})

test('another city shows the new total, and is stored once she agreed', async () => {
  const { path } = await linked()
  const typed = { action: 'corriger', Address: '3, avenue Hassan II', City: 'Agadir', last4: '5678' }
  const asked = await send(path, typed)
  expect(asked.text).toContain(`La livraison à Agadir coûte 35${NB}DH${NB}: le total devient 334,00${NB}DH.`)
  const [, digest = ''] = /name="digest" value="([^"]+)"/.exec(asked.text) ?? []
  expect((await look(path)).text).toContain(`319,00${NB}DH`)
  const agreed = await send(path, { ...typed, digest })
  expect([agreed.status, agreed.headers.location]).toEqual([303, `${path}?fait=adresse`])
  const { text } = await look(`${path}?fait=adresse`)
  expect(text).toContain('Votre adresse est corrigée.')
  expect(text).toContain(`334,00${NB}DH à la livraison`)
})

test('a cancellation asks for a reason, then once more', async () => {
  const { id, path } = await linked()
  const cancel = { action: 'annuler', Reason: 'changement d’avis' }
  expect((await send(path, { action: 'annuler' })).text).toContain('Choisissez une raison.')
  const asked = await send(path, cancel)
  expect([asked.status, asked.text.includes('Oui, annuler'), await statusOf(id)]).toEqual([200, true, 'pending'])
  expect((await send(path, { ...cancel, sure: 'oui' })).status).toBe(303)
  expect(await statusOf(id)).toBe('cancelled')
  expect((await look(path)).text).toContain('Cette commande est annulée.')
})

test('whoever confirmed in the meantime is named on the page', async () => {
  const { id, path } = await linked()
  const { text } = await look(path)
  const [, seen_updated_at = ''] = /name="seen_updated_at" value="([^"]+)"/.exec(text) ?? []
  shop.pass(60_000)
  await shop.call('POST', `/api/confirmation/${id}/attempts`, {
    token: shop.tokens.admin,
    body: { outcome: 'confirmé' },
  })
  const late = await send(path, { action: 'confirmer', seen_updated_at })
  expect([late.status, late.text.includes('Nom a confirmé cette commande à ')]).toEqual([409, true])
})

test('fields that make no sense are refused on the page, in French', async () => {
  const { path } = await linked()
  for (const fields of [{}, { action: 'voler' }, { action: 'corriger', Address: 'x'.repeat(400), last4: '5678' }]) {
    const { status, text } = await send(path, fields as Record<string, string>)
    expect([status, text.includes('Votre commande n°')]).toEqual([422, true])
  }
  expect((await shop.call('POST', path, { raw: '<x/>', headers: { 'content-type': 'text/xml' } })).status).toBe(415)
})
