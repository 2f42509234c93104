import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { reversedWords, textsOf } from '#test/pdf-text.ts'
import { addPicture } from '#test/picture.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'
import { cachedPdf } from './cached-pdf.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
})

afterAll(() => shop.close())

async function catalogue(token?: string) {
  const headers = token ? { authorization: `Bearer ${token}` } : {}
  const answer = await shop.first.app.inject({ method: 'GET', url: '/catalogue.pdf', headers })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
  return { pdf: answer.rawPayload, text: textsOf(answer.rawPayload).join('\n') }
}

const pagesIn = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page\n/g)?.length ?? 0
const picturesIn = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Subtype \/Image\n/g)?.length ?? 0

test('an empty shop has a catalogue all the same', async () => {
  const { pdf, text } = await catalogue()
  expect(pagesIn(pdf)).toBe(3)
  expect(text).toContain('0 produit')
})

test('it names each category with its page and each product with its public price, whoever asks', async () => {
  for (let nth = 1; nth <= 7; nth++)
    await shop.addProduct({ name: `Sérum ${nth}`, user: 8888.88, distributor: 7777.77 })
  await shop.addProduct({ name: 'Coffret rose', category: 'pack', user: 1249, stock: 0 })
  for (const token of [undefined, shop.tokens.sara, shop.tokens.admin]) {
    const { pdf, text } = await catalogue(token)
    expect(pagesIn(pdf)).toBe(6)
    for (const part of ['8 produits', 'Cosmetique', '7 produits, suite', 'Sérum 7', '8\u00A0888,88\u00A0DH', 'Épuisé'])
      expect(text).toContain(part)
    expect(text).toMatch(/Packs\n1 produit\n5\n/)
    expect(text).toContain('  ·  3 / 6')
    expect(text).not.toMatch(/7\D?777/)
    expect(pdf.toString('latin1')).toContain('/product-details/1)')
  }
})

test('a name written in Arabic is there and leads to its product', async () => {
  const id = await shop.addProduct({ name: 'صابون بلدي 250 g' })
  const { pdf, text } = await catalogue()
  expect(text).toContain(`g 250 \n${reversedWords('صابون بلدي')}`)
  expect(pdf.toString('latin1')).toContain(`/product-details/${id})`)
})

test('what a change makes of it is there at once; until then, everybody gets the same bytes', async () => {
  const [first, again] = [await catalogue(), await catalogue(shop.tokens.sara)]
  expect(again.pdf.equals(first.pdf)).toBe(true)
  await shop.addProduct({ name: 'Baume tout neuf' })
  expect((await catalogue()).text).toContain('Baume tout neuf')
  // Fewer on the shelf is nothing that the catalogue shows; none is.
  const before = await catalogue()
  await shop.db.execute(sql`update products set stock = stock - 1 where name = 'Baume tout neuf'`)
  expect((await catalogue(shop.tokens.sara)).pdf.equals(before.pdf)).toBe(true)
  await shop.db.execute(sql`update products set stock = 0 where name = 'Baume tout neuf'`)
  expect((await catalogue(shop.tokens.sara)).text.match(/Épuisé/g)).toHaveLength(2)
})

test('a picture that is there is printed, one that is not leaves its place free', async () => {
  expect(picturesIn((await catalogue()).pdf)).toBe(0)
  await addPicture(shop.db, 'products/b.webp')
  await shop.db.execute(sql`update products set image = 'products/b.webp' where name = 'Coffret rose'`)
  expect(picturesIn((await catalogue(shop.tokens.sara)).pdf)).toBeGreaterThan(0)
})

test('a shop with too much for one file shows the first of each category, and says how many others it has and where', async () => {
  for (let nth = 1; nth <= 30; nth++) await shop.addProduct({ name: `Gélule ${nth}`, category: 'supplement' })
  const { rows } = await shop.db.execute<{ count: number }>(sql`select count(*)::int as count from products`)
  const inShop = rows[0]!.count
  const draw = cachedPdf(shop.first.shop, readConfig({}).settings, 24)
  const pdf = await draw()
  const text = textsOf(pdf).join('\n')
  // Nine cosmetics and a pack are all there; of the supplements what then fits, and a place for the line.
  expect(text).toContain(`23 produits sur ${inShop}`)
  expect(text).toMatch(/Alimentaire\n13 produits sur 30\n3\n/)
  for (const shown of ['Gélule 1', 'Gélule 13', 'Sérum 7', 'Coffret rose']) expect(text).toContain(`${shown}\n`)
  for (const left of ['Gélule 14', 'Gélule 30']) expect(text).not.toContain(left)
  expect(text).toMatch(/17 autres\s+produits en\s+boutique/)
  expect(text.match(/Retrouvez tout/g)).toHaveLength(1)
  expect((await catalogue(shop.tokens.sara)).text).not.toMatch(/\d autres/)

  expect((await draw()).equals(pdf)).toBe(true)
  await shop.addProduct({ name: 'Gélule 31', category: 'supplement' })
  expect(textsOf(await draw()).join('\n')).toContain('18 autres')
})
