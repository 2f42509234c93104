import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { findProduct } from '#features/catalogue/index.ts'
import { cardAddress, sweepShareCards } from '#features/catalogue/share-card/share-card-store.ts'
import { products } from '#features/catalogue/tables.ts'
import { HOUR_MS } from '#platform/kernel/durations.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { ensureBuild } from '#test/ensure-build.ts'
import { addPicture } from '#test/picture.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'
import { addresses } from '#web/addresses.ts'
import { readConfig } from '../config.ts'
import { pageServices } from '../pages/page-services.ts'
import { loadBuild, servePages } from '../pages/pages.ts'

let shop: TestShop
let cream: ProductId
let hostile: ProductId
let publicUrl: string

const ATTACK = '</script><script>alert("volé")</script>'

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
  publicUrl = shop.first.shop.publicUrl
  cream = await shop.addProduct({ name: 'Crème éclat à la rose', user: 149.5, stock: 7 })
  hostile = await shop.addProduct({ name: `Sérum ${ATTACK}`, user: 199, stock: 0, category: 'supplement' })
  await addPicture(shop.db, 'products/a.webp')
})

afterAll(() => shop.close())

const get = (url: string) => shop.call('GET', url)
const edit = (id: ProductId, change: Partial<typeof products.$inferInsert>) =>
  shop.db.update(products).set(change).where(eq(products.id, id))

