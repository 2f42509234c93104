import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '#platform/db/database.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { dh } from '#platform/kernel/money.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'
import { editProduct } from './actions.ts'
import { storeImportedEdits, storeProducts } from './import/queries.ts'
import { CATEGORIES, type ShopRequest, type ShopSort } from './model.ts'
import {
  findProduct,
  listBuyable,
  listInStockFirst,
  listNewest,
  listOldestOfCategory,
  listSimilar,
  listWithSimilarName,
} from './queries.ts'
import type { FullProduct } from './rules.ts'
import { browseShop } from './shop-page.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
})

afterAll(() => shop.close())

const WHOLE: ShopRequest = { category: null, search: '', sort: 'first', page: 1 }
const SORTS: readonly ShopSort[] = ['first', 'newest', 'price', '-price', 'name']
const LISTS = [null, ...CATEGORIES].flatMap((category) => SORTS.map((sort) => ({ category, sort })))

const ask = (request: Partial<ShopRequest> = {}) => browseShop(shop.db, { ...WHOLE, ...request })
const namesOf = (products: readonly FullProduct[]) => products.map(({ name }) => name)
const found = async (search: string) => namesOf((await ask({ search })).products)
const empty = () => shop.db.execute(sql`truncate products cascade`)

/** Products which share ten names and twenty prices; every seventh is sold out. */
const fill = (from: number, to: number) =>
  shop.db.execute(sql`
    insert into products (name, description, user_price, distributor_price, stock, category, image, created_at, updated_at, search, words)
    select initcap(word) || ' ' || n % 10, 'Une crème légère à l’huile d’argan. Référence ' || n, (n * 7 % 20 + 1) * 1000, 500,
      n % 7, (array['cosmetic', 'supplement', 'pack'])[n % 3 + 1], 'products/a.webp', now(), now(), word || ' ' || n % 10,
      ' ' || word || ' une creme legere a l huile d argan reference ' || n
    from generate_series(${from}::int, ${to}::int) as n, lateral (select (array['baume', 'gelee', 'savon', 'tonique'])[n % 4 + 1] as word) as w`)

describe('a search', () => {
  beforeAll(async () => {
    await empty()
    for (const [name, category, description] of [
      ['Lait hydratant', 'cosmetic', 'Avec de la crème de rose.'],
      ['Crème solaire SPF\u00A050', 'cosmetic', 'Protège.'],
      ['Oméga 3', 'supplement', 'Huile de poisson, à l’ÂNETH.'],
      ['100 % rose', 'pack', 'Trois soins à la vitamine B6.'],
    ] as const)
      await shop.addProduct({ name, category, description })
  })

  test('sees neither accents nor case', async () => {
    expect(await found('CREME SOLAIRE')).toEqual(['Crème solaire SPF\u00A050'])
    expect(await found('oméga')).toEqual(['Oméga 3'])
  })

  test('wants every word, in the name or the name of the category', async () => {
    expect(await found('omega alimentaire')).toEqual(['Oméga 3'])
    expect(await found('solaire lait')).toEqual([])
    expect(await found('packs')).toEqual(['100 % rose'])
    expect(namesOf((await ask({ search: 'omega alim', category: 'supplement' })).products)).toEqual(['Oméga 3'])
    expect((await ask({ search: 'alim', category: 'pack' })).products).toEqual([])
  })

  test('reads the texts as well, and products that are called so come first', async () => {
    expect(await found('poisson aneth')).toEqual(['Oméga 3'])
    expect(await found('omega poisson')).toEqual(['Oméga 3'])
    expect(await found('rose')).toEqual(['100 % rose', 'Lait hydratant'])
    expect(await found('CREME')).toEqual(['Crème solaire SPF\u00A050', 'Lait hydratant'])
    expect((await ask({ search: 'rose' })).counts).toEqual({ cosmetic: 1, supplement: 0, pack: 1 })
  })

  test('in an order of the visitor’s own puts no name first', async () => {
    expect(namesOf((await ask({ search: 'rose', sort: 'price' })).products)).toEqual(['Lait hydratant', '100 % rose'])
  })

  test('finds what an edit and an import have made of a product', async () => {
    const edited = await shop.addProduct({ name: 'Baume neutre', description: 'Simple.' })
    const edit = { name: 'Baume neutre', description: 'Au karité.', userPrice: dh(20), distributorPrice: dh(10) }
    const unchanged = { category: 'cosmetic' as const, stock: 5, shownStock: null }
    await inTransaction(shop.db, (tx) => editProduct(tx, edited, { ...edit, ...unchanged }, shop.ids.admin, shop.now))
    expect([await found('simple'), await found('karite')]).toEqual([[], ['Baume neutre']])

    const existing = (await findProduct(shop.db, edited))!
    const product = { ...existing, description: 'Au monoï.' }
    await inTransaction(shop.db, (tx) => storeImportedEdits(tx, [{ existing, product }], shop.ids.admin, shop.now))
    expect([await found('karite'), await found('monoi')]).toEqual([[], ['Baume neutre']])

    const { id: _, images: __, ...added } = { ...product, name: 'Baume importé', description: 'Au jojoba.' }
    await inTransaction(shop.db, (tx) => storeProducts(tx, [added], shop.ids.admin, shop.now))
    expect(await found('jojoba')).toEqual(['Baume importé'])
    await shop.db.execute(sql`update products set deleted_at = now() where name like 'Baume%'`)
  })

  test('of a letter or two finds the words that begin so in names, and whole ones in texts', async () => {
    expect([await found('b6'), await found('vi')]).toEqual([['100 % rose'], []])
    expect(await found('so')).toEqual(['Crème solaire SPF\u00A050'])
    expect(await found('50')).toEqual(['Crème solaire SPF\u00A050'])
    expect(await found('3')).toEqual(['Oméga 3'])
    expect(await found('ol')).toEqual([])
  })

  test('takes every sign for itself', async () => {
    expect(await found('%')).toEqual(['100 % rose'])
    for (const search of ['_', '\\', '%%%', "';", '\u0000', '\\%_']) expect((await ask({ search })).page).toBe(1)
    expect(await found('_____')).toEqual([])
  })

  test('of nothing finds everything', async () => {
    expect(await found('  ')).toHaveLength(4)
  })

  test('leaves out what has left the shop', async () => {
    await shop.db.execute(sql`update products set deleted_at = now() where name = 'Oméga 3'`)
    for (const search of ['omega', 'poisson', 'alimentaire']) expect(await found(search)).toEqual([])
    expect((await ask()).counts.supplement).toBe(0)
    await shop.db.execute(sql`update products set deleted_at = null where name not like 'Baume%'`)
  })

  test('counts what each category has of it', async () => {
    const { counts, foundAnywhere, found: ofPacks } = await ask({ search: 'r', category: 'pack' })
    expect(counts).toEqual({ cosmetic: 0, supplement: 0, pack: 1 })
    expect([foundAnywhere, ofPacks]).toEqual([1, 1])
  })

  test('that finds nothing is not an empty shop', async () => {
    expect(await ask({ search: 'zzzz' })).toMatchObject({ products: [], page: 1, lastPage: 1, isShopEmpty: false })
    await empty()
    expect(await ask()).toMatchObject({ products: [], page: 1, lastPage: 1, isShopEmpty: true })
  })
})

