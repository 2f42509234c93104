import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { PRODUCT_FIELDS } from '#features/catalogue/model.ts'
import { deliveryFee } from '#features/orders/rules.ts'
import { subscribe } from '#platform/db/events.ts'
import { CITIES } from '#platform/kernel/cities.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { formatShortDirhams } from '#platform/kernel/money.ts'
import { callServer } from '#test/call-server.ts'
import { ensureBuild } from '#test/ensure-build.ts'
import { whileLocked } from '#test/locks.ts'
import { type Fields, sendForm, typedProduct } from '#test/multipart-form.ts'
import { type Call, openTestShop, TEST_RATES, type TestShop } from '#test/test-app.ts'
import { addresses } from '#web/addresses.ts'
import { readConfig } from '../config.ts'
import { pageServices } from './page-services.ts'
import { CLIENT_DIR, loadBuild, servePages } from './pages.ts'

let shop: TestShop
let canary: ProductId
let hostile: ProductId

const ATTACK = '</script><script>alert("volé")</script><img src=x onerror=alert(1)>'

beforeAll(async () => {
  await ensureBuild()
  const build = await loadBuild()
  shop = await openTestShop({
    timesOut: true,
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
  await shop.first.app.listen({ port: 0 })
  await shop.addPeople()
  canary = await shop.addProduct({ name: 'Canari', user: 8888.88, distributor: 7777.77, stock: 40 })
  hostile = await shop.addProduct({ name: `Nom ${ATTACK}`, stock: 40 })
})

afterAll(() => shop.close())

afterEach(async () => {
  expect(await shop.brokenInvariants()).toEqual([])
})

const get = (url: string, call: Call = {}) => shop.call('GET', url, call)

const publicPages = () => [
  addresses.home,
  addresses.shop,
  addresses.product(canary),
  addresses.product(hostile),
  addresses.checkout,
  encodeURI(addresses.about),
  addresses.contact,
  addresses.terms,
  addresses.login,
]

test('the right to change one’s mind stands in the terms in French and in Arabic, where the promise leads', async () => {
  const { text } = await get(addresses.terms)
  const [, section = ''] = /<section id="changer-d-avis">(.*?)<\/section>/s.exec(text) ?? []
  const arabic = section.slice(section.indexOf('lang="ar" dir="rtl"'))
  const french = section.slice(0, -arabic.length)
  for (const [said, language] of [
    ['sept jours', french],
    ['trente jours', french],
    ['quinze jours', french],
    ['سبعة أيام', arabic],
    ['ثلاثين يوما', arabic],
    ['خمسة عشر يوما', arabic],
  ] as const)
    expect(language).toContain(said)
  for (const article of ['36', '37', '38'])
    expect(
      [french, arabic].map((each) => each.includes(article)),
      article,
    ).toEqual([true, true])
})

describe('the pages of a visitor', () => {
  test('are there, whole, without a script having run', async () => {
    for (const url of publicPages()) {
      const { status, headers, text } = await get(url)
      expect([status, headers['content-type']], url).toEqual([200, 'text/html; charset=utf-8'])
      expect(text).toMatch(/^<!DOCTYPE html>/i)
    }
    expect((await get(addresses.product(canary))).text).toContain('8\u00A0888,88')
    expect((await get(addresses.contact)).text).toMatch(/<h1[^>]*>Contactez-Nous</)
    expect((await get(addresses.terms)).text).toMatch(/18\sans/)
  })

  test('say of a category without products that it is empty, not that a search found nothing', async () => {
    const inCategory = (await get('/Boutique?categorie=packs')).text
    expect(inCategory).toContain('Aucun produit dans cette catégorie pour le moment')
    expect(inCategory).not.toContain('votre recherche')
    const nowhere = (await get('/Boutique?categorie=packs&q=zzzz')).text
    expect(nowhere).toContain('Aucun produit ne correspond à\u00A0votre recherche')
    // Another category has none either.
    expect(nowhere).not.toContain('autre catégorie')
  })

  test('name the fee of each city at the checkout, and the law after the button', async () => {
    const text = (await get(addresses.checkout)).text.replaceAll('<!-- -->', '')
    const fees = CITIES.map((city) => `>${city} · ${formatShortDirhams(deliveryFee(city, TEST_RATES))}</option>`)
    expect(fees.filter((option) => !text.includes(option))).toEqual([])
    expect(text).toMatch(/>Casablanca <small>20\sDH<\/small><\/button>.*>Rabat <small>35\sDH<\/small><\/button>/s)
    expect(text.lastIndexOf('Confirmer la commande')).toBeLessThan(text.indexOf('Loi 09-08'))
  })

  test('say for how many years people stay in their orders', async () => {
    const { text } = await get(addresses.privacy)
    expect(text.replaceAll(/<!-- -->|<\/?strong>/g, '')).toContain(
      'commande livrée ou annulée\u00A0: 7\u00A0ans. Ses montants',
    )
  })

  test('never hold what a distributor pays, nor do the data behind them, whoever asks', async () => {
    const urls = publicPages().flatMap((url) => [url, url === '/' ? '/_root.data' : `${url}.data`])
    for (const url of urls)
      for (const token of [undefined, shop.tokens.sara, shop.tokens.admin]) {
        const { text } = await get(url, { token })
        expect(/7\D?777[.,]77|777777|distribut(or|eur)_?price/i.test(text), url).toEqual(false)
      }
  })

  test('are the same bytes for everybody', async () => {
    for (const url of publicPages()) {
      const [visitor, supplier, other] = [
        await get(url),
        await get(url, { token: shop.tokens.sara }),
        await get(url, { headers: { cookie: 'a=b', 'x-forwarded-host': 'evil.example', host: 'evil.example' } }),
      ]
      expect(supplier.text).toBe(visitor.text)
      expect(other.text).toBe(visitor.text)
      expect(visitor.text).not.toContain('evil.example')
    }
  })

  test('run our scripts alone: what came in through a product’s name is text, and is not in the policy', async () => {
    for (const url of publicPages()) {
      const { text, headers } = await get(url)
      const policy = String(headers['content-security-policy'])
      const allowed = /script-src ([^;]*)/.exec(policy)![1]!.split(' ')
      // Data for search engines are no script that runs.
      const inline = [...text.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)].filter(
        ([, how]) => !/\bsrc=|application\/ld\+json/.test(how!),
      )
      const hashes = inline.map(([, , script]) => `'sha256-${createHash('sha256').update(script!).digest('base64')}'`)
      for (const hash of hashes) expect(allowed).toContain(hash)
      expect(new Set(allowed)).toEqual(new Set(["'self'", ...hashes]))
      expect(text).not.toContain('<script>alert')
      expect(text).not.toContain('<img src=x')
      expect(text).not.toMatch(/nonce=/)
      expect(policy).not.toContain('unsafe')
    }
  })

  test('ask for no style before their first paint, and for their scripts last', async () => {
    for (const url of publicPages()) {
      const { text, headers } = await get(url)
      const [, files, css] = /<style data-files="([^"]+)">(.+?)<\/style>/s.exec(text)!
      const hash = createHash('sha256').update(css!).digest('base64')
      expect(headers['content-security-policy']).toContain(`; style-src 'self' 'sha256-${hash}';`)
      expect(css).toMatch(/^@layer base, ui;/)
      expect(css).toContain('--accent:')
      // Disabled links fetch nothing, and name what is inlined.
      const named = [...text.matchAll(/<link href="([^"]+)" rel="stylesheet" disabled=""\/>/g)]
      expect(named.map(([, file]) => file)).toEqual(files!.split(' '))
      expect(text.split('rel="stylesheet"')).toHaveLength(named.length + 1)
      const preloads = [...text.matchAll(/<link fetchpriority="low" rel="modulepreload"[^>]* href="([^"]+)"/g)]
      expect(preloads.length).toBeGreaterThan(3)
      expect(text.indexOf('modulepreload')).toBeGreaterThan(text.indexOf('</footer>'))
      for (const file of [...files!.split(' '), ...preloads.map(([, file]) => file!)])
        expect(existsSync(join(CLIENT_DIR, file)), file).toBe(true)
    }
  })

  test('that are not there say so', async () => {
    for (const url of [
      '/inconnu',
      '/product-details/999999',
      '/product-details/0',
      '/product-details/abc',
      '/product-details/99999999999',
      '/a/b/c',
      '/confirmation/inconnue',
      '/.env',
    ]) {
      const { status, headers } = await get(url)
      expect(status, url).toEqual(404)
      expect(headers['cache-control']).toBe('no-store')
    }
  })

  test('bear whatever is asked of them', async () => {
    const queries = [
      '?onglet=%00',
      '?tri=%E0',
      '?q=%3Cscript%3E',
      '?q=%00',
      '?q=%25_%5C',
      '?q=a%3A*%20%26%20!b%20(%27',
      '?page=-1',
      '?page=1e9&q=a',
      '?categorie=__proto__',
      `?q=${'a'.repeat(5000)}`,
      '?_routes=x',
      '?%',
      '?a=b?c=d',
      '?onglet=a&onglet=b',
    ]
    for (const url of [addresses.home, addresses.shop, `${addresses.shop}.data`])
      for (const query of queries) {
        const { status, text, headers } = await get(url + query)
        expect([url + query, status < 500]).toEqual([url + query, true])
        if (/html/.test(String(headers['content-type']))) expect(text).not.toContain('<script>alert')
        else expect(headers['x-content-type-options']).toBe('nosniff')
      }
  })
})