/** The tags of `<head>` and its structured data. */
async function headOf(url: string) {
  const { text } = await get(url)
  const head = text.slice(0, text.indexOf('</head>'))
  const values = (pattern: RegExp) => [...head.matchAll(pattern)].map(([, value]) => unescaped(value!))
  const meta = (name: string) => values(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`, 'g'))
  return {
    title: values(/<title[^>]*>([^<]*)<\/title>/g),
    canonical: values(/<link rel="canonical" href="([^"]*)"/g),
    meta,
    data: values(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs).map((json) => JSON.parse(json)),
    text,
  }
}

const SIGNS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
}
const unescaped = (text: string) => text.replace(/&[#\w]+;/g, (sign) => SIGNS[sign] ?? sign)

const indexed = () => [
  addresses.home,
  addresses.shop,
  addresses.product(cream),
  addresses.product(hostile),
  encodeURI(addresses.about),
  addresses.contact,
  addresses.terms,
  addresses.privacy,
]

describe('robots.txt', () => {
  test('keeps search engines out of what is one person’s, lets them in everywhere else, and names the sitemap', async () => {
    const { status, headers, text } = await get('/robots.txt')
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    const hidden = [...text.matchAll(/^Disallow: (.+)$/gm)].map(([, path]) => path!)
    const isHidden = (path: string) => hidden.some((prefix) => path.startsWith(prefix))
    const { checkout, login, resetPassword, dashboard, buyer, admin } = addresses
    for (const path of [...Object.values(admin), dashboard, buyer, checkout, login, resetPassword, '/api/orders'])
      expect(isHidden(path), path).toEqual(true)
    expect(isHidden(addresses.tracking('7-abc'))).toBe(true)
    for (const path of [...indexed(), '/catalogue.pdf', '/storage/products/a.webp'])
      expect(isHidden(path), path).toEqual(false)
    expect(text).toContain(`\nSitemap: ${publicUrl}/sitemap.xml\n`)
  })
})

describe('the sitemap', () => {
  const read = async () => {
    const { status, headers, text } = await get('/sitemap.xml')
    expect([status, headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8'])
    const entries = [...text.matchAll(/<url>(.*?)<\/url>/g)].map(([, entry]) => ({
      path: /<loc>(.*?)<\/loc>/.exec(entry!)![1]!.replace(publicUrl, ''),
      edited: /<lastmod>(.*?)<\/lastmod>/.exec(entry!)?.[1],
      image: /<image:loc>(.*?)<\/image:loc>/.exec(entry!)?.[1],
    }))
    return { text, entries }
  }

  test('names every page that is worth finding once, each of them there', async () => {
    const { entries } = await read()
    expect(entries.map(({ path }) => path).sort()).toEqual(indexed().sort())
    for (const { path } of entries) {
      const { status } = await get(path)
      expect(status, path).toEqual(200)
    }
  })

  test('says when a product was edited and which picture it shows, and follows the catalogue', async () => {
    const before = await read()
    const entry = before.entries.find(({ path }) => path === addresses.product(cream))!
    expect(entry).toMatchObject({
      edited: shop.now.toISOString(),
      image: `${publicUrl}/storage/products/a-960.webp`,
    })
    shop.pass(HOUR_MS)
    const added = await shop.addProduct({ name: 'Baume', stock: 1 })
    const during = await read()
    expect(during.entries.find(({ path }) => path === addresses.product(added))?.edited).toBe(shop.now.toISOString())
    expect(during.entries.find(({ path }) => path === '/')?.edited).toBe(shop.now.toISOString())
    await shop.call('DELETE', `/api/admin/products/${added}`, { token: shop.tokens.admin })
    expect((await read()).entries.map(({ path }) => path)).toEqual(before.entries.map(({ path }) => path))
  })

  test('is XML whatever a picture is called', async () => {
    await edit(hostile, { image: 'products/<&">\'é.webp' })
    const { text } = await read()
    expect(text.replace(/&#\d+;/g, '')).not.toMatch(
      /[&'é]|<(?!\/?(?:\?xml|urlset|url|loc|lastmod|image:image|image:loc)\b)/,
    )
    await edit(hostile, { image: 'products/a.webp' })
    shop.first.pageCache.dropAll()
  })
})

describe('what a page says of itself', () => {
  test('is of its own, in words that search engines show whole, with one address and a picture', async () => {
    const heads = await Promise.all(indexed().map(headOf))
    for (const [nth, { title, canonical, meta }] of heads.entries()) {
      const url = indexed()[nth]!
      expect([title.length, canonical], url).toEqual([1, [publicUrl + url]])
      expect([title[0]!.length <= 60, title[0]!.length > 10], url).toEqual([true, true])
      const [description] = meta('description')
      expect([description!.length <= 155, description!.length >= 15], url).toEqual([true, true])
      expect(meta('robots'), url).toEqual(['max-image-preview:large'])
      for (const name of ['og:title', 'og:image:alt', 'twitter:title', 'twitter:image', 'twitter:card'])
        expect([url, name, meta(name).length]).toEqual([url, name, 1])
      expect(meta('og:url')).toEqual([publicUrl + url])
      expect([meta('og:image:width'), meta('og:image:height')]).toEqual([['1200'], ['630']])
      expect(meta('og:type')).toEqual([url.startsWith('/product-details') ? 'product' : 'website'])
    }
    expect(new Set(heads.map(({ title }) => title[0])).size).toBe(heads.length)
    expect(new Set(heads.map(({ meta }) => meta('description')[0])).size).toBe(heads.length)
  })

  test('leads from every order of the shop to the shop, and from free text nowhere', async () => {
    for (const query of ['?tri=nom', '?categorie=packs&tri=nom', '?promo=SARA10', '?page=1', '?page=zwei'])
      expect((await headOf(addresses.shop + query)).canonical).toEqual([publicUrl + addresses.shop])
    const category = `${addresses.shop}?categorie=supplement`.replace('supplement', 'alimentaire')
    expect((await headOf(`${category}&promo=SARA10`)).canonical).toEqual([publicUrl + category])
    const searched = await headOf(`${addresses.shop}?q=creme`)
    expect([searched.canonical, searched.meta('robots')]).toEqual([[publicUrl + addresses.shop], ['noindex']])
    expect(searched.data).toEqual([])
  })

  test('keeps pages of one person out of what is found', async () => {
    const { checkout, login, forgotPassword, resetPassword, profile, announcements, followOrder } = addresses
    for (const url of [checkout, login, forgotPassword, resetPassword, profile, announcements, followOrder]) {
      const { meta, canonical } = await headOf(url)
      expect([meta('robots'), canonical], url).toEqual([['noindex'], []])
    }
  })
})

const url = z.url().refine((address) => address.startsWith(publicUrl))
const context = { '@context': z.literal('https://schema.org') }

const productData = z.strictObject({
  ...context,
  '@type': z.literal('Product'),
  name: z.string(),
  description: z.string().min(1),
  sku: z.string().regex(/^\d+$/),
  category: z.string(),
  brand: z.strictObject({ '@type': z.literal('Brand'), name: z.literal('Rosalia') }),
  image: z.array(url).min(1),
  url,
  offers: z.strictObject({
    '@type': z.literal('Offer'),
    price: z.string().regex(/^\d+\.\d\d$/),
    priceCurrency: z.literal('MAD'),
    availability: z.enum(['https://schema.org/InStock', 'https://schema.org/OutOfStock']),
    itemCondition: z.literal('https://schema.org/NewCondition'),
    url,
    seller: z.strictObject({ '@type': z.literal('Organization'), name: z.literal('Rosalia') }),
  }),
})

const step = z.strictObject({ '@type': z.literal('ListItem'), position: z.int(), name: z.string(), item: url })
const trailData = z.strictObject({
  ...context,
  '@type': z.literal('BreadcrumbList'),
  itemListElement: z
    .array(step)
    .min(2)
    .refine((steps) => steps.every(({ position }, nth) => position === nth + 1)),
})

const listData = z.strictObject({
  ...context,
  '@type': z.literal('ItemList'),
  numberOfItems: z.int(),
  itemListElement: z
    .array(z.strictObject({ '@type': z.literal('ListItem'), position: z.int(), name: z.string(), url }))
    .max(24),
})

const organizationData = z.strictObject({
  ...context,
  '@type': z.literal('Organization'),
  '@id': url,
  name: z.literal('Rosalia'),
  url,
  logo: url,
  areaServed: z.literal('MA'),
  telephone: z.string().optional(),
  email: z.string().optional(),
  sameAs: z.array(z.url()).optional(),
})

const siteData = z.strictObject({
  ...context,
  '@type': z.literal('WebSite'),
  '@id': url,
  name: z.literal('Rosalia'),
  url,
  inLanguage: z.literal('fr'),
  publisher: z.strictObject({ '@id': url }),
  potentialAction: z.strictObject({
    '@type': z.literal('SearchAction'),
    target: z.strictObject({
      '@type': z.literal('EntryPoint'),
      urlTemplate: z.string().endsWith('?q={search_term_string}'),
    }),
    'query-input': z.literal('required name=search_term_string'),
  }),
})

describe('data for search engines', () => {
  test('say who the shop is and how it is searched', async () => {
    const { data } = await headOf('/')
    const [organization, site] = z.tuple([organizationData, siteData]).parse(data)
    expect(site.publisher['@id']).toBe(organization['@id'])
  })

  test('say of a product what its page says, and of its stock what is true', async () => {
    const shown = z.tuple([productData, trailData]).parse((await headOf(addresses.product(cream))).data)
    expect(shown[0]).toMatchObject({
      name: 'Crème éclat à la rose',
      sku: String(cream),
      offers: { price: '149.50', availability: 'https://schema.org/InStock' },
    })
    expect(shown[1].itemListElement.map(({ name }) => name)).toEqual([
      'Accueil',
      'Boutique',
      'Cosmetique',
      'Crème éclat à la rose',
    ])
    const gone = z.tuple([productData, trailData]).parse((await headOf(addresses.product(hostile))).data)
    expect(gone[0].offers.availability).toBe('https://schema.org/OutOfStock')
  })

  test('stay data when a product is called like a script', async () => {
    for (const path of [addresses.product(hostile), addresses.shop]) {
      const { text, data } = await headOf(path)
      expect(text).not.toContain('<script>alert')
      expect(JSON.stringify(data)).toContain(JSON.stringify(`Sérum ${ATTACK}`).slice(1, -1))
    }
  })

  test('list the shop’s first products', async () => {
    const [trail, list] = z.tuple([trailData, listData]).parse((await headOf(addresses.shop)).data)
    expect(trail.itemListElement.at(-1)?.item).toBe(publicUrl + addresses.shop)
    expect(list).toMatchObject({
      numberOfItems: 2,
      itemListElement: [{ url: publicUrl + addresses.product(cream) }, {}],
    })
  })
})

describe('the second page of the shop', () => {
  const second = `${addresses.shop}?page=2`
  let added: ProductId[]

  beforeAll(async () => {
    added = []
    for (let nth = 1; nth <= 24; nth++) added.push(await shop.addProduct({ name: `Gel ${nth}`, category: 'cosmetic' }))
  })

  afterAll(async () => {
    for (const id of added) await edit(id, { deletedAt: shop.now })
    shop.first.pageCache.dropAll()
  })

  test('is found at an address of its own, under a title of its own', async () => {
    const { canonical, meta, title } = await headOf(second)
    expect([canonical, meta('robots')]).toEqual([[publicUrl + second], ['max-image-preview:large']])
    expect(title).not.toEqual((await headOf(addresses.shop)).title)
    expect(shop.first.pageCache.has(second)).toBe(true)
  })

  test('lists its own products where the first page ends', async () => {
    const [, list] = z.tuple([trailData, listData]).parse((await headOf(second)).data)
    expect(list).toMatchObject({
      numberOfItems: 26,
      itemListElement: [
        { position: 25, name: 'Gel 23' },
        { position: 26, name: 'Gel 24' },
      ],
    })
    const [, first] = z.tuple([trailData, listData]).parse((await headOf(addresses.shop)).data)
    expect(first.itemListElement).toHaveLength(24)
  })

  test('of a search is found by nobody', async () => {
    const { canonical, meta, data } = await headOf(`${second}&q=cosmetique`)
    expect([canonical, meta('robots'), data]).toEqual([[publicUrl + addresses.shop], ['noindex'], []])
  })

  test('is where who asks for one beyond the last is sent, with what was asked besides', async () => {
    for (const [asked, last] of [
      ['?page=3', '?page=2'],
      ['?page=9999999', '?page=2'],
      ['?categorie=cosmetique&tri=nom&page=7', '?categorie=cosmetique&tri=nom&page=2'],
      ['?q=rose&page=2', '?q=rose'],
    ]) {
      const { status, headers } = await get(addresses.shop + asked)
      expect([status, headers.location], asked).toEqual([302, addresses.shop + last])
      expect(shop.first.pageCache.has(addresses.shop + asked)).toBe(false)
    }
  })

  test('is the same as the first for a page that is none', async () => {
    const { text } = await get(addresses.shop)
    for (const page of ['0', '-1', '1', '01', 'zwei', '99999999', '%00'])
      expect((await get(`${addresses.shop}?page=${page}`)).text).toBe(text)
  })
})

describe('the card of a product', () => {
  const addressOf = async (id: ProductId) => cardAddress((await findProduct(shop.db, id))!)
  const cards = () => {
    const folder = join(shop.first.shop.storageDir, 'cards')
    return existsSync(folder) ? readdirSync(folder) : []
  }
  const bytesOf = async (address: string) => {
    const answer = await shop.first.app.inject({ method: 'GET', url: address })
    return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
  }

  test('is a picture of 1200 × 630 and at most 120 KB that is kept for ever, drawn once', async () => {
    const address = await addressOf(cream)
    const { meta } = await headOf(addresses.product(cream))
    expect(meta('og:image')).toEqual([publicUrl + address])
    const answers = await Promise.all([bytesOf(address), bytesOf(address), bytesOf(address)])
    for (const { status, headers, bytes } of answers) {
      expect([status, headers['content-type']]).toEqual([200, 'image/jpeg'])
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
      expect(bytes).toEqual(answers[0]!.bytes)
    }
    const { width, height, format } = await sharp(answers[0]!.bytes).metadata()
    expect([width, height, format]).toEqual([1200, 630, 'jpeg'])
    expect(answers[0]!.bytes.length).toBeLessThan(120_000)
    expect(cards()).toEqual([address.split('/').at(-1)])
    expect(readFileSync(join(shop.first.shop.storageDir, 'cards', cards()[0]!))).toEqual(answers[0]!.bytes)
  })

  test('has another address when it shows something else, and links of before lead there', async () => {
    const old = await addressOf(cream)
    await edit(cream, { userPrice: 20_000 as never })
    const current = await addressOf(cream)
    expect(current).not.toBe(old)
    const { status, headers } = await bytesOf(old)
    expect([status, headers.location, headers['cache-control']]).toEqual([302, current, 'no-store'])
    expect((await bytesOf(current)).status).toBe(200)
    await edit(cream, { userPrice: 14_950 as never })
  })

  test('bears any name', async () => {
    for (const name of [`<b>&"' ${ATTACK}`, 'A'.repeat(150), 'ي'.repeat(40), '&#0; \t %', '\u0007Crème']) {
      await edit(hostile, { name })
      expect((await bytesOf(await addressOf(hostile))).status, name).toEqual(200)
    }
    await edit(hostile, { name: `Sérum ${ATTACK}` })
  })

  test('is the shop’s own where the product’s picture cannot be read, and none where there is no product', async () => {
    await edit(hostile, { image: 'products/lost.webp' })
    const { status, headers } = await bytesOf(await addressOf(hostile))
    expect([status, headers.location]).toEqual([302, '/share.jpg'])
    await edit(hostile, { image: 'products/a.webp' })
    for (const file of ['999999-0123456789abcdef.jpg', '0-0123456789abcdef.jpg', 'a.jpg', '%2e%2e%2fa.jpg', '7.part'])
      expect((await bytesOf(`/storage/cards/${file}`)).status, file).toEqual(404)
  })

  test('is swept away once no product has it, an hour after it was drawn', async () => {
    const folder = join(shop.first.shop.storageDir, 'cards')
    const current = (await addressOf(cream)).split('/').at(-1)!
    await bytesOf(await addressOf(cream))
    writeFileSync(join(folder, 'left.jpg.7.part'), 'x')
    const tenMinutesAgo = new Date(Date.now() - HOUR_MS / 6)
    for (const file of cards()) utimesSync(join(folder, file), tenMinutesAgo, tenMinutesAgo)
    const all = cards()
    await sweepShareCards(shop.first.shop, new Date())
    expect(cards()).toEqual(all)
    await sweepShareCards(shop.first.shop, new Date(Date.now() + HOUR_MS))
    expect(cards()).toEqual([current])
  })
})

describe('an address that names no page', () => {
  test('gets products whose names are like it, and a search', async () => {
    const { status, text } = await get('/produit/creme-eclat-rose.html')
    expect(status).toBe(404)
    expect(text).toContain('Vous cherchiez peut-être')
    expect(text).toContain('Crème éclat à la rose')
    expect(text).toMatch(/<meta name="robots" content="noindex"/)
    expect(text).toMatch(/<form[^>]*action="\/Boutique"/)
  })

  test.each(['/zzz-nothing', '/.env', '/a', '/product-details/999999', '/%25%5C%27'])(
    '%s, and is like nothing, gets the first of the shop',
    async (path) => {
      const { status, text } = await get(path)
      expect(status).toBe(404)
      expect(text).toContain('Ces produits pourraient vous plaire')
      expect(text).toContain('Crème éclat à la rose')
      expect(text).toMatch(/<meta name="robots" content="noindex"/)
    },
  )
})
