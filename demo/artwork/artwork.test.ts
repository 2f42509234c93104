import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { fitText, widthOf, wrap } from '#demo/artwork/lettering.ts'
import { favicon, icon, logo, noPicture, plate } from '#demo/artwork/marks.ts'
import { pictureHash, sourceHash } from '#demo/artwork/render.ts'
import { reviewPicture } from '#demo/artwork/review-picture.ts'
import { admin, buyers, customers, suppliers } from '#demo/people.ts'
import { type DemoCategory, products } from '#demo/products.ts'
import { label } from '#demo/studio/labels.ts'
import { describe, masterPath, productMasters, readMasters } from '#demo/studio/masters.ts'
import { reviews } from '#web/home/reviews.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const pathOf = (path: string) => root + path
const REDRAW = 'draw again: node scripts/draw/draw.ts'

type Ledger = Record<string, { hash: string; source: string }>
const ledger = (path: string): Ledger => JSON.parse(readFileSync(pathOf(path), 'utf8'))

const shotOf = (slug: string) => products.find((product) => product.slug === slug)!.shot

test('every product has a master, and every master its pictures', () => {
  const drawn = ledger('demo/pictures/index.json')
  const masters = [...productMasters()]
  expect(products.filter(({ slug }) => !masters.includes(slug))).toEqual([])
  expect(Object.keys(drawn).sort()).toEqual(masters.sort())
  for (const name of masters) {
    const master = readFileSync(masterPath(name))
    expect(drawn[name], `${name}: ${REDRAW}`).toEqual({ hash: pictureHash(master), source: sourceHash(master) })
    for (const width of [160, 320, 480, 640, 960]) {
      for (const format of ['avif', 'webp']) {
        const path = `demo/pictures/${name.replace('@', '-')}-${drawn[name]!.hash}-${width}.${format}`
        expect(existsSync(pathOf(path)), path).toBe(true)
      }
    }
  }
})

test('every master was made of what its shot says today', () => {
  for (const [name, description] of Object.entries(readMasters())) {
    expect(description, `${name}: shoot again: node scripts/draw/shots.ts ${name}`).toBe(describe(name))
  }
})

test('every review has the picture of its product as it is today', () => {
  const drawn = ledger('demo/artwork/drawn.json')
  for (const { picture, productSlug } of reviews) {
    const svg = reviewPicture(productSlug)
    expect(drawn[picture]?.source, `${picture}: ${REDRAW}`).toBe(sourceHash(svg))
    for (const format of ['avif', 'webp']) {
      const path = `web/assets/reviews/${picture}-640.${format}`
      expect(existsSync(pathOf(path)), path).toBe(true)
    }
  }
})

test('logo, icons and placeholder are of the mark that there is today', () => {
  const drawn = ledger('demo/artwork/drawn.json')
  const today = {
    'web/assets/logo.svg': logo(),
    'web/public/favicon.svg': favicon(),
    'web/public/favicon.ico': favicon(),
    'web/public/icon-192.png': icon('rounded'),
    'web/public/icon-512.png': icon('rounded'),
    'web/public/icon-maskable-512.png': icon('maskable'),
    'web/public/apple-touch-icon.png': icon('square'),
    'platform/mail/logo.png': plate(),
    placeholder: noPicture(),
  }
  for (const [stem, svg] of Object.entries(today))
    expect(drawn[stem]?.source, `${stem}: ${REDRAW}`).toBe(sourceHash(svg))
  for (const path of ['web/assets/logo.svg', 'web/public/favicon.svg'] as const)
    expect(readFileSync(pathOf(path), 'utf8'), `${path}: ${REDRAW}`).toBe(today[path])
})

test('a wrapped text keeps every line within its width', () => {
  const setting = { size: 40, weight: 700 } as const
  for (const { name } of products) {
    const lines = wrap(name, setting, 420)!
    for (const line of lines) expect(widthOf(line, setting), line).toBeLessThanOrEqual(420)
    expect(lines.join(' ')).toBe(name)
  }
  expect(wrap('Anticonstitutionnellement', setting, 200)).toBeUndefined()
  expect(() =>
    fitText('Anticonstitutionnellement', { from: 40, to: 39, width: 200, maxLines: 2, weight: 700 }),
  ).toThrow('does not fit')
})

