import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ProductId } from '#platform/kernel/ids.ts'
import { readConfig } from '#server/config.ts'
import { pageServices } from '#server/pages/page-services.ts'
import { type Fields, sendForm, typedProduct } from '#test/multipart-form.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'
import { sweepImages } from '../images/drawn-images.ts'
import { listLowStock } from '../index.ts'
import { cardAddress } from '../share-card/share-card-store.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
})

afterAll(() => shop.close())

beforeEach(async () => {
  await shop.db.execute(sql`update products set deleted_at = now() where deleted_at is null`)
})

afterEach(async () => {
  expect(await shop.brokenInvariants()).toEqual([])
})

const admin = (method: string, path: string, body?: unknown) =>
  shop.call(method, `/api/admin/${path}`, { token: shop.tokens.admin, ...(body === undefined ? {} : { body }) })
const create = async (change: Fields = {}) => (await sendForm(shop, '/api/admin/products', typedProduct(change))).json
const edit = (id: ProductId, change: Fields = {}) =>
  sendForm(shop, `/api/admin/products/${id}?_method=PUT`, typedProduct(change))
const seen = async (id: ProductId) => (await shop.call('GET', `/api/products/${id}`)).json

const order = async (id: ProductId) =>
  shop.call('POST', '/api/orders/create', {
    body: {
      product_ids: [id],
      prices: [149.5],
      priceGain: [149.5],
      quantities: [1],
      customer_id: await shop.addCustomer(),
      promo_code: null,
    },
  })

describe('an edit', () => {
  const change = (id: ProductId, fields: Fields) => sendForm(shop, `/api/admin/products/${id}?_method=PUT`, fields)

  test('leaves as it is whatever its form does not name: what somebody else changed meanwhile stays', async () => {
    const { ProductID: id } = await create({ Usage: 'Le soir.' })
    const before = (await admin('GET', `products/${id}`)).json
    await admin('PUT', `products/${id}/figures`, { figure: 'user_price', value: 160, shown: 149.5 })
    await change(id, { Hidden: '1' })
    const edited = await change(id, { Description: 'Nettoie tout en douceur.' })
    const after = { ...before, Description: 'Nettoie tout en douceur.', user_price: 160, Hidden: true }
    expect([edited.status, edited.json]).toEqual([200, after])
    const named = { Name: 'Gel', StockQuantity: '22', SeenStock: '20', Usage: '' }
    const renamed = { ...after, Name: 'Gel', StockQuantity: 22, Usage: null }
    expect((await change(id, named)).json).toEqual(renamed)
    const unchanged = await change(id, {})
    expect([unchanged.status, unchanged.json]).toEqual([200, renamed])
  })

  test('of one price is held against the other one as it is today', async () => {
    const { ProductID: id } = await create()
    await admin('PUT', `products/${id}/figures`, { figure: 'distributeur_price', value: 140, shown: 110 })
    const refused = await change(id, { user_price: '130' })
    expect([refused.status, Object.keys(refused.json.errors)]).toEqual([422, ['distributeur_price']])
    expect((await change(id, { user_price: '140' })).json).toMatchObject({ user_price: 140, distributeur_price: 140 })
  })

  test('empties no field that must be filled, and a new product lacks none', async () => {
    const { ProductID: id } = await create()
    for (const field of ['Name', 'Description', 'user_price', 'distributeur_price', 'StockQuantity', 'Category']) {
      expect((await change(id, { [field]: '' })).status, field).toEqual(422)
      const lacking = await sendForm(shop, '/api/admin/products', typedProduct({ [field]: undefined }))
      expect(lacking.status, field).toEqual(422)
    }
  })
})