describe('one page has one address:', () => {
  test.each([
    ['/%E0-props', '/%C3%A0-props'],
    ['/%c3%a0-PROPS', '/%C3%A0-props'],
    ['/a-props/', '/%C3%A0-props'],
    ['/A-propS/', '/%C3%A0-props'],
    ['/%C3%80-Props', '/%C3%A0-props'],
    ['/a%CC%80-props', '/%C3%A0-props'],
    ['/BOUTIQUE?code=SARA10', '/Boutique?code=SARA10'],
    ['/Product-details/7', '/product-details/7'],
  ])('%s leads to %s', async (typed, canonical) => {
    const { status, headers } = await get(typed)
    expect([status, headers.location]).toEqual([308, canonical])
  })

  test.each(['//evil.example/', '//evil.example/%2e%2e', '/%2F/evil.example', '/\\evil.example', '///à-props'])(
    '%s leads to no other host',
    async (typed) => {
      const { status, headers } = await get(typed)
      expect(status).not.toBe(500)
      expect(String(headers.location ?? '/')).toMatch(/^\/(?![/\\])/)
    },
  )

  test.each([
    ['//contact', '/contact'],
    ['//host/%2e%2e/contact/', '/contact'],
    ['/host/../contact', '/contact'],
    ['/product-details/8/../7?code=SARA10', '/product-details/7?code=SARA10'],
    ['/\\contact', '/contact'],
    ['/contact#x', '/contact'],
  ])('%s, which browsers would not send, leads to %s', async (typed, canonical) => {
    const { status, headers } = await callServer(shop.first.app.server, typed)
    expect([status, headers.location]).toEqual([308, canonical])
  })

  test.each(['/\\host/contact/', '//host/contact', '/a/%2e%2e/b', '/./inconnu', '/a\\b'])(
    '%s is refused, and not kept as a page of its own',
    async (typed) => {
      expect((await callServer(shop.first.app.server, typed)).status).toBe(400)
      expect(shop.first.pageCache.has(typed)).toBe(false)
    },
  )

  test.each(['/%E0', '/%', '/%zz', '/%C3%28'])('%s is refused as it should be', async (typed) => {
    const { status, json } = await get(typed)
    expect([400, 404]).toContain(status)
    if (status === 400) expect(json).toEqual({ message: 'Bad Request', code: 'bad_request' })
  })
})

