import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { foldListTallies } from '#platform/http/list-tallies.ts'
import { openTestShop, type TestShop } from '#server/test-app.ts'
import { CATEGORIES, type ShopRequest, type ShopSort } from './names.ts'
import { findProduct, listFirst, listFirstOf, listLike, listSimilar } from './queries.ts'
import type { FullProduct } from './rules.ts'
import { browse } from './shop-page.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})

afterAll(() => shop.close())

const WHOLE: ShopRequest = { category: null, search: '', sort: 'first', page: 1 }
const SORTS: readonly ShopSort[] = ['first', 'newest', 'price', '-price', 'name']
const LISTS = [null, ...CATEGORIES].flatMap((category) => SORTS.map((sort) => ({ category, sort })))

const ask = (request: Partial<ShopRequest> = {}) => browse(shop.db, { ...WHOLE, ...request })
const namesOf = (products: readonly FullProduct[]) => products.map(({ name }) => name)
const found = async (search: string) => namesOf((await ask({ search })).products)
const empty = () => shop.db.execute(sql`truncate products cascade`)

/** Products which share ten names and twenty prices; every seventh is sold out. */
const fill = (from: number, to: number) =>
  shop.db.execute(sql`
    insert into products (name, description, user_price, distributor_price, stock, category, image, created_at, updated_at, search)
    select initcap(word) || ' ' || n % 10, 'Une crème légère à l’huile d’argan. Référence ' || n, (n * 7 % 20 + 1) * 1000, 500,
      n % 7, (array['cosmetic', 'supplement', 'pack'])[n % 3 + 1], 'products/a.webp', now(), now(), word || ' ' || n % 10
    from generate_series(${from}::int, ${to}::int) as n, lateral (select (array['baume', 'gelee', 'savon', 'tonique'])[n % 4 + 1] as word) as w`)