describe('a hidden product', () => {
  const hide = (id: ProductId) => edit(id, { Hidden: '1', SeenStock: '20' })

  /** Every way by which somebody outside of the back office could find it. */
  async function ways(id: ProductId, image: string): Promise<Record<string, boolean>> {
    const services = pageServices(shop.first.shop, readConfig({}).settings)
    const has = (products: readonly { id: number }[]) => products.some((each) => each.id === id)
    const listed = async (path: string) => (await shop.call('GET', path)).text.includes(`"ProductID":${id},`)
    const other = (await create({ Name: 'Une autre' })).ProductID
    const card = cardAddress({ id, name: 'Gel nettoyant', userPrice: 14_950, image } as never)
    const request = { category: null, search: '', sort: 'first', page: 1 } as const
    const found = {
      list: await listed('/api/cosmetique'),
      call: (await shop.call('GET', `/api/products/${id}`)).status === 200,
      similarCall: await listed(`/api/same-category-products/${other}`),
      ofItsOwnSimilar: (await shop.call('GET', `/api/same-category-products/${id}`)).status === 200,
      supplierPrice: (
        await shop.call('GET', `/api/supplier/prices?ids=${id}`, { token: shop.tokens.sara })
      ).text.includes(`"ProductID":${id}`),
      shopPage: has((await services.browse(request)).products),
      search: has((await services.browse({ ...request, search: 'gel nettoyant' })).products),
      describedSearch: has((await services.browse({ ...request, search: 'nettoie douceur' })).products),
      counted: (await services.browse({ ...request, search: 'gel nettoyant' })).foundAnywhere > 0,
      homePage: has(await services.listOldestOfCategory('cosmetic', 50)),
      newest: has((await services.bestSellers(50)).products),
      page: (await services.findProduct(id)) !== null,
      similarPage: has(await services.listSimilar(other, [])),
      suggestion: has((await services.suggest('gel nettoyant')).products),
      sitemap: (await shop.call('GET', '/sitemap.xml')).text.includes(`/product-details/${id}<`),
      shareCard: (await shop.call('GET', card)).status !== 404,
      lowStock: has(await listLowStock(shop.db, 50)),
      ordered: (await order(id)).status === 201,
    }
    await shop.db.execute(sql`update products set deleted_at = now() where id = ${other}`)
    return found
  }

  test('is found by nobody outside of the back office, in any way, until it is shown', async () => {
    const { ProductID: id, image } = await create({ StockQuantity: '3' })
    const before = await ways(id, image)
    expect(Object.entries(before).filter(([, isFound]) => !isFound)).toEqual([])
    expect((await edit(id, { Hidden: '1', StockQuantity: '2' })).json.Hidden).toBe(true)
    const hidden = await ways(id, image)
    expect(Object.entries(hidden).filter(([, isFound]) => isFound)).toEqual([])
    expect((await edit(id, { Hidden: '0', StockQuantity: '2' })).json.Hidden).toBe(false)
    expect((await seen(id)).Name).toBe('Gel nettoyant')
  })

  test('is refused to whoever orders it as one that never was', async () => {
    const { ProductID: id } = await create()
    const unknown = await order(999_999 as ProductId)
    await hide(id)
    const refused = await order(id)
    expect([refused.status, refused.json]).toEqual([422, unknown.json])
  })

  test('is not in the printed catalogue', async () => {
    const pages = async () => (await shop.call('GET', '/catalogue.pdf')).text.length
    await create({ Name: 'Un produit' })
    const { ProductID: id } = await create()
    const both = await pages()
    await hide(id)
    const one = await pages()
    await shop.db.execute(sql`update products set deleted_at = now() where id = ${id}`)
    expect([one < both, await pages()]).toEqual([true, one])
  })

  test('stays in the admin’s list, where it is filtered, and in the files that go out and come back', async () => {
    const { ProductID: shown } = await create({ Name: 'Visible' })
    const { ProductID: id } = await create({ Name: 'Brouillon', Hidden: '1' })
    const listed = async (query: string) =>
      (await admin('GET', `products?page=1${query}`)).json.data.map((each: { ProductID: number }) => each.ProductID)
    expect(await listed('')).toEqual([id, shown])
    expect(await listed('&place=hidden')).toEqual([id])
    expect(await listed('&place=shown')).toEqual([shown])
    expect((await admin('GET', 'products.csv')).text).toContain('Brouillon')
    const file = new Blob([`Identifiant;Nom;Prix client\n${id};Brouillon;120\n`])
    const preview = await sendForm(shop, '/api/admin/products/import', { mode: 'preview', file })
    expect(preview.json.counts).toMatchObject({ created: 0, updated: 1 })
    await sendForm(shop, '/api/admin/products/import', {
      mode: 'apply',
      file,
      fingerprint: preview.json.fingerprint,
    })
    expect((await admin('GET', 'products?page=1&place=hidden')).json.data[0].user_price).toBe(120)
  })

  test('is edited and deleted as any other', async () => {
    const { ProductID: id } = await create({ Hidden: '1' })
    expect((await edit(id, { Name: 'Autre' })).json).toMatchObject({ Name: 'Autre', Hidden: true })
    expect((await admin('DELETE', `products/${id}`)).status).toBe(200)
    expect((await edit(id)).status).toBe(404)
  })
})

