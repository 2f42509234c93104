import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#platform/db/database.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { dh } from '#platform/kernel/money.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'
import { findPackOffer, findPackWith, storeContents } from './pack-contents.ts'
import { listOldestOfCategory } from './queries.ts'
import { images, productImages } from './tables.ts'

let shop: TestShop
let gel: ProductId
let serum: ProductId

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
  gel = await shop.addProduct({ name: 'Gel', user: 95, distributor: 70 })
  serum = await shop.addProduct({ name: 'Sérum', user: 129.25 })
  const picture = { width: 1, height: 1, createdAt: new Date(), master: Buffer.alloc(1) }
  const further = ['products/c.webp', 'products/b.webp'].map((name) => ({ name, ...picture }))
  await shop.db.insert(images).values(further)
  await shop.db
    .insert(productImages)
    .values(further.map(({ name }, nth) => ({ productId: gel, place: 3 - nth, image: name })))
})

afterAll(() => shop.close())

async function addPack(price: number) {
  const id = await shop.addProduct({ name: 'Pack', category: 'pack', user: price, distributor: 1 })
  const contents = [
    { id: serum, pieces: 2 },
    { id: gel, pieces: 1 },
  ]
  await inTransaction(shop.db, (tx) => storeContents(tx, { id, category: 'pack' }, contents))
  return { id, userPrice: dh(price) }
}

test('a pack shows its products with their prices, and what they cost one by one', async () => {
  expect(await findPackOffer(shop.db, await addPack(289))).toEqual({
    parts: [
      {
        id: serum,
        name: 'Sérum',
        image: 'products/a.webp',
        secondImage: null,
        benefit: null,
        usage: null,
        userPrice: dh(129.25),
        pieces: 2,
      },
      {
        id: gel,
        name: 'Gel',
        image: 'products/a.webp',
        secondImage: 'products/b.webp',
        benefit: null,
        usage: null,
        userPrice: dh(95),
        pieces: 1,
      },
    ],
    separately: dh(353.5),
  })
  const cards = await listOldestOfCategory(shop.db, 'pack', 1)
  expect(cards.map((card) => card.separately)).toEqual([dh(353.5)])
})

test.each([353.5, 400])('a pack of %d DH that is no cheaper than its products names no saving', async (price) => {
  expect((await findPackOffer(shop.db, await addPack(price))).separately).toBeNull()
})

test('a pack without contents names none', async () => {
  const id = await shop.addProduct({ category: 'pack' })
  expect(await findPackOffer(shop.db, { id })).toEqual({ parts: [], separately: null })
})

test.each(['hidden_at', 'deleted_at'])(
  'a product with %s is not shown, and its pack names no saving',
  async (since) => {
    const pack = await addPack(100)
    const change = (to: string) =>
      shop.db.execute(sql`update products set ${sql.raw(since)} = ${sql.raw(to)} where id = ${gel}`)
    await change('now()')
    const { parts, separately } = await findPackOffer(shop.db, pack)
    await change('null')
    expect(parts.map(({ name }) => name)).toEqual(['Sérum'])
    expect(separately).toBeNull()
  },
)

test('a product is shown with the pack that saves most, of those that can be bought and save anything', async () => {
  const change = (id: ProductId, to: string) =>
    shop.db.execute(sql`update products set ${sql.raw(to)} where id = ${id}`)
  await shop.db.execute(sql`update products set hidden_at = now() where category = 'pack'`)
  expect(await findPackWith(shop.db, gel)).toBeNull()
  const [dear, good, best] = [await addPack(353.5), await addPack(300), await addPack(289)]
  expect(await findPackWith(shop.db, gel)).toMatchObject({ id: best.id, separately: dh(353.5) })
  await change(best.id, 'stock = 0')
  expect((await findPackWith(shop.db, gel))?.id).toBe(good.id)
  await change(good.id, 'hidden_at = now()')
  expect(await findPackWith(shop.db, gel)).toBeNull()
  expect(await findPackWith(shop.db, dear.id)).toBeNull()
})
