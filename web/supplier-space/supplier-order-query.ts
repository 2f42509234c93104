import { STATUS_NAMES } from '#features/orders/model.ts'
import { GAIN_STEPS, type GainStep } from '#features/supplier-space/model.ts'
import type { ListAddress } from '#web/list-kit/use-list-address.ts'

export const PER_PAGE = 10

/** Element that holds the orders on the page. */
export const ORDERS_ID = 'commandes'

export const STATUS_CHOICES = Object.values(STATUS_NAMES)

/** Filters as the page's address and the API's both spell them; empty is none. */
export interface OrderFilterValues {
  search: string
  status: string
  step: GainStep | ''
}

export const CLEARED = { search: null, status: null, step: null }

/** Reads the filters of the address. A value that is no filter's counts as none. */
export const filtersIn = ({ choice, text }: ListAddress): OrderFilterValues => ({
  search: text('search').slice(0, 100),
  status: choice('status', STATUS_CHOICES) ?? '',
  step: choice('step', GAIN_STEPS) ?? '',
})

export const isFiltered = (filters: OrderFilterValues): boolean => Object.values(filters).some((value) => value !== '')

export function ordersPath(filters: OrderFilterValues, page: number): `/api/${string}` {
  const query = new URLSearchParams({ page: String(page), per_page: String(PER_PAGE) })
  for (const [name, value] of Object.entries(filters)) if (value) query.set(name, value)
  return `/api/supplier/get-ordersAdmin?${query}`
}
