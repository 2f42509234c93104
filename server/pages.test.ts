import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { whileHolding } from '#platform/db/test-holder.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { addresses } from '#web/addresses.ts'
import { readConfig } from './config.ts'
import { CLIENT_DIR, loadBuild, pageServices, servePages } from './pages.ts'
import { type Call, openTestShop, type TestShop } from './test-app.ts'
import { ensureBuild } from './test-build.ts'
import { callServer } from './test-http.ts'

let shop: TestShop
let canary: ProductId
let hostile: ProductId

const ATTACK = '</script><script>alert("volé")</script><img src=x onerror=alert(1)>'

beforeAll(async () => {
  await ensureBuild()
  const build = await loadBuild()
  shop = await openTestShop({
    extend: ({ app, shop: { ...it }, ready }) => {
      const services = pageServices({ ...it, keepOrdersYears: 7 }, readConfig({}).settings)
      servePages(app, { services, build: async () => build!, ready, randomBytes: it.randomBytes, development: false })
    },
  })
  await shop.addPeople()
  canary = await shop.addProduct({ name: 'Canari', user: 8888.88, distributor: 7777.77, stock: 40 })
  hostile = await shop.addProduct({ name: `Nom ${ATTACK}`, stock: 40 })
}, 60_000)

afterAll(() => shop.close())

