import { setTimeout as sleep } from 'node:timers/promises'
import type { Page, Request } from '@playwright/test'
import { answered, beLoggedInAs, expect, openBlankPage, test } from './fixtures.ts'
import type { RunningShop } from './running-shop.ts'

test.use({ ownShop: true })

// Every text that somebody can type is filled with scripts; then every kind of page that shows one is opened in a real
// browser under the policy of production. A page of a list is there for all of that list: its rows are drawn alike.

// One shop for all of them.
test.describe.configure({ mode: 'serial' })

const RUN = 'window.ran=1'
const VECTORS = [
  `<script>${RUN}</script>`,
  `</script><script>${RUN}</script>`,
  `<img src=x onerror=${RUN}>`,
  `<svg onload=${RUN}>`,
  `<svg><script>${RUN}</script></svg>`,
  `<iframe srcdoc="<script>parent.ran=1</script>">`,
  `<details open ontoggle=${RUN}>`,
  `<body onload=${RUN}>`,
  `<input autofocus onfocus=${RUN}>`,
  `<a href="javascript:${RUN}">x</a>`,
  `javascript:${RUN}`,
  `<style>@import'javascript:${RUN}'</style>`,
  `<math><mi xlink:href="javascript:${RUN}">`,
  `<object data="javascript:${RUN}">`,
  `<base href="javascript:${RUN}//">`,
  `<template><script>${RUN}</script></template>`,
  `<marquee onstart=${RUN}>`,
  `<video><source onerror=${RUN}>`,
  `{{constructor.constructor('${RUN}')()}}`,
  `\${${RUN}}`,
]
const DRESSES = [
  (vector: string) => vector,
  (vector: string) => `"'>${vector}`,
  (vector: string) => `-->${vector}<!--`,
  (vector: string) => `\\u003c/script>${vector}`,
  (vector: string) => `]]></title></textarea>${vector}`,
]
/** A hundred. */
const PAYLOADS = DRESSES.flatMap((dress) => VECTORS.map(dress))
/** Each vector once, each dress four times. */
const SOME = VECTORS.map((vector, nth) => DRESSES[nth % DRESSES.length]!(vector))

let shop: RunningShop
let admin: string

