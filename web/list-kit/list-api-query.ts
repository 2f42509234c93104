import { DATE_SORTS, ORDER_SORTS } from '#features/back-office/model.ts'
import type { ListAddress } from './use-list-address.ts'

// Searches and sorts of lists, as the page's address and the API's both spell them.

export interface Choice {
  value: string
  label: string
}

const [NEWEST, OLDEST, LARGEST, SMALLEST] = ORDER_SORTS

export const BY_DATE = { ascending: OLDEST, descending: NEWEST }

export const BY_AMOUNT = { ascending: SMALLEST, descending: LARGEST }

export const DATE_CHOICES: readonly Choice[] = [
  { value: NEWEST, label: 'Récents' },
  { value: OLDEST, label: 'Anciens' },
]

export const searchIn = ({ text }: ListAddress): string => text('search').slice(0, 100)

export const orderSortIn = ({ choice }: ListAddress): string => choice('sort', ORDER_SORTS) ?? NEWEST

export const dateSortIn = ({ choice }: ListAddress): string => choice('sort', DATE_SORTS) ?? NEWEST

/** Takes filters out of the address; null when none of them is set. */
export const clearing = ({ filter }: ListAddress, filters: Readonly<Record<string, string>>): (() => void) | null =>
  Object.values(filters).some((value) => value !== '')
    ? () => filter(Object.fromEntries(Object.keys(filters).map((name) => [name, null])))
    : null

/** With those parameters that are not empty. */
export function withQuery(path: `/api/${string}`, parameters: Readonly<Record<string, string>>): `/api/${string}` {
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== ''))
  return query.size === 0 ? path : `${path}?${query}`
}

export const PER_PAGE = 10

/** The part of the list that the address asks for; `rows` of a page, where the person chooses them (`useRowsPerPage`). */
export const pageIn = ({ page }: ListAddress, rows: number = PER_PAGE) => ({
  page: String(page),
  per_page: String(rows),
})
