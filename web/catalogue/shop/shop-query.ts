import { CATEGORIES, type Category, type Product, type ShopSort, TAB_NAMES } from '#features/catalogue/model.ts'
import { addresses } from '#web/addresses.ts'

/** A category as addresses spell it: `alimentaire`, `cosmetique`, `packs`. */
export const slugOf = (category: Category): string => TAB_NAMES[category].toLowerCase()

export const categoryOf = (slug: string | null): Category | null =>
  CATEGORIES.find((category) => slugOf(category) === slug?.toLowerCase()) ?? null

/** Cards show no description, and those would be most of the page's weight. */
export const forCards = <Of extends Product>(products: readonly Of[]): Of[] =>
  products.map((product) => ({ ...product, description: '' }))

export const SORT_NAMES = {
  '': 'Notre sélection',
  nouveautes: 'Nouveautés',
  'prix-croissant': 'Prix croissant',
  'prix-decroissant': 'Prix décroissant',
  nom: 'De A à Z',
} as const
export type Sort = keyof typeof SORT_NAMES

export const sortOf = (name: string | null): Sort =>
  name !== null && Object.hasOwn(SORT_NAMES, name) ? (name as Sort) : ''

const ORDERS: Readonly<Record<Sort, ShopSort>> = {
  '': 'first',
  nouveautes: 'newest',
  'prix-croissant': 'price',
  'prix-decroissant': '-price',
  nom: 'name',
}

export const orderOf = (sort: Sort): ShopSort => ORDERS[sort]

/** The page number of an address; 1 when its text is no number of a page. */
export const pageOf = (text: string | null): number => (text !== null && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1)

interface ShopQuery {
  category?: Category | null
  sort?: Sort
  search?: string
  page?: number
}

/** The one address of a category, an order, a search and a page together: defaults are left out. */
export function shopAddress({ category = null, sort = '', search = '', page = 1 }: ShopQuery): string {
  const query = new URLSearchParams()
  if (category) query.set('categorie', slugOf(category))
  if (search) query.set('q', search)
  if (sort) query.set('tri', sort)
  if (page > 1) query.set('page', String(page))
  return query.size > 0 ? `${addresses.shop}?${query}` : addresses.shop
}
