import type { Page } from '@playwright/test'
import { CATEGORIES, type Category } from '#features/catalogue/model.ts'
import { centimes, formatDirhams } from '#platform/kernel/money.ts'
import type { Visits } from '../screens/visits.ts'
import { type Measure, measure } from './measure.ts'

interface CatalogueProduct extends Record<string, unknown> {
  id: number
  name: string
  price: number
  category: Category
}

const SLUGS: Readonly<Record<Category, string>> = {
  supplement: 'alimentaire',
  cosmetic: 'cosmetique',
  pack: 'packs',
}

/** Spaces of any kind are one. */
const plain = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Products whose name, price or link is missing on a page that should show them. */
async function lacking(page: Page, path: string, products: readonly CatalogueProduct[]): Promise<string[]> {
  await page.goto(path)
  const cards = await page.getByRole('article').evaluateAll((articles) =>
    articles.map((article) => ({
      text: article.textContent ?? '',
      links: [...article.querySelectorAll('a')].map((link) => link.getAttribute('href')),
    })),
  )
  const isShown = ({ id, name, price }: CatalogueProduct) =>
    cards.some(({ text, links }) => {
      const words = plain(text)
      const amount = plain(formatDirhams(centimes(price)))
      return words.includes(plain(name)) && words.includes(amount) && links.includes(`/product-details/${id}`)
    })
  const missing = products.filter((product) => !isShown(product)).map(({ name }) => `${path}: ${name} is not there`)
  const others = cards.length - products.length
  return others === 0 ? missing : [...missing, `${path}: ${cards.length} products instead of ${products.length}`]
}

async function lackingOrder(page: Page, path: string, products: readonly CatalogueProduct[]): Promise<string[]> {
  await page.goto(path)
  const links = await page.getByRole('article').locator('h2 a, h3 a').allTextContents()
  const prices = links.map(
    (name) => products.find((product) => plain(product.name) === plain(name))?.price ?? Number.NaN,
  )
  const isSorted = prices.every((price, at) => at === 0 || price >= prices[at - 1]!)
  return isSorted && prices.length === products.length ? [] : [`${path}: not in the order of the prices`]
}

async function lackingOnProductPage(page: Page, { id, name, price }: CatalogueProduct): Promise<string[]> {
  await page.goto(`/product-details/${id}`)
  const words = plain((await page.locator('main').textContent()) ?? '')
  const hasTitle = plain(await page.locator('h1').innerText()) === plain(name)
  const hasPrice = words.includes(plain(formatDirhams(centimes(price))))
  return hasTitle && hasPrice ? [] : [`/product-details/${id}: name or price is not there`]
}

/** The whole catalogue, read by somebody whose browser runs no script. */
export const measureWithoutJavaScript = (visits: Visits): Promise<Measure[]> =>
  visits.with(
    'visitor',
    360,
    async (page) => {
      const { rows: products } = await visits.shop.db.execute<CatalogueProduct>(
        `select id, name, user_price::int as price, category from products where deleted_at is null order by id`,
      )
      const of = (category: Category) => products.filter((product) => product.category === category)
      const notes: string[] = []
      for (const category of CATEGORIES) {
        notes.push(...(await lacking(page, `/?onglet=${SLUGS[category]}`, of(category))))
        notes.push(...(await lacking(page, `/Boutique?categorie=${SLUGS[category]}`, of(category))))
      }
      notes.push(...(await lacking(page, '/Boutique', products)))
      const first = products[0]!
      const namesakes = products.filter(({ name }) => name === first.name)
      notes.push(...(await lacking(page, `/Boutique?q=${encodeURIComponent(first.name)}`, namesakes)))
      notes.push(...(await lackingOrder(page, '/Boutique?tri=prix-croissant', products)))
      for (const product of products) notes.push(...(await lackingOnProductPage(page, product)))
      const pages = 2 * CATEGORIES.length + 3 + products.length
      const value = notes.length === 0 ? 'whole' : `${notes.length} lacking`
      return [measure(`catalogue without JavaScript, ${pages} pages`, 'whole', value, notes.length === 0, notes)]
    },
    { javaScriptEnabled: false },
  )
