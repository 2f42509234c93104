import { ORDER_SORTS, PERIODS } from '#features/dashboards/names.ts'
import { STATUS_NAMES } from '#features/orders/names.ts'
import type { ListAddress } from '#web/dashboard/list-address.ts'

const PER_PAGE = '10'

const [NEWEST, OLDEST, LARGEST, SMALLEST] = ORDER_SORTS
export const BY_DATE = { ascending: OLDEST, descending: NEWEST }
export const BY_AMOUNT = { ascending: SMALLEST, descending: LARGEST }

export const SORT_CHOICES = [
  { value: NEWEST, label: 'Récentes' },
  { value: OLDEST, label: 'Anciennes' },
  { value: LARGEST, label: 'Montant ↓' },
  { value: SMALLEST, label: 'Montant ↑' },
]

export const STATUS_CHOICES = Object.values(STATUS_NAMES)
export const PERIOD_CHOICES = PERIODS.map(String)

/** As the page's address and the API's both spell them; empty is none. */
export interface OrderFilterValues {
  status: string
  days: string
  search: string
  sort: string
}

export const CLEARED = { status: null, days: null, search: null, sort: null }

/** What the address filters by. A value that is no filter's counts as none. */
export const filtersIn = ({ choice, text }: ListAddress): OrderFilterValues => ({
  status: choice('status', STATUS_CHOICES) ?? '',
  days: choice('days', PERIOD_CHOICES) ?? '',
  search: text('search').slice(0, 100),
  sort: choice('sort', ORDER_SORTS) ?? NEWEST,
})

export const isFiltered = ({ status, days, search }: OrderFilterValues): boolean => `${status}${days}${search}` !== ''

export function ordersPath(filters: OrderFilterValues, page: number): `/api/${string}` {
  const query = new URLSearchParams({ page: String(page), per_page: PER_PAGE })
  for (const [name, value] of Object.entries(filters)) if (value) query.set(name, value)
  return `/api/admin/orders?${query}`
}
