import {
  CATEGORIES,
  CATEGORY_NAMES,
  LOW_STOCK,
  PLACE_FILTERS,
  PRODUCT_SORTS,
  STOCK_FILTERS,
} from '#features/catalogue/model.ts'
import { pageIn, searchIn, withQuery } from '#web/list-kit/list-api-query.ts'
import type { ListAddress } from '#web/list-kit/use-list-address.ts'

const [NEWEST, BY_NAME, FROM_Z, CHEAPEST, DEAREST, LEAST, MOST] = PRODUCT_SORTS

export const BY = {
  name: { ascending: BY_NAME, descending: FROM_Z },
  price: { ascending: CHEAPEST, descending: DEAREST },
  stock: { ascending: LEAST, descending: MOST },
}

export const SORT_CHOICES = [
  { value: NEWEST, label: 'Récents' },
  { value: BY_NAME, label: 'Nom A–Z' },
  { value: FROM_Z, label: 'Nom Z–A' },
  { value: CHEAPEST, label: 'Prix ↑' },
  { value: DEAREST, label: 'Prix ↓' },
  { value: LEAST, label: 'Stock ↑' },
  { value: MOST, label: 'Stock ↓' },
]

export const CATEGORY_CHOICES = CATEGORIES.map((category) => CATEGORY_NAMES[category])

const [LOW, OUT] = STOCK_FILTERS

export const STOCK_CHOICES = [
  { value: LOW, label: `${LOW_STOCK} unités ou moins` },
  { value: OUT, label: 'Épuisés' },
]

const [SHOWN, HIDDEN] = PLACE_FILTERS

export const PLACE_CHOICES = [
  { value: SHOWN, label: 'En boutique' },
  { value: HIDDEN, label: 'Masqués' },
]

/** The values of the filters, spelled alike in the page's address and in the API's; empty means no filter. */
export interface ProductFilterValues {
  search: string
  category: string
  stock: string
  place: string
  sort: string
}

export const CLEARED = { search: null, category: null, stock: null, place: null, sort: null }

/** Reads the filters from the address. A value that no filter offers counts as none. */
export const filtersIn = (address: ListAddress): ProductFilterValues => ({
  search: searchIn(address),
  category: address.choice('category', CATEGORY_CHOICES) ?? '',
  stock: address.choice('stock', STOCK_FILTERS) ?? '',
  place: address.choice('place', PLACE_FILTERS) ?? '',
  sort: address.choice('sort', PRODUCT_SORTS) ?? NEWEST,
})

export const isFiltered = ({ search, category, stock, place }: ProductFilterValues): boolean =>
  `${search}${category}${stock}${place}` !== ''

export const productsPath = (filters: ProductFilterValues, address: ListAddress, rows: number) =>
  withQuery('/api/admin/products', { ...pageIn(address, rows), ...filters })

export const exportPath = (filters: ProductFilterValues) => withQuery('/api/admin/products.csv', { ...filters })