describe('the texts of a product', () => {
  const TEXTS = {
    Benefit: 'Teint éclat · 30 ml',
    Usage: 'Matin et soir.',
    Highlights: 'Niacinamide.',
    Precautions: 'Usage externe.',
  }

  test('are on its page and call, stay when a form does not name them, and go when it empties them', async () => {
    const { ProductID: id } = await create(TEXTS)
    expect(await seen(id)).toMatchObject(TEXTS)
    await edit(id, { SeenStock: '20' })
    expect(await seen(id)).toMatchObject(TEXTS)
    await edit(id, { SeenStock: '20', Usage: '', Benefit: ' ' })
    expect(await seen(id)).toMatchObject({ ...TEXTS, Usage: null, Benefit: null })
  })

  test('are found by whoever searches, also after an import', async () => {
    const services = pageServices(shop.first.shop, readConfig({}).settings)
    const found = async () =>
      (await services.browse({ category: null, search: 'niacinamide', sort: 'first', page: 1 })).found
    const { ProductID: id } = await create(TEXTS)
    expect(await found()).toBe(1)
    const file = new Blob([`Identifiant;Nom;Description\n${id};Gel nettoyant;Autre.\n`])
    const { fingerprint } = (await sendForm(shop, '/api/admin/products/import', { mode: 'preview', file })).json
    expect((await sendForm(shop, '/api/admin/products/import', { mode: 'apply', file, fingerprint })).status).toBe(200)
    expect(await found()).toBe(1)
    await edit(id, { Highlights: '' })
    expect(await found()).toBe(0)
  })

  test('have bounds: sixty letters on one line for the benefit', async () => {
    const wrong = async (change: Fields) => Object.keys((await create(change)).errors)
    expect(await wrong({ Benefit: 'x'.repeat(61) })).toEqual(['Benefit'])
    expect(await wrong({ Benefit: 'deux\nlignes' })).toEqual(['Benefit'])
    expect(await wrong({ Usage: 'x'.repeat(2_001), Hidden: 'oui' })).toEqual(['Usage', 'Hidden'])
    expect((await create({ Benefit: 'x'.repeat(60) })).Benefit).toHaveLength(60)
  })
})

