import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Access } from '#platform/http/access.ts'
import type { OrderId, ProductId } from '#platform/kernel/ids.ts'
import { ensureBuild } from '#test/ensure-build.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'
import { addresses } from '#web/addresses.ts'
import { readConfig } from '../config.ts'
import { pageServices } from './page-services.ts'
import { loadBuild, servePages } from './pages.ts'

// Every byte that an agent can get: each call that is open to it, done for real, and each page.

let shop: TestShop
let cream: ProductId
let ids: Record<'direct' | 'promo' | 'supplier' | 'double', OrderId>

const RIB = '999888777666555444333222'

/** Words that stand for what an agent must not know, and how each would be written. Random keys hold any four digits. */
const CANARIES: Readonly<Record<string, RegExp>> = {
  'the distributor’s price': /77[.,]13(?!\d)|(?<![\w-])7713(?![\w-])/,
  'the supplier’s subtotal': /154[.,]26(?!\d)|(?<![\w-])15426(?![\w-])/,
  'the gain of a supplier’s order': /144[.,]48(?!\d)|(?<![\w-])14448(?![\w-])/,
  'the gain of an order with its code': /64[.,]77(?!\d)|(?<![\w-])6477(?![\w-])/,
  'a RIB, whole or masked': /999888777666555444333222|•••• 3222/,
  'a supplier’s phone': /0698765401|98 76 54 01/,
  'a supplier’s e-mail': /canari-sara@/,
  'a supplier’s name': /Canarifournisseuse/,
  'a supplier’s address': /Impasse du Canari/,
  'a buyer’s name, phone, e-mail or address': /Canaracheteur|0698765402|canari-karim@|Ruelle du Canari/,
  'an admin’s e-mail or phone': /canari-admin@|0698765403/,
}

/** Names of fields that none of its own answers has. */
const FIELDS = /"(distributeur_price|priceGain|gain|gains|gainsUser|rib|subtotal_cost|email)":/i