describe('a search in the words of its visitors', () => {
  const NAMES = [
    'Huile d’argan pure',
    'Crème mains',
    'Savon noir',
    'Shampoing doux',
    'Eau de rose',
    'Huile de nigelle',
    'Masque au ghassoul',
    'زيت أركان',
  ]

  beforeAll(async () => {
    await empty()
    for (const name of NAMES) await shop.addProduct({ name, category: 'cosmetic', description: 'Simple.' })
    await shop.addProduct({ name: 'Baume', category: 'cosmetic', description: 'Au henné et au collagène.' })
    await shop.addProduct({ name: 'Hiver doux', category: 'pack', description: 'Deux soins.' })
    await shop.addProduct({ name: 'Infusion', category: 'supplement', description: 'Pour mieux dormir.' })
  })

  const [ARGAN, CREAM, SOAP, SHAMPOO, ROSE, NIGELLA, MASK, ARABIC] = NAMES

  test.each([
    ['another spelling', 'argane', [ARGAN, ARABIC]],
    ['another spelling', 'SHAMPOOING', [SHAMPOO]],
    ['another spelling', 'rhassoul', [MASK]],
    ['the plural', 'crèmes', [CREAM]],
    ['Arabic', 'صابون', [SOAP]],
    ['Arabic', 'شامبو', [SHAMPOO]],
    ['Arabic', 'غاسول', [MASK]],
    ['two words in Arabic', 'زيت أركان', [ARGAN, ARABIC]],
    ['French for an Arabic name', 'huile argan', [ARGAN, ARABIC]],
    ['one meaning of two words', 'حبة سوداء', [NIGELLA]],
    ['one meaning of two words after another one', 'زيت حبة البركة', [NIGELLA]],
    ['one meaning of two words', 'ماء الورد', [ROSE]],
    ['an article', 'زيت الأركان', [ARGAN, ARABIC]],
    ['other forms of letters', 'الحبه السوداء', [NIGELLA]],
    ['other forms of letters', 'اركان', [ARGAN, ARABIC]],
    ['marks and a long line', 'زَيْت أركـــان', [ARGAN, ARABIC]],
    ['a word not typed to its end', 'شام', [SHAMPOO]],
    ['a word not typed to its end', 'shampooi', [SHAMPOO]],
    ['the other apostrophe', "huile d'argan", [ARGAN, ARABIC]],
    ['words that say nothing', 'la crème pour les mains', [CREAM]],
    ['a name of the description alone', 'حناء', ['Baume']],
    ['a name of the description alone', 'collagen', ['Baume']],
    ['a name of the category', 'coffret', ['Hiver doux']],
    ['what it is needed for', 'sommeil', ['Infusion']],
    ['an unknown word beside a known one', 'زيت zzzz', []],
  ])('finds by %s: %s', async (_, search, names) => {
    expect(await found(search)).toEqual(names)
  })

  test('takes words that say nothing for themselves when there are no others', async () => {
    expect(await found('de')).toEqual([ROSE, NIGELLA])
  })

  test('does not lose a letter that means something', async () => {
    await shop.addProduct({ name: 'Vitamine D', category: 'supplement', description: 'Simple.' })
    await shop.addProduct({ name: 'Vitamine C', category: 'supplement', description: 'Simple.' })
    expect(await found('vitamine d')).toEqual(['Vitamine D'])
    expect(await found('فيتامين c')).toEqual(['Vitamine C'])
  })
})