async function call(method: string, path: string, body?: unknown, token?: string) {
  const isForm = body instanceof FormData
  const response = await fetch(shop.url + path, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text} (${JSON.stringify(body)})`)
  return text === '' ? null : JSON.parse(text)
}

const short = (payloads: readonly string[], most: number) => payloads.filter(({ length }) => length <= most)

/** A courier whose every word is a script, with parcels of its own in each list of parcels. */
async function addParcels(mine: readonly number[]): Promise<void> {
  const [name, number] = short(PAYLOADS, 60) as [string, string]
  const { courier } = await call('POST', '/api/admin/couriers', { name }, admin)
  hostileCourier = courier.id
  const path = `/api/admin/couriers/${courier.id}`
  const columns = ['name', 'phone', 'city', 'address', 'amount'].map((field, nth) => ({ heading: SOME[nth], field }))
  await call('PUT', `${path}/file`, { columns, accepted: 0 }, admin)
  for (const label of short(SOME, 100)) await call('PUT', `${path}/labels`, { label, state: 'out' }, admin)
  const list = await call('POST', '/api/admin/handovers', { courier_id: courier.id, ids: mine }, admin)
  await call('POST', `/api/admin/handovers/${list.id}/hand-over`, { ids: mine }, admin)
  hostileList = list.id
  const rows = mine.map((OrderID, nth) => ({ OrderID, tracking: `${nth}${number}` }))
  await call('POST', '/api/admin/parcels/tracking', { rows }, admin)
  const statuses = new FormData()
  statuses.set('courier_id', String(courier.id))
  statuses.set('name', name)
  const words = mine.map(
    (id, nth) => `${id}\t${nth % 3 === 0 ? 'Refusé' : `"${`mot ${SOME[nth]}`.replaceAll('"', '""')}"`}`,
  )
  statuses.set('file', new Blob([`Référence\tStatut\n${words.join('\n')}`]), `${name}.txt`)
  const { digest } = await call('POST', '/api/admin/parcels/statuses?preview=1', statuses, admin)
  statuses.delete('digest')
  const send = new FormData()
  send.set('digest', digest)
  for (const [field, value] of statuses) send.set(field, value)
  await call('POST', '/api/admin/parcels/statuses', send, admin)
  for (const tab of ['moving', 'refused'])
    for (const { OrderID, updated_at } of (await call('GET', `/api/parcels?tab=${tab}`, undefined, admin)).data)
      if (mine.includes(OrderID)) {
        const body = { kind: 'note', note: SOME[OrderID % SOME.length], seen_updated_at: updated_at }
        await call('POST', `/api/parcels/${OrderID}/follow-up`, body, admin)
      }
  for (const id of mine.slice(-3))
    await call('PUT', `/api/admin/orders/${id}/tracking`, { CurrentStatus: 'annulé' }, admin)
}

async function addProduct(payload: string): Promise<number> {
  const form = new FormData()
  const fields = {
    Name: payload,
    Description: payload,
    Price: '',
    user_price: '100',
    distributeur_price: '70',
    StockQuantity: '50',
    Category: 'Packs',
  }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const { ProductID } = await call('POST', '/api/admin/products', form, admin)
  return ProductID
}

async function addOrder(payload: string, productId: number, token?: string): Promise<number> {
  const recipient = { Name: payload, Phone: '0612345678', Address: payload, City: 'Rabat' }
  const { customer } = await call('POST', '/api/customers/create', recipient, token)
  const request = {
    product_ids: [productId],
    prices: [token ? 70 : 100],
    priceGain: [100],
    quantities: [1],
    customer_id: customer.CustomerID,
  }
  const { order } = await call('POST', '/api/orders/create', request, token)
  return order.OrderID
}

/** Five at a time: a shop of its own has nothing else to do. */
async function forAll<Result>(
  payloads: readonly string[],
  each: (payload: string, nth: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let first = 0; first < payloads.length; first += 5)
    results.push(...(await Promise.all(payloads.slice(first, first + 5).map((text, nth) => each(text, first + nth)))))
  return results
}

/** All payloads. */
let products: number[]
/** Those of `SOME`. */
let shown: number[]
let orders: number[]
let hostileCourier: number
let hostileList: number

test.beforeAll(async ({ shops }, { file }) => {
  expect(PAYLOADS).toHaveLength(100)
  shop = await shops.of(file)
  admin = (await shop.session('admin')).token
  const sara = (await shop.session('sara')).token
  products = await forAll(PAYLOADS, addProduct)
  shown = SOME.map((payload) => products[PAYLOADS.indexOf(payload)]!)
  orders = await forAll(SOME, (payload, nth) => addOrder(payload, shown[nth]!, sara))
  await addParcels(orders.slice(5))
  await forAll(SOME, (payload, nth) =>
    call(
      'POST',
      '/api/admin/buyers',
      {
        name: payload,
        email: `acheteur-${nth}@hostile.example`,
        phone: '0612345678',
        address: payload,
      },
      admin,
    ),
  )
  await forAll(SOME, (payload) => call('POST', '/api/admin/announcement', { title: payload, message: payload }, admin))
  const [first] = PAYLOADS
  const settings = {
    chatGreeting: PAYLOADS[1],
    agencyName: PAYLOADS[2],
    cndpNumber: '<svg onload=window.ran=1>',
    deliveryText: PAYLOADS[21],
    deliveryDelay: PAYLOADS[2],
  }
  await call('PUT', '/api/admin/settings', settings, admin)
  const supplier = { name: first, email: 'hostile@hostile.example', phone: '0612345678', address: first }
  const password = 'un mot de passe bien long'
  await call('POST', '/api/register', { ...supplier, password })
  const { token, user } = await call('POST', '/api/login', { identifier: supplier.email, password })
  for (const [nth, payload] of PAYLOADS.slice(0, 10).entries()) await addOrder(payload, products[nth]!, token)
  await call('PUT', `/api/admin/orders/${orders[0]}/tracking`, { CurrentStatus: 'livré' }, admin)
  const { stats } = await call('GET', '/api/supplier/get-ordersAdmin', undefined, sara)
  const { withdrawal } = await call('POST', '/api/withdraw', { gain: stats.withdrawable }, sara)
  await call('POST', `/api/admin/withdrawals/${withdrawal.id}/reject`, { reason: first }, admin)
  await call('DELETE', `/api/admin/user/${user.id}`, undefined, admin)
})

/** What the page has asked for and has no answer to yet. */
const underWay = new Set<Request>()

/** Until nothing has been under way for a tenth of a second. Playwright waits for half a one, on forty pages. */
async function untilQuiet(): Promise<void> {
  for (let quiet = 0; quiet < 4; quiet = underWay.size === 0 ? quiet + 1 : 0) await sleep(25)
}

/** Opens a page, waits for what it shows, and sees that nothing in it ran. */
async function expectQuiet(page: Page, path: string, shows: 'rows' | 'document' | 'all' = 'all'): Promise<void> {
  underWay.clear()
  await page.goto(path)
  if (shows === 'rows') await expect(page.locator('main tbody tr').first()).toBeAttached()
  if (shows === 'all') await untilQuiet()
  expect(await page.evaluate(() => 'ran' in window), path).toEqual(false)
  const injected = page.locator('iframe[srcdoc], [onerror], [onload], [ontoggle], [onfocus], [href^="javascript:" i]')
  expect(await injected.count(), path).toEqual(0)
}

test.beforeEach(({ page }) => {
  page.on('dialog', (dialog) => {
    throw new Error(`A dialog opened: ${dialog.message()}`)
  })
  page.on('request', (request) => underWay.add(request))
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => underWay.delete(request))
})

test('visitors see scripts as text on every page', async ({ page }) => {
  for (const path of ['/', '/contact', '/donnees-personnelles', '/login', '/signup']) await expectQuiet(page, path)
  // The newest products: each vector is a name there.
  await expectQuiet(page, '/Boutique?tri=nouveautes')
  const names = await page.getByRole('article').getByRole('heading').allTextContents()
  expect(VECTORS.filter((vector) => !names.some((name) => name.includes(vector)))).toEqual([])
  // A product's page for each dress; the next test reads those of all payloads.
  for (const id of shown.slice(0, DRESSES.length)) await expectQuiet(page, `/product-details/${id}`, 'document')
})

test('no document of a product holds a script that was typed', async () => {
  const answers = await forAll(PAYLOADS, async (payload, nth) => {
    const response = await fetch(`${shop.url}/product-details/${products[nth]}`)
    return { status: response.status, holds: (await response.text()).includes(payload) }
  })
  const hasMarkup = (payload: string) => payload.includes('<')
  expect(answers.map(({ status }) => status)).toEqual(PAYLOADS.map(() => 200))
  expect(PAYLOADS.filter((payload, nth) => hasMarkup(payload) && answers[nth]!.holds)).toEqual([])
})

test('a cart with scripts in it runs none', async ({ page, complaints }) => {
  // Its pictures have scripts for names: there are none of those, and a name with `//` in it is no path at all.
  complaints.allow(answered(404))
  complaints.allow(answered(403))
  complaints.allow(/srcset/)
  await openBlankPage(page)
  const lines = PAYLOADS.slice(0, 50).map((payload, nth) => ({
    productID: products[nth],
    productName: payload,
    productImage: payload,
    productPrice: 100,
    priceGain: 100,
    quantity: 1,
  }))
  await page.evaluate((cart) => localStorage.setItem('cart', JSON.stringify(cart)), lines)
  await expectQuiet(page, '/checkout')
})