beforeAll(async () => {
  await ensureBuild()
  const build = await loadBuild()
  shop = await openTestShop({
    extend: ({ app, shop: { ...it }, pageCache }) => {
      const services = pageServices({ ...it, orderRetentionYears: 7 }, readConfig({}).settings)
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
  await shop.addAgent()
  const person = (who: 'sara' | 'karim' | 'admin', name: string, phone: string, address: string) =>
    shop.db.execute(sql`update accounts set name = ${name}, phone = ${phone}, address = ${address},
      email = ${`canari-${who}@shop.example`}, rib = ${who === 'admin' ? null : RIB} where id = ${shop.ids[who]}`)
  await person('sara', 'Sara Canarifournisseuse', '0698765401', 'Impasse du Canari')
  await person('karim', 'Karim Canaracheteur', '0698765402', 'Ruelle du Canari')
  await person('admin', 'Amina', '0698765403', 'Rabat')
  cream = await shop.addProduct({ name: 'Crème', user: 149.37, distributor: 77.13 })
  ids = {
    direct: await placed(),
    double: await placed(),
    promo: await placed({ promo_code: 'SARA10', phone: '0611111112' }),
    supplier: await placed({ token: shop.tokens.sara, phone: '0611111113', quantity: 2 }),
  }
})

afterAll(() => shop.close())

interface Placing {
  token?: string
  promo_code?: string
  phone?: string
  quantity?: number
}

async function placed({ token, promo_code, phone = '0611111111', quantity = 1 }: Placing = {}): Promise<OrderId> {
  const customer_id = await shop.addCustomer({ phone, city: 'Rabat' }, { token })
  const body = {
    ...{ product_ids: [cream], prices: [token ? 77.13 : 149.37], priceGain: [149.37], quantities: [quantity] },
    ...{ customer_id, promo_code },
  }
  const { status, json } = await shop.call('POST', '/api/orders/create', { token, body })
  expect(status).toBe(201)
  return json.order.OrderID
}

const NADIA = { Name: 'Nadia', Phone: '0611111111', Address: '2, rue du Port', City: 'Casablanca' }

const bytesOf = ({ text, headers }: { text: string; headers: object }) => `${JSON.stringify(headers)}\n${text}`

const leaksIn = (bytes: string) => Object.keys(CANARIES).filter((name) => CANARIES[name]!.test(bytes))

const asAgent = (method: string, path: string, body?: object) =>
  shop.call(method, path, { token: shop.tokens.salma, ...(body === undefined ? {} : { body }) })

/** Fails with the call and the names of what it tells. */
async function quiet(method: string, path: string, body?: object) {
  const answer = await asAgent(method, path, body)
  expect([method, path, leaksIn(bytesOf(answer))]).toEqual([method, path, []])
  expect(FIELDS.exec(answer.text)?.[0], path).toEqual(undefined)
  return answer
}

test('the canaries are where they would be found: an admin reads each of them', async () => {
  const asAdmin = (path: string) => shop.call('GET', path, { token: shop.tokens.admin })
  const all = await Promise.all(
    [
      `/api/admin/orders/${ids.supplier}`,
      `/api/admin/orders/${ids.promo}`,
      `/api/suppliers/${shop.ids.sara}`,
      `/api/suppliers/${shop.ids.admin}`,
      '/api/admin/buyers',
      '/api/admin/products',
    ].map(asAdmin),
  )
  expect(leaksIn(all.map(bytesOf).join())).toEqual(Object.keys(CANARIES))
})

describe('an agent is told none of it', () => {
  test('on the lists of parcels on their way', async () => {
    const asAdmin = (path: string) =>
      shop.call('PUT', path, { token: shop.tokens.admin, body: { CurrentStatus: 'en transit' } })
    const id = await placed({ token: shop.tokens.sara, phone: '0611111119', quantity: 2 })
    expect((await asAdmin(`/api/admin/orders/${id}/tracking`)).status).toBe(200)
    const { json } = await quiet('GET', '/api/parcels?tab=moving')
    expect(json.data).toHaveLength(1)
    const body = { kind: 'note', note: 'Voisine', seen_updated_at: json.data[0].updated_at }
    expect((await quiet('POST', `/api/parcels/${id}/follow-up`, body)).status).toBe(200)
  })

  test('on its cards', async () => {
    for (let card = 0; card < 4; card++) {
      const { status, json } = await quiet('POST', '/api/confirmation/next', {})
      expect([status, json.card !== null]).toEqual([200, true])
      const outcome = { outcome: 'pas de réponse', note: 'Personne' }
      expect((await quiet('POST', `/api/confirmation/${json.card.OrderID}/attempts`, outcome)).status).toBe(200)
    }
    await quiet('POST', '/api/confirmation/release')
  })

  test.each(['direct', 'promo', 'supplier'] as const)('in the correction of an order: %s', async (kind) => {
    const path = `/api/confirmation/${ids[kind]}/order`
    expect((await quiet('GET', path)).status).toBe(200)
    const shown = await quiet('PUT', `${path}?preview=1`, NADIA)
    expect([shown.status, shown.json.before.Amount - shown.json.after.Amount]).toEqual([200, 15])
    expect(Object.keys(shown.json.after).toSorted()).toEqual(
      ['Amount', 'customer_info', 'delivery_fee', 'discount', 'discount_percent', 'lines', 'note'].toSorted(),
    )
    const more = { ...NADIA, lines: [{ ProductID: cream, quantity: 3 }] }
    expect((await quiet('PUT', `${path}?preview=1`, more)).status).toBe(kind === 'supplier' ? 409 : 200)
    expect((await quiet('PUT', path, { ...NADIA, digest: shown.json.digest })).status).toBe(200)
    expect((await quiet('GET', '/api/confirmation/products?search=cr')).json).toHaveLength(1)
  })

  test('by the digest of a preview: it is not made of prices alone', async () => {
    const digestOf = async (id: OrderId) =>
      (await quiet('PUT', `/api/confirmation/${id}/order?preview=1`, NADIA)).json.digest.split('.')
    const [one, other] = [await digestOf(ids.promo), await digestOf(await placed({ phone: '0611111119' }))]
    // The lines of both orders are the same, and so are their prices.
    expect(one[3]).not.toBe(other[3])
  })

  test('when two orders become one', async () => {
    const path = `/api/confirmation/${ids.direct}/merge`
    const shown = await quiet('POST', `${path}?preview=1`, { other: ids.double })
    expect(shown.status).toBe(200)
    expect((await quiet('POST', path, { other: ids.double, digest: shown.json.digest })).status).toBe(200)
  })

  test('about itself: no gain and no RIB, not even when it sends one', async () => {
    const { id } = { id: shop.ids.salma }
    const own = await shop.call('GET', `/api/suppliers/${id}`, { token: shop.tokens.salma })
    expect(Object.keys(own.json).toSorted()).toEqual(['address', 'custom_id', 'email', 'id', 'name', 'phone'])
    const { name, phone, address, email } = own.json
    const change = { name, phone, address, email, rib: '011780000000000000000042' }
    expect((await asAgent('PUT', '/api/user/update', change)).status).toBe(200)
    const { rows } = await shop.db.execute(sql`select rib from accounts where id = ${id}`)
    expect(rows).toEqual([{ rib: null }])
    shop.tokens.salma = await shop.sessionOf(id)
    for (const who of ['sara', 'karim', 'admin'] as const)
      expect((await quiet('GET', `/api/suppliers/${shop.ids[who]}`)).status).toBe(403)
  })

  test('by any other call that it may make', async () => {
    const open = (access: Access) => typeof access === 'string' || access.only.includes('agent')
    const routes = shop.first.app.guardedRoutes.flatMap(({ method, url, config }) =>
      open(config!.access!) ? [method].flat().map((each) => ({ method: each, url })) : [],
    )
    const own = (url: string) =>
      ['/api/logout', '/api/register', '/api/user/update', '/api/password'].some((start) => url.startsWith(start))
    const called = routes.filter(
      ({ method, url }) => /GET|POST|PUT/.test(method) && url.startsWith('/api/') && !own(url),
    )
    expect(called.length).toBeGreaterThan(20)
    for (const { method, url } of called)
      for (const id of [ids.direct, ids.promo, ids.supplier, cream]) {
        const path = url.replace(':id', String(id)).replace(':code', 'SARA10').replace(/:\w+/, 'inconnu')
        const answer = await asAgent(method, path, method === 'GET' ? undefined : {})
        expect([method, path, leaksIn(bytesOf(answer))]).toEqual([method, path, []])
        expect(answer.status).toBeLessThan(500)
      }
  })

  test('in any page', async () => {
    const pages = [...Object.values(addresses), ...Object.values(addresses.admin)].filter(
      (address) => typeof address === 'string',
    )
    expect(pages.length).toBeGreaterThan(25)
    for (const page of [...pages, addresses.product(cream), addresses.adminOrder(ids.supplier)]) {
      const answer = await asAgent('GET', encodeURI(page))
      expect([answer.status, leaksIn(bytesOf(answer))], page).toEqual([200, []])
    }
  })
})
