import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeSetting } from '#features/settings/queries.ts'
import { inTransaction } from '#platform/db/database.ts'
import { ensureBuild } from '#test/ensure-build.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'
import { readConfig } from '../config.ts'
import { pageServices } from './page-services.ts'
import { loadBuild, servePages } from './pages.ts'

let shop: TestShop

beforeAll(async () => {
  await ensureBuild()
  const build = await loadBuild()
  shop = await openTestShop({
    timesOut: true,
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
  for (let nth = 1; nth <= 9; nth++) await shop.addProduct({ name: `Baume ${nth}`, user: 100, distributor: 60 })
})

afterAll(() => shop.close())

const home = async (): Promise<string> => {
  shop.first.pageCache.dropAll()
  return (await shop.call('GET', '/?onglet=cosmetique')).text.replaceAll('<!-- -->', '')
}

/** The words of a section, by its heading. */
const sectionOf = (text: string, heading: string): string =>
  text.match(/<section.*?<\/section>/gs)?.find((section) => section.includes(`>${heading}</h2>`)) ?? ''

const names = (section: string): string[] =>
  [...section.matchAll(/data-discover="true">(Baume \d+)</g)].map((found) => found[1]!)

const order = async (id: number, quantity: number) => {
  const customer_id = await shop.addCustomer()
  const body = { product_ids: [id], prices: [100], priceGain: [100], quantities: [quantity], customer_id }
  expect((await shop.call('POST', '/api/orders/create', { body })).status).toBe(201)
}

test('a young shop shows its newest products, and says of itself only what can be checked at the door', async () => {
  const text = await home()
  expect(text).not.toContain('Meilleures ventes')
  expect(names(sectionOf(text, 'Nouveautés'))).toEqual(['Baume 9', 'Baume 8', 'Baume 7', 'Baume 6', 'Baume 5'])
  const verifiable = sectionOf(text, 'Les avis')
  expect(verifiable).toContain('Vous ouvrez le colis, puis vous payez.')
  expect(verifiable).not.toMatch(/commandes livrées|villes|Votre vendeur|Autorisations|CNDP/)
})

test('a tab shows ten products, two whole rows of five, and how many there are', async () => {
  for (const nth of [10, 11]) await shop.addProduct({ name: `Baume ${nth}`, user: 100, distributor: 60 })
  const tabs = (await home()).match(/<nav aria-label="Familles de produits".*?<\/nav>/s)?.[0]
  expect(tabs).toMatch(/Cosmetique<span[^>]*>11</)
  expect(names(sectionOf(await home(), 'Nos produits'))).toHaveLength(10)
})

test('only benefits that a product on sale brings are shown, once there are two', async () => {
  const heading = 'Ce que nos produits font pour vous'
  expect(sectionOf(await home(), heading)).toBe('')
  await shop.addProduct({ name: 'Lait hydratant', category: 'cosmetic', stock: 0 })
  expect(sectionOf(await home(), heading)).toBe('')
  await shop.addProduct({ name: 'Spiruline', category: 'supplement', stock: 0 })
  const benefits = sectionOf(await home(), heading)
  expect([...benefits.matchAll(/<h3><a[^>]*href="([^"]*)"/g)].map((found) => found[1])).toEqual([
    '/Boutique?q=hydratant',
    '/Boutique?categorie=alimentaire',
  ])
})

test('each of the ten reviews is marked as an example, in words of the page', async () => {
  const gallery = sectionOf(await home(), 'Les avis')
  expect(gallery.match(/<figure[^>]*><picture/g)).toHaveLength(10)
  expect(gallery.match(/>Exemple d’avis</g)).toHaveLength(10)
  expect(gallery.match(/<blockquote/g)).toHaveLength(10)
})

test('what sold best comes first once four products did, without those that cannot be bought', async () => {
  for (const [id, quantity] of [
    [2, 5],
    [5, 4],
    [7, 3],
  ] as const)
    await order(id, quantity)
  expect(sectionOf(await home(), 'Meilleures ventes')).toBe('')
  await order(9, 2)
  await order(1, 9)
  await shop.db.execute(sql`update products set stock = 0 where id = 1`)
  const shown = async () => names(sectionOf(await home(), 'Meilleures ventes'))
  expect(await shown()).toEqual(['Baume 2', 'Baume 5', 'Baume 7', 'Baume 9'])
  // The first of another family stands among the first, however few were sold of it.
  await order(await shop.addProduct({ name: 'Baume 0', user: 100, distributor: 60, category: 'supplement' }), 1)
  expect(await shown()).toEqual(['Baume 2', 'Baume 0', 'Baume 5', 'Baume 7', 'Baume 9'])
})

test('figures stand there once they are worth showing, the seller’s numbers once they are entered', async () => {
  await shop.db.execute(sql`
    insert into orders (customer_id, origin, name, phone, address, city, subtotal, discount, delivery, total, collected,
      gain, status, created_at, updated_at, search)
    select id, 'direct', 'Nadia', '0612345678', 'Rue', 'Rabat', 1000, 0, 3500, 4500, 4500, 0, 'delivered', now(), now(), 'nadia'
    from (select id from customers limit 1) as customer, generate_series(1, 73)`)
  await inTransaction(shop.db, async (tx) => {
    await storeSetting(tx, 'sellerIce', '001234567000089', shop.now)
    await storeSetting(tx, 'sellerRc', '00000 Casablanca', shop.now)
    await storeSetting(tx, 'onssaNumber', 'ES.7.14.26', shop.now)
    await storeSetting(tx, 'cndpNumber', 'D-W-112/2026', shop.now)
  })
  const verifiable = sectionOf(await home(), 'Les avis')
  expect(verifiable).toMatch(/commandes livrées<\/dt><dd>70</)
  expect(verifiable).not.toContain('villes')
  expect(verifiable).toContain('ICE\u00A0001234567000089')
  // Zeros hold the place of a number that is not known yet.
  expect(verifiable).not.toContain('00000 Casablanca')
  expect(verifiable).toContain('ONSSA n°\u00A0ES.7.14.26')
  expect(verifiable).toContain('n°\u00A0D-W-112/2026')
})