test('suppliers and buyers see scripts as text', async ({ page }) => {
  await beLoggedInAs(page, shop, 'sara')
  for (const path of ['/', '/announcement', '/profile']) await expectQuiet(page, path)
  await expectQuiet(page, '/dashboard', 'rows')
  await beLoggedInAs(page, shop, 'karim')
  await expectQuiet(page, '/buyer')
})

const ADMIN_LISTS = [
  '/order-admin',
  '/produits-admin',
  '/client-admin',
  '/client-admin?vue=fiches',
  '/buyerAdmin',
  '/journal',
  '/payment-admin?payment=tous',
  '/suivi-colis?tab=check',
  '/suivi-colis?tab=refused',
  '/suivi-colis?tab=moving',
  '/retours',
  '/livreurs',
]
const ADMIN_PAGES = [
  '/dashbord-admin',
  '/user-admin',
  '/retraite',
  '/purchase',
  '/AdminAnnouncement',
  '/statistiques?by=product',
  '/reglages',
]

test('the admin sees scripts as text in every list', async ({ page }) => {
  await beLoggedInAs(page, shop, 'admin')
  for (const path of ADMIN_PAGES) await expectQuiet(page, path)
  for (const path of ADMIN_LISTS) await expectQuiet(page, path, 'rows')
  for (const tab of ['villes', 'libelles', 'fichier'])
    await expectQuiet(page, `/livreurs/${hostileCourier}?onglet=${tab}`)
  for (const list of ['', `?bordereau=${hostileList}`]) await expectQuiet(page, `/expedition${list}`)
  // One that was delivered, one that a courier speaks of, one that was cancelled.
  for (const id of [orders[0], orders[6], orders.at(-1)]) await expectQuiet(page, `/order-admin/${id}`)
  await expectQuiet(page, `/client-admin/${orders[6]}`)
})