describe('pages', () => {
  beforeAll(async () => {
    await empty()
    await fill(1, 200)
    await shop.db.execute(sql`update products set deleted_at = now() where id % 13 = 0`)
  })

  test.each(LISTS)('of $category by $sort hold every product once, in that order', async ({ category, sort }) => {
    const { lastPage, found: all } = await ask({ category, sort })
    const listed: FullProduct[] = []
    for (let page = 1; page <= lastPage; page++) {
      const { products } = await ask({ category, sort, page })
      expect(products).toHaveLength(page < lastPage ? 24 : all - (lastPage - 1) * 24)
      listed.push(...products)
    }
    const inOrder = {
      first: (one: FullProduct, other: FullProduct) => one.id - other.id,
      newest: (one: FullProduct, other: FullProduct) => other.id - one.id,
      price: (one: FullProduct, other: FullProduct) => one.userPrice - other.userPrice || one.id - other.id,
      '-price': (one: FullProduct, other: FullProduct) => other.userPrice - one.userPrice || other.id - one.id,
      name: (one: FullProduct, other: FullProduct) =>
        Number(one.name > other.name) - Number(one.name < other.name) || one.id - other.id,
    }[sort]
    const ids = listed.map(({ id }) => id)
    expect(ids).toEqual(listed.toSorted(inOrder).map(({ id }) => id))
    expect(new Set(ids).size).toBe(all)
    const { rows } = await shop.db.execute(
      sql`select id from products where deleted_at is null and (${category}::text is null or category = ${category})`,
    )
    expect(ids.toSorted((a, b) => a - b)).toEqual(rows.map(({ id }) => id).toSorted((a, b) => Number(a) - Number(b)))
  })

  test('beyond the last are named the last, and are not read', async () => {
    const { lastPage } = await ask()
    expect(await ask({ page: 9_999_999 })).toMatchObject({ page: lastPage, lastPage, products: [] })
  })
})

describe('in a shop of 2,000 products', () => {
  beforeAll(async () => {
    await empty()
    await fill(1, 1_999)
    await shop.addProduct({ name: 'Tisane du soir', category: 'supplement', description: 'À boire tiède.' })
  })

  test.each([
    ['savon', 500],
    ['savon 2', 100],
    ['s', 501],
    ['alimentaire baume', 167],
    ['alimentaire', 668],
    ['argan', 1_999],
    ['legere cosmetique', 666],
    ['tiede', 1],
    ['zzzz argan', 0],
  ])('a search of “%s” counts all that it finds, and its pages hold them', async (search, count) => {
    const { found, lastPage, counts } = await ask({ search })
    expect(found).toBe(count)
    expect(Object.values(counts).reduce((sum, each) => sum + each)).toBe(count)
    const ids = new Set<number>()
    for (let page = 1; page <= lastPage; page++)
      for (const { id } of (await ask({ search, sort: 'price', page })).products) ids.add(id)
    expect(ids.size).toBe(count)
  })

  test('names like an unknown address are found, the likest first, and what can be bought before what is sold out', async () => {
    expect(namesOf(await listWithSimilarName(shop.db, ['tisanes', 'soir', 'savon'], 4))[0]).toBe('Tisane du soir')
    expect((await listWithSimilarName(shop.db, ['savon', 'baume'], 4)).every(({ stock }) => stock > 0)).toBe(true)
    expect(await listWithSimilarName(shop.db, ['zzzz'], 4)).toEqual([])
    const [first] = await listInStockFirst(shop.db, 1)
    const similar = await listSimilar(shop.db, first!)
    expect(similar.every(({ id, category }) => id !== first!.id && category === first!.category)).toBe(true)
    expect(namesOf(await listOldestOfCategory(shop.db, 'supplement', 3))).toHaveLength(3)
  })

  test('named products come in the order of their naming, those that can be bought alone', async () => {
    const { rows } = await shop.db.execute<{ id: ProductId; stock: number }>(
      sql`select id, stock from products order by id desc limit 8`,
    )
    const buyable = rows.filter(({ stock }) => stock > 0).map(({ id }) => id)
    expect(buyable).toHaveLength(7)
    expect((await listNewest(shop.db, 7)).map(({ id }) => id)).toEqual(buyable)
    const mixed = [rows[3]!, rows[0]!, rows[6]!, ...rows].map(({ id }) => id)
    const named = [...new Set(mixed)].filter((id) => buyable.includes(id))
    expect((await listBuyable(shop.db, mixed)).map(({ id }) => id)).toEqual(named)
    expect(await listBuyable(shop.db, [])).toEqual([])
  })
})