test('a label that is too full is refused, not spilled', () => {
  const shot = shotOf('serum-eclat-vitamine-c')
  if (shot.shape === 'pack') throw new Error('an item is wanted')
  expect(() => label({ ...shot, name: 'Anticonstitutionnellement'.repeat(2) })).toThrow('does not fit')
})

test('the catalogue fills three categories under unique names', () => {
  const of = (category: DemoCategory) => products.filter((product) => product.category === category)
  expect(products.length).toBeGreaterThanOrEqual(24)
  for (const category of ['Complément', 'Cosmetique', 'Packs'] as const) {
    expect(of(category).length, category).toBeGreaterThanOrEqual(8)
  }
  expect(new Set(products.map(({ slug }) => slug)).size).toBe(products.length)
  expect(new Set(products.map(({ name }) => name)).size).toBe(products.length)
  for (const { name } of products) expect(name.length, name).toBeLessThanOrEqual(60)
  expect(
    of('Cosmetique')
      .slice(0, 2)
      .map(({ userPrice, distributorPrice }) => [userPrice, distributorPrice]),
  ).toEqual([
    [14950, 11000],
    [9900, 7500],
  ])
})

test('a distributor never pays more than a customer', () => {
  for (const { slug, userPrice, distributorPrice } of products) {
    expect(Number.isSafeInteger(userPrice) && Number.isSafeInteger(distributorPrice), slug).toBe(true)
    expect(distributorPrice, slug).toBeLessThanOrEqual(userPrice)
    expect(userPrice, slug).toBeGreaterThanOrEqual(4900)
    expect(userPrice, slug).toBeLessThanOrEqual(59900)
  }
})

test('one product is sold out and one has two left', () => {
  const stocks = products.map(({ stock }) => stock)
  expect(stocks.filter((stock) => stock === 0)).toHaveLength(1)
  expect(stocks.filter((stock) => stock === 2)).toHaveLength(1)
  for (const stock of stocks.filter((each) => each > 2)) {
    expect(stock).toBeGreaterThanOrEqual(15)
    expect(stock).toBeLessThanOrEqual(400)
  }
})

test('ten reviews speak of products that exist', () => {
  expect(reviews).toHaveLength(10)
  for (const { productSlug, product } of reviews) {
    expect(products.find(({ slug }) => slug === productSlug)?.name).toBe(product)
  }
})

test('identifiers, codes, phones and addresses of the demo people are unique and well formed', () => {
  const accounts = [admin, ...suppliers, ...buyers]
  for (const field of ['customId', 'email', 'phone'] as const) {
    expect(new Set(accounts.map((account) => account[field])).size, field).toBe(accounts.length)
  }
  for (const { promoCode } of suppliers) expect(promoCode).toMatch(/^[A-Z0-9]{6,12}$/)
  for (const { email, phone } of accounts) {
    expect(email).toMatch(/^[a-z]+@demo\.example$/)
    expect(phone).toMatch(/^0[1-8]\d{8}$/)
  }
  for (const { phone } of customers) expect(phone).toMatch(/^0[67]\d{8}$/)
  expect(new Set(customers.map(({ phone }) => phone)).size).toBe(customers.length)
  expect(new Set(customers.map(({ city }) => city)).size).toBeGreaterThanOrEqual(18)
})

test('French punctuation keeps to its word', () => {
  const labels = products.flatMap(({ shot }) => (shot.shape === 'pack' ? [...shot.items] : [shot]))
  const texts = [
    ...products.flatMap(({ name, description }) => [name, description]),
    ...labels.flatMap(({ name, sub, size }) => [name, sub, size]),
    ...reviews.flatMap(({ product, quote }) => [product, quote]),
    ...[...suppliers, ...buyers, admin, ...customers].flatMap(({ name, address }) => [name, address]),
  ]
  for (const text of texts) {
    // A plain space or none before a double sign, and the typewriter's apostrophe.
    expect(text).not.toMatch(/[^\u00A0][:;!?»%]|«[^\u00A0]|'/u)
  }
})