afterEach(async () => {
  expect(await shop.brokenPromises()).toEqual([])
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

describe('the pages of a visitor', () => {
  test('are there, whole, without a script having run', async () => {
    for (const url of publicPages()) {
      const { status, headers, text } = await get(url)
      expect([url, status, headers['content-type']]).toEqual([url, 200, 'text/html; charset=utf-8'])
      expect(text).toMatch(/^<!DOCTYPE html>/i)
    }
    expect((await get(addresses.product(canary))).text).toContain('8\u00A0888,88')
  })

  test('say for how many years people stay in their orders', async () => {
    const { text } = await get(addresses.privacy)
    expect(text.replaceAll('<!-- -->', '')).toContain('commande livrée ou annulée\u00A0: 7\u00A0ans. Ses montants')
  })

  test('never hold what a distributor pays, nor do the data behind them, whoever asks', async () => {
    const urls = publicPages().flatMap((url) => [url, url === '/' ? '/_root.data' : `${url}.data`])
    for (const url of urls)
      for (const token of [undefined, shop.tokens.sara, shop.tokens.admin]) {
        const { text } = await get(url, { token })
        expect([url, /7\D?777[.,]77|777777|distribut(or|eur)_?price/i.test(text)]).toEqual([url, false])
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

  test('ask for nothing before their first paint: their styles stand in them, their scripts wait', async () => {
    for (const url of publicPages()) {
      const { text, headers } = await get(url)
      const [, files, css] = /<style data-files="([^"]+)">(.+?)<\/style>/s.exec(text)!
      const hash = createHash('sha256').update(css!).digest('base64')
      expect(headers['content-security-policy']).toContain(`; style-src 'self' 'sha256-${hash}';`)
      expect(css).toMatch(/^@layer base, mantine, ui;/)
      expect(css).toContain('--accent:')
      expect(text).not.toMatch(/rel="(stylesheet|modulepreload)"|type="module"/)
      const [, scripts] = /<script type="text\/late" data-files="([^"]+)">/.exec(text)!
      for (const file of [...files!.split(' '), ...scripts!.split(' ')])
        expect(existsSync(join(CLIENT_DIR, file)), file).toBe(true)
    }
  })

  test('that are not there say so', async () => {
    for (const url of [
      '/inconnu',
      '/product-details/999999',
      '/product-details/0',
      '/product-details/99999999999',
      '/a/b/c',
      '/.env',
    ]) {
      const { status, headers } = await get(url)
      expect([url, status]).toEqual([url, 404])
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

  test.each(['/%E0', '/%', '/%zz', '/%C3%28'])('%s is refused as it should be', async (typed) => {
    const { status, json } = await get(typed)
    expect([400, 404]).toContain(status)
    if (status === 400) expect(json).toEqual({ message: 'Bad Request' })
  })
})

describe('what is kept', () => {
  /** Over a socket, where what is kept is sent before anything else is looked at. */
  const read = async (url: string) => String((await callServer(shop.first.app.server, url)).body)

  beforeAll(() => shop.first.app.listen({ port: 0 }))

  const urls = () => [addresses.product(canary), `/api/products/${canary}`, '/api/cosmetique']
  const stockIn = (text: string) => Number(/"StockQuantity":(\d+)/.exec(text)?.[1])
  const customer = () => shop.addCustomer()
  const order = async (quantity = 1) =>
    shop.call('POST', '/api/orders/create', {
      body: {
        product_ids: [canary],
        prices: [8888.88],
        priceGain: [8888.88],
        quantities: [quantity],
        customer_id: await customer(),
      },
    })

  test('is sent to the next visitor, with the same mark, and to one who has it as nothing new', async () => {
    const { app, ready } = shop.first
    for (const url of urls()) {
      await callServer(app.server, url)
      expect(ready.has(url)).toBe(true)
      const second = await callServer(app.server, url)
      const etag = second.headers.etag!
      expect((await callServer(app.server, url)).headers.etag).toBe(etag)
      expect((await callServer(app.server, url, { 'if-none-match': etag })).status).toBe(304)
      const mine = await callServer(app.server, url, {
        'if-none-match': etag,
        authorization: `Bearer ${shop.tokens.sara}`,
      })
      expect([mine.status, mine.headers.etag]).toEqual([200, undefined])
    }
  })

  test('is dropped with every order, cancellation and deletion', async () => {
    const url = `/api/products/${canary}`
    const changes = [
      () => order(),
      async () => cancel((await order()).json.order.OrderID),
      async () => remove((await order()).json.order.OrderID),
    ]
    for (const change of changes) {
      await Promise.all(urls().map(read))
      await change()
      expect(urls().filter((each) => shop.first.ready.has(each))).toEqual([])
      expect(stockIn(await read(url))).toBe(await shop.stockOf(canary))
    }
  })

  test('stays when an order was refused: nothing has changed', async () => {
    await Promise.all(urls().map(read))
    expect((await order(1000)).status).toBe(422)
    expect(urls().filter((each) => !shop.first.ready.has(each))).toEqual([])
  })

  test('is never what was read before a change that is committed by then', async () => {
    const url = `/api/products/${canary}`
    const before = await shop.stockOf(canary)
    // The order has taken its pieces and cannot commit yet: a visitor who asks now sees the old stock.
    const [running, seen] = await whileHolding(shop.db, 'lock table orders in share mode', async (holder) => {
      const started = order()
      await holder.untilWaiting(1)
      return [started, stockIn(await read(url))] as const
    })
    expect((await running).status).toBe(201)
    expect(seen).toBe(before)
    expect(stockIn(await read(url))).toBe(before - 1)
  })

  test('is not what a crowd of visitors reads while orders come in', async () => {
    const url = `/api/products/${canary}`
    const orders = Array.from({ length: 8 }, () => order())
    const reading = Array.from({ length: 40 }, () => read(url))
    expect((await Promise.all(orders)).map(({ status }) => status)).toEqual(Array(8).fill(201))
    await Promise.all(reading)
    expect(stockIn(await read(url))).toBe(await shop.stockOf(canary))
  })

  test('is not filled by words that anybody makes up', async () => {
    const { ready } = shop.first
    for (const query of ['?q=abc', '?utm_source=x', '?code=SARA10']) {
      const answer = await get(`${addresses.shop}${query}`)
      expect(answer.status).toBe(200)
      expect(ready.has(`${addresses.shop}${query}`)).toBe(false)
    }
  })

  const cancel = (id: number) =>
    shop.call('PUT', `/api/admin/orders/${id}/tracking`, {
      token: shop.tokens.admin,
      body: { CurrentStatus: 'annulé' },
    })
  const remove = (id: number) => shop.call('DELETE', `/api/admin/orders/${id}`, { token: shop.tokens.admin })
})

test('when the database is away, a page says so and is not kept', async () => {
  const away = shop.first.ready
  await shop.db.execute(sql`alter table products rename to products_away`)
  try {
    away.drop()
    const { status, headers } = await get(addresses.shop)
    expect(status).toBeGreaterThanOrEqual(500)
    expect(headers['cache-control']).toBe('no-store')
    expect(away.has(addresses.shop)).toBe(false)
    const call = await get('/api/cosmetique')
    expect([call.status, call.json]).toEqual([500, { message: 'Server Error' }])
  } finally {
    await shop.db.execute(sql`alter table products_away rename to products`)
  }
  expect((await get(addresses.shop)).status).toBe(200)
})

describe('when there is no room to render,', () => {
  /** As many calls as fit, which wait until the work is done. */
  async function whileCrowded(work: () => Promise<void>): Promise<void> {
    const done = Promise.withResolvers<void>()
    const { crowd } = shop.first.app
    const inside = Array.from({ length: 1_000 }, () => crowd.render(() => done.promise).catch(() => undefined))
    try {
      await work()
    } finally {
      done.resolve()
      await Promise.all(inside)
    }
  }

  test('a page is served as it was last', async () => {
    const { text } = await get(addresses.shop)
    shop.first.ready.drop()
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
  const answer = await whileHolding(shop.db, 'lock table products in access exclusive mode', () =>
    shop.call('GET', '/Boutique?q=canari'),
  )
  expect([answer.status, answer.headers['retry-after']]).toEqual([503, '2'])
})