describe('a search', () => {
  beforeAll(async () => {
    await empty()
    for (const [name, category] of [
      ['Lait hydratant', 'cosmetic'],
      ['Crème solaire SPF\u00A050', 'cosmetic'],
      ['Oméga 3', 'supplement'],
      ['100 % rose', 'pack'],
    ] as const)
      await shop.addProduct({ name, category })
    await shop.db.execute(sql`update products set description = 'Huile de poisson, à l’ÂNETH.' where name = 'Oméga 3'`)
    await shop.db.execute(
      sql`update products set description = 'Avec de la crème de rose.' where name = 'Lait hydratant'`,
    )
  })

  test('sees neither accents nor case', async () => {
    expect(await found('CREME')).toEqual(['Crème solaire SPF\u00A050'])
    expect(await found('oméga')).toEqual(['Oméga 3'])
  })

  test('wants every word, in the name or the name of the category', async () => {
    expect(await found('omega alimentaire')).toEqual(['Oméga 3'])
    expect(await found('solaire lait')).toEqual([])
    expect(await found('packs')).toEqual(['100 % rose'])
    expect(namesOf((await ask({ search: 'omega alim', category: 'supplement' })).products)).toEqual(['Oméga 3'])
    expect((await ask({ search: 'alim', category: 'pack' })).products).toEqual([])
  })

  test('reads the descriptions when no product is called so, and only then', async () => {
    expect(await found('poisson aneth')).toEqual(['Oméga 3'])
    expect(await found('omega poisson')).toEqual(['Oméga 3'])
    expect(await found('rose')).toEqual(['100 % rose'])
  })

  test('of a letter or two finds the words that begin so', async () => {
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
    expect((await ask()).counts.supplement).toEqual({ count: 0, andMore: false })
    await shop.db.execute(sql`update products set deleted_at = null`)
  })

  test('counts what each category has of it', async () => {
    const { counts, foundAnywhere, found: ofPacks } = await ask({ search: 'r', category: 'pack' })
    expect([counts.cosmetic.count, counts.supplement.count, counts.pack.count]).toEqual([0, 0, 1])
    expect([foundAnywhere, ofPacks]).toEqual([
      { count: 1, andMore: false },
      { count: 1, andMore: false },
    ])
  })

  test('that finds nothing is not an empty shop', async () => {
    expect(await ask({ search: 'zzzz' })).toMatchObject({ products: [], page: 1, lastPage: 1, isShopEmpty: false })
    await empty()
    expect(await ask()).toMatchObject({ products: [], page: 1, lastPage: 1, isShopEmpty: true })
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
    const seen: FullProduct[] = []
    for (let page = 1; page <= lastPage; page++) {
      const { products } = await ask({ category, sort, page })
      expect(products).toHaveLength(page < lastPage ? 24 : all.count - (lastPage - 1) * 24)
      seen.push(...products)
    }
    const inOrder = {
      first: (one: FullProduct, other: FullProduct) => one.id - other.id,
      newest: (one: FullProduct, other: FullProduct) => other.id - one.id,
      price: (one: FullProduct, other: FullProduct) => one.userPrice - other.userPrice || one.id - other.id,
      '-price': (one: FullProduct, other: FullProduct) => other.userPrice - one.userPrice || other.id - one.id,
      name: (one: FullProduct, other: FullProduct) =>
        Number(one.name > other.name) - Number(one.name < other.name) || one.id - other.id,
    }[sort]
    const ids = seen.map(({ id }) => id)
    expect(ids).toEqual(seen.toSorted(inOrder).map(({ id }) => id))
    expect(new Set(ids).size).toBe(all.count)
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

describe('in a shop of 30,000 products', () => {
  const ran: { text: string; values: unknown[] }[] = []

  beforeAll(async () => {
    await empty()
    for (let from = 1; from < 30_000; from += 3_000) await fill(from, from + 2_999)
    await shop.addProduct({ name: 'Tisane du soir', category: 'supplement' })
    await shop.db.execute(sql`update products set description = 'À boire tiède.' where name = 'Tisane du soir'`)
    await foldListTallies(shop.db)
    await shop.db.execute(sql`vacuum analyze products`)
    const pool = shop.db.$client
    const query = pool.query.bind(pool) as (...given: unknown[]) => unknown
    Object.assign(pool, {
      query: (config: { text?: string; values?: unknown[] }, values?: unknown[]) => {
        if (config.text?.includes('products')) ran.push({ text: config.text, values: values ?? config.values ?? [] })
        return query(config, values)
      },
    })
  })

  beforeEach(() => {
    ran.length = 0
  })

  interface Plan {
    'Node Type': string
    'Actual Rows': number
    'Actual Loops': number
    'Rows Removed by Filter'?: number
    'Rows Removed by Index Recheck'?: number
    Plans?: Plan[]
  }

  /** A fifth of the shop. */
  const MANY = 6_000

  /** Statements that read many rows of the table one by one, or sort them. */
  async function wasteful(): Promise<string[]> {
    const wasted: string[] = []
    for (const { text, values } of ran.splice(0)) {
      const { rows } = await shop.db.$client.query(`explain (analyze, timing off, format json) ${text}`, values)
      const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)]
      for (const plan of nodes(rows[0]['QUERY PLAN'][0].Plan)) {
        const read =
          plan['Actual Loops'] *
          (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0))
        const isOneByOne = /^(Seq|Index|Bitmap Heap) Scan$/.test(plan['Node Type'])
        const sorted = plan['Node Type'].endsWith('Sort') ? plan.Plans![0]!['Actual Rows'] : 0
        if ((isOneByOne && read > MANY) || sorted > MANY)
          wasted.push(`${plan['Node Type']} ${read} ${sorted}: ${text} ${JSON.stringify(values)}`)
      }
    }
    ran.length = 0
    return wasted
  }

  test.each(LISTS)('no page of $category by $sort reads or sorts them all', async ({ category, sort }) => {
    const { lastPage } = await ask({ category, sort })
    for (const page of [2, Math.ceil(lastPage / 2), lastPage - 1, lastPage]) await ask({ category, sort, page })
    expect(await wasteful()).toEqual([])
  })

  test.each([
    'tisane',
    'savon',
    'savon 7',
    's',
    'sa',
    'zz',
    'zzzz',
    'packs',
    'alimentaire',
    'alimentaire baume',
    'creme',
    'tiede',
    'reference 12345',
    'zzzz argan',
  ])('nor does a search for “%s”', async (search) => {
    for (const sort of SORTS) {
      const category = sort === 'price' ? 'pack' : null
      const { lastPage } = await ask({ category, sort, search })
      await ask({ category, sort, search, page: lastPage })
    }
    expect(await wasteful()).toEqual([])
  })

  test('nor do the first of a category, similar products, or those for an address that names no page', async () => {
    for (const category of CATEGORIES) await listFirstOf(shop.db, category, 24)
    await listSimilar(shop.db, (await findProduct(shop.db, (await listFirst(shop.db, 1))[0]!.id))!)
    expect(namesOf(await listLike(shop.db, ['tisanes', 'soir', 'savon'], 4))[0]).toBe('Tisane du soir')
    for (const words of [['tisane'], ['savon'], ['savon', 'baume', 'gelee'], ['zzzz']])
      await listLike(shop.db, words, 4)
    expect(ran.length).toBeGreaterThan(8)
    expect(await wasteful()).toEqual([])
  })

  test('what very many have is counted as far as five hundred, and can be paged through as far', async () => {
    const page = await ask({ search: 'savon', category: 'pack', page: 21 })
    expect(page).toMatchObject({ found: { count: 500, andMore: true }, page: 21, lastPage: 21 })
    expect(page.products).toHaveLength(20)
    expect(page.foundAnywhere).toEqual({ count: 500, andMore: true })
    expect((await ask({ search: 'tisane' })).foundAnywhere).toEqual({ count: 1, andMore: false })
    expect((await ask({ search: 'argan' })).foundAnywhere).toEqual({ count: 240, andMore: true })
    expect((await ask()).foundAnywhere).toEqual({ count: 30_001, andMore: false })
  })
})