describe('the pictures of a product', () => {
  const file = async (colour: string): Promise<Blob> =>
    new File(
      [
        await sharp({ create: { width: 30, height: 30, channels: 3, background: colour } })
          .png()
          .toBuffer(),
      ],
      'a.png',
    )
  const upload = async (colour: string): Promise<string> => {
    const answer = await sendForm(shop, '/api/admin/product-images', { image: await file(colour) })
    expect(answer.status, answer.text).toBe(201)
    return answer.json.image
  }
  const named = (images: readonly string[]) => ({ SeenStock: '20', images: JSON.stringify(images) })
  const stored = async () =>
    (await shop.db.execute<{ name: string }>(sql`select name from images`)).rows.map(({ name }) => name)

  test('are shown in the order in which the form names them, the first one everywhere', async () => {
    const [one, two, three] = [await upload('#a00000'), await upload('#00a000'), await upload('#0000a0')]
    const { ProductID: id, image } = await create(named([one, two, three]))
    expect(image).toBe(one)
    expect((await seen(id)).images).toEqual([one, two, three])
    await edit(id, named([three, one, two]))
    expect(await seen(id)).toMatchObject({ image: three, images: [three, one, two] })
    expect((await shop.call('GET', '/api/cosmetique')).json[0].image).toBe(three)
    await edit(id, { SeenStock: '20' })
    expect((await seen(id)).images).toEqual([three, one, two])
  })

  test('that a form leaves out go at once, unless another product shows them', async () => {
    const [one, two] = [await upload('#b00000'), await upload('#00b000')]
    const { ProductID: id } = await create(named([one, two]))
    const { ProductID: copy } = await create({ ...named([two]), Name: 'Copie' })
    await edit(id, named([]))
    expect((await seen(id)).images).toEqual(['products/sans-image.webp'])
    expect(await stored()).toEqual(expect.arrayContaining([two]))
    expect(await stored()).not.toContain(one)
    await edit(copy, named([]))
    expect(await stored()).not.toContain(two)
  })

  test('keep the further ones when a form sends a new main one, as forms always did', async () => {
    const [one, two] = [await upload('#c00000'), await upload('#00c000')]
    const { ProductID: id } = await create(named([one, two]))
    const { image, images } = (await edit(id, { SeenStock: '20', image: await file('#0000c0') })).json
    expect(images).toEqual([image, two])
    expect([image === one, await stored()]).toEqual([false, expect.not.arrayContaining([one])])
  })

  test('are five at most, and only such as the shop holds', async () => {
    const one = await upload('#d00000')
    const six = Array.from({ length: 6 }, () => one)
    expect(Object.keys((await create(named(six))).errors)).toEqual(['images'])
    expect(Object.keys((await create(named([one, 'products/0123.webp']))).errors)).toEqual(['images'])
    expect(Object.keys((await create({ images: '{' })).errors)).toEqual(['images'])
    expect((await create(named([one, one]))).images).toEqual([one])
  })

  test('that no form ever named are swept away a day after their upload, and not before', async () => {
    const [lost, kept] = [await upload('#e00000'), await upload('#00e000')]
    const main = await upload('#0000e0')
    await create(named([main, kept]))
    const sweepAfter = (hours: number) => sweepImages(shop.first.shop, new Date(shop.now.getTime() + hours * 3_600_000))
    await sweepAfter(23)
    expect(await stored()).toEqual(expect.arrayContaining([lost, kept, main]))
    await sweepAfter(25)
    expect(await stored()).toEqual(expect.arrayContaining([kept, main]))
    expect(await stored()).not.toContain(lost)
  })

  test('are read before anything is stored: what is no picture is refused under its field', async () => {
    const answer = await sendForm(shop, '/api/admin/product-images', { image: new File(['<svg/>'], 'a.png') })
    expect([answer.status, Object.keys(answer.json.errors)]).toEqual([422, ['image']])
    expect((await sendForm(shop, '/api/admin/product-images', {})).status).toBe(422)
  })
})