describe('what is kept', () => {
  /** Over a socket, where what is kept is sent before anything else is looked at. */
  const read = async (url: string) => String((await callServer(shop.first.app.server, url)).body)

  const urls = () => [addresses.product(canary), addresses.shop, addresses.home]
  const kept = () => urls().filter((url) => shop.first.pageCache.has(url))
  const fill = () => Promise.all(urls().map(read))
  const stockIn = (text: string) => Number(/"StockQuantity":(\d+)/.exec(text)?.[1])
  const admin = (method: string, url: string, body?: object) =>
    shop.call(method, url, { token: shop.tokens.admin, ...(body ? { body } : {}) })
  const order = async (quantity = 1) =>
    shop.call('POST', '/api/orders/create', {
      // Dearer than what a visitor may order.
      token: shop.tokens.admin,
      body: {
        product_ids: [canary],
        prices: [8888.88],
        priceGain: [8888.88],
        quantities: [quantity],
        customer_id: await shop.addCustomer(),
      },
    })

  test('is sent to the next visitor, with the same mark, and to one who has it as nothing new', async () => {
    const { app } = shop.first
    for (const url of urls()) {
      const etag = (await callServer(app.server, url)).headers.etag!
      expect(kept()).toContain(url)
      const same = { 'if-none-match': etag }
      expect((await callServer(app.server, url)).headers.etag).toBe(etag)
      expect((await callServer(app.server, url, same)).status).toBe(304)
      const mine = await callServer(app.server, url, { ...same, authorization: `Bearer ${shop.tokens.sara}` })
      expect(mine.status).toBe(304)
    }
  })

  test('stays through orders, cancellations and deletions, and is never older than ten seconds', async () => {
    const url = addresses.product(canary)
    const stock = await shop.stockOf(canary)
    shop.first.pageCache.dropAll()
    const [first] = await fill()
    expect(first).toContain(`${stock}`)
    await order()
    const cancelled = (await order()).json.order.OrderID
    await admin('PUT', `/api/admin/orders/${cancelled}/tracking`, { CurrentStatus: 'annulé' })
    await admin('DELETE', `/api/admin/orders/${(await order()).json.order.OrderID}`)
    shop.pass(9_999)
    expect([kept(), await read(url)]).toEqual([urls(), first])
    shop.pass(1)
    expect([kept(), stockIn(await read(`/api/products/${canary}`))]).toEqual([[], stock - 1])
    expect(await read(url)).not.toBe(first)
    expect(kept()).toEqual([url])
  })

  const pathOfEdit = () => `/api/admin/products/${canary}?_method=PUT`
  const asItIs = (change: Fields) =>
    typedProduct({ [PRODUCT_FIELDS.name]: 'Canari', [PRODUCT_FIELDS.userPrice]: '8888.88', ...change })
  const edit = (change: Fields) => sendForm(shop, pathOfEdit(), asItIs(change))
  const changes: [string, () => Promise<{ status: number }>][] = [
    ['a price', () => edit({ [PRODUCT_FIELDS.userPrice]: '8777' })],
    ['a text', () => edit({ [PRODUCT_FIELDS.description]: 'Un canari, en mieux.' })],
    ['a stock that is entered', () => edit({ [PRODUCT_FIELDS.stock]: '41' })],
    ['a setting', () => admin('PUT', '/api/admin/settings', { phone: '0522111111' })],
  ]

  test.each(changes)('is dropped at once with %s', async (_, change) => {
    await fill()
    expect((await change()).status).toBe(200)
    expect(kept()).toEqual([])
  })

  test('is never an answer of the API: who has just ordered reads the new stock', async () => {
    for (const url of [`/api/products/${canary}`, `/api/same-category-products/${canary}`, '/api/cosmetique']) {
      await read(url)
      await order()
      const now = await callServer(shop.first.app.server, url)
      expect([now.headers.etag, shop.first.pageCache.has(url)]).toEqual([undefined, false])
      if (url.startsWith('/api/products')) expect(stockIn(String(now.body))).toBe(await shop.stockOf(canary))
    }
  })

  test('is never what was read before a change that is committed by then', async () => {
    const url = addresses.product(canary)
    const [published, committing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    // Once, between the change and its commit: a visitor who asks now sees the old name.
    let isOver = false
    subscribe(shop.db, 'catalogue changed', async () => {
      if (isOver) return
      published.resolve()
      await committing.promise
    })
    shop.first.pageCache.dropAll()
    const editing = edit({ [PRODUCT_FIELDS.name]: 'Canari neuf' })
    await published.promise
    expect(await read(url)).not.toContain('Canari neuf')
    isOver = true
    committing.resolve()
    expect((await editing).status).toBe(200)
    expect(await read(url)).toContain('Canari neuf')
  })

  test('shows within ten seconds what another copy of the program changed', async () => {
    const second = await shop.another()
    const url = addresses.product(canary)
    expect(await read(url)).toContain('8\u00A0888,88')
    const edited = await sendForm(shop, pathOfEdit(), asItIs({ [PRODUCT_FIELDS.userPrice]: '8777.77' }), second)
    expect(edited.status).toBe(200)
    shop.pass(10_000)
    expect(await read(url)).toContain('8\u00A0777,77')
    await edit({})
  })

  test('is not filled by words that anybody makes up', async () => {
    const { pageCache } = shop.first
    for (const query of ['?q=abc', '?utm_source=x', '?code=SARA10']) {
      const answer = await get(`${addresses.shop}${query}`)
      expect(answer.status).toBe(200)
      expect(pageCache.has(`${addresses.shop}${query}`)).toBe(false)
    }
  })
})

test('when the database is away, a page says so and is not kept', async () => {
  const away = shop.first.pageCache
  await shop.db.execute(sql`alter table products rename to products_away`)
  try {
    away.dropAll()
    const { status, headers } = await get(addresses.shop)
    expect(status).toBeGreaterThanOrEqual(500)
    expect(headers['cache-control']).toBe('no-store')
    expect(away.has(addresses.shop)).toBe(false)
    const call = await get('/api/cosmetique')
    expect([call.status, call.json]).toEqual([500, { message: 'Server Error', code: 'server_error' }])
  } finally {
    await shop.db.execute(sql`alter table products_away rename to products`)
  }
  expect((await get(addresses.shop)).status).toBe(200)
})

describe('when there is no room to render,', () => {
  /** As many calls as fit, which wait until the work is done. */
  async function whileCrowded(work: () => Promise<void>): Promise<void> {
    const done = Promise.withResolvers<void>()
    const { load } = shop.first.app
    const inside = Array.from({ length: 1_000 }, () =>
      load.render('203.0.113.1', () => done.promise).catch(() => undefined),
    )
    try {
      await work()
    } finally {
      done.resolve()
      await Promise.all(inside)
    }
  }

  test('a page is served as it was last', async () => {
    const { text } = await get(addresses.shop)
    shop.first.pageCache.dropAll()
    await whileCrowded(async () => {
      const former = await get(addresses.shop)
      expect([former.status, former.text]).toEqual([200, text])
    })
  })

  test('a page that nobody saw yet says in French that it comes, and asks again by itself', async () => {
    const url = `${addresses.shop}?q=baume`
    await whileCrowded(async () => {
      const { status, headers, text } = await get(url)
      expect([status, headers['content-type'], headers['cache-control']]).toEqual([
        503,
        'text/html; charset=utf-8',
        'no-store',
      ])
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
      expect(text).toContain('Il y a beaucoup de monde')
    })
    expect((await get(url)).status).toBe(200)
  })
})

test('a page that the database cannot give right now says when to ask again', async () => {
  const answer = await whileLocked(shop.db, 'lock table products in access exclusive mode', () =>
    shop.call('GET', '/Boutique?q=canari'),
  )
  expect([answer.status, answer.headers['retry-after']]).toEqual([503, '2'])
})

describe('while the shop’s data cannot be had,', () => {
  const whileAway = <T>(work: () => Promise<T>) =>
    whileLocked(shop.db, 'lock table products, settings in access exclusive mode', work)

  test.each(['/?onglet=packs', `${addresses.shop}?q=rien`])('a page of a list is there without it: %s', async (url) => {
    const { status, text } = await whileAway(() => get(url))
    expect(status).toBe(503)
    for (const there of ['Navigation principale', 'No products available.', 'Réessayer', 'Conditions d’utilisation'])
      expect(text).toContain(there)
    expect(text).not.toContain('La page n’a pas pu être chargée')
  })

  test('a page without products is whole, with the settings that were known last', async () => {
    const { text } = await get(addresses.contact)
    shop.first.pageCache.dropAll()
    const now = await whileAway(() => get(addresses.contact))
    expect([now.status, now.text]).toEqual([200, text])
  })

  test('an address that names no page says so', async () => {
    const { status, text } = await whileAway(() => get('/inconnu'))
    expect(status).toBe(404)
    expect(text).toContain('Cette page n’existe pas ou n’existe plus')
  })
})
