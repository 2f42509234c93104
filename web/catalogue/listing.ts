import { CATEGORIES, type Category, type Product, TAB_NAMES } from '#features/catalogue/names.ts'
import { fold } from '#platform/kernel/text.ts'

/** A category as addresses spell it: `alimentaire`, `cosmetique`, `packs`. */
export const slugOf = (category: Category): string => TAB_NAMES[category].toLowerCase()

export const categoryOf = (slug: string | null): Category | null =>
  CATEGORIES.find((category) => slugOf(category) === slug?.toLowerCase()) ?? null

/** Cards show no description, and those would be most of the page's weight. */
export const forCards = (products: readonly Product[]): Product[] =>
  products.map((product) => ({ ...product, description: '' }))

export const SORT_NAMES = {
  '': 'À la une',
  'prix-croissant': 'Prix croissant',
  'prix-decroissant': 'Prix décroissant',
  nom: 'De A à Z',
} as const
export type Sort = keyof typeof SORT_NAMES

export const sortOf = (name: string | null): Sort =>
  name !== null && Object.hasOwn(SORT_NAMES, name) ? (name as Sort) : ''

const byName = new Intl.Collator('fr')

const ORDERS: Readonly<Record<Sort, ((one: Product, other: Product) => number) | null>> = {
  '': null,
  'prix-croissant': (one, other) => one.userPrice - other.userPrice,
  'prix-decroissant': (one, other) => other.userPrice - one.userPrice,
  nom: (one, other) => byName.compare(one.name, other.name),
}

/** The products whose name or description has every word that is searched for, whatever its accents. */
export function matching(products: readonly Product[], search: string): readonly Product[] {
  const words = fold(search).split(' ').filter(Boolean)
  if (words.length === 0) return products
  return products.filter((product) => {
    const text = fold(`${product.name} ${product.description} ${TAB_NAMES[product.category]}`)
    return words.every((word) => text.includes(word))
  })
}

export function sorted(products: readonly Product[], sort: Sort): readonly Product[] {
  const order = ORDERS[sort]
  return order ? products.toSorted(order) : products
}