describe('a figure typed in its row', () => {
  const change = (id: ProductId, figure: string, value: number, shown: number) =>
    admin('PUT', `products/${id}/figures`, { figure, value, shown })

  test('changes it alone, and visitors see it at once', async () => {
    const { ProductID: id } = await create()
    expect((await change(id, 'user_price', 139.9, 149.5)).json).toMatchObject({
      Name: 'Gel nettoyant',
      user_price: 139.9,
      distributeur_price: 110,
      StockQuantity: 20,
    })
    await change(id, 'distributeur_price', 99, 110)
    await change(id, 'StockQuantity', 25, 20)
    expect(await seen(id)).toMatchObject({ user_price: 139.9, StockQuantity: 25 })
  })

  test('of a stock never gives back what orders took meanwhile', async () => {
    const { ProductID: id } = await create()
    await order(id)
    expect((await change(id, 'StockQuantity', 30, 20)).json.StockQuantity).toBe(29)
    const refused = await change(id, 'StockQuantity', 0, 30)
    expect([refused.status, Object.keys(refused.json.errors)]).toEqual([422, ['StockQuantity']])
  })

  test('of a price that somebody else has changed is refused, and says today’s', async () => {
    const { ProductID: id } = await create()
    await change(id, 'user_price', 140, 149.5)
    const refused = await change(id, 'user_price', 130, 149.5)
    expect([refused.status, refused.json]).toEqual([
      409,
      {
        code: 'product_price_changed',
        message: 'Ce prix vient de changer\u00A0: il est maintenant de 140,00\u00A0DH.',
      },
    ])
    expect((await seen(id)).user_price).toBe(140)
  })

  test('follows the rules of the form', async () => {
    const { ProductID: id } = await create()
    expect((await change(id, 'user_price', 100, 149.5)).json.codes).toEqual({
      distributeur_price: ['distributor_price_above'],
    })
    expect((await change(id, 'user_price', 0, 149.5)).status).toBe(422)
    expect((await change(id, 'StockQuantity', 1_000_021, 20)).status).toBe(422)
    expect((await change(id, 'Name', 1, 1)).status).toBe(422)
    expect((await change(999_999 as ProductId, 'user_price', 1, 1)).status).toBe(404)
  })
})

describe('the contents of a pack', () => {
  const packed = (items: readonly [number, number][]) => ({
    Category: 'Packs',
    SeenStock: '20',
    PackItems: JSON.stringify(items.map(([ProductID, Quantity]) => ({ ProductID, Quantity }))),
  })

  test('are kept in the order of the form, with the names of today; a form without them leaves them', async () => {
    const { ProductID: gel } = await create({ Name: 'Gel' })
    const { ProductID: serum } = await create({ Name: 'Sérum' })
    const { ProductID: id, PackItems } = await create({
      ...packed([
        [serum, 2],
        [gel, 1],
      ]),
      Name: 'Pack',
    })
    const contents = [
      { ProductID: serum, Name: 'Sérum', Quantity: 2 },
      { ProductID: gel, Name: 'Gel', Quantity: 1 },
    ]
    expect(PackItems).toEqual(contents)
    expect((await edit(id, { Category: 'Packs' })).json.PackItems).toEqual(contents)
    await admin('DELETE', `products/${serum}`)
    expect((await admin('GET', 'products?page=1&category=Packs')).json.data[0].PackItems).toEqual([contents[1]])
  })

  test('are none once it is no pack any more', async () => {
    const { ProductID: gel } = await create({ Name: 'Gel' })
    const { ProductID: id } = await create(packed([[gel, 1]]))
    await edit(id, { Category: 'Cosmetique' })
    expect((await edit(id, { Category: 'Packs' })).json.PackItems).toEqual([])
  })

  test('do not become packs before they are taken out; the pack is stored unchanged all the same', async () => {
    const { ProductID: gel } = await create({ Name: 'Gel' })
    const contents = packed([[gel, 1]])
    const { ProductID: pack } = await create({ ...contents, Name: 'Pack' })
    expect((await edit(gel, { Category: 'Packs' })).json.codes).toEqual({ Category: ['product_in_pack'] })
    expect((await edit(pack, contents)).status).toBe(200)
    await edit(pack, packed([]))
    expect((await edit(gel, { Category: 'Packs' })).status).toBe(200)
  })

  test('are products of the shop, each once, and no packs', async () => {
    const { ProductID: gel } = await create({ Name: 'Gel' })
    const { ProductID: pack } = await create({ Category: 'Packs', Name: 'Pack' })
    const { ProductID: gone } = await create({ Name: 'Parti' })
    await admin('DELETE', `products/${gone}`)
    const wrong: [number, number][][] = [
      [
        [gel, 1],
        [gel, 2],
      ],
      [[pack, 1]],
      [[gone, 1]],
      [[gel, 0]],
      [[gel, 100]],
    ]
    for (const items of wrong)
      expect(Object.keys((await create({ ...packed(items), Name: 'Autre pack' })).errors)).toEqual([
        expect.stringMatching(/^PackItems/),
      ])
  })
})
