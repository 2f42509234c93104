import type { SupplierStats } from '#features/dashboards/contract.ts'
import { OWN_ORDERS_SEARCHED, ROWS_REACHED } from '#features/dashboards/names.ts'
import { STATUS_NAMES } from '#features/orders/names.ts'
import { grouped } from '#platform/kernel/text.ts'
import type { ListAddress } from './list-address.ts'

export const PER_PAGE = 10

/** Where the orders stand on the page. */
export const ORDERS_ID = 'commandes'

export const STATUS_CHOICES = Object.values(STATUS_NAMES)

/** As the page's address and the API's both spell them; empty is none. */
export interface OrderFilterValues {
  search: string
  status: string
}

export const CLEARED = { search: null, status: null }

/** What the address filters by. A value that is no filter's counts as none. */
export const filtersIn = ({ choice, text }: ListAddress): OrderFilterValues => ({
  search: text('search').slice(0, 100),
  status: choice('status', STATUS_CHOICES) ?? '',
})

export const isFiltered = ({ search, status }: OrderFilterValues): boolean => search !== '' || status !== ''

export function ordersPath(filters: OrderFilterValues, page: number): `/api/${string}` {
  const query = new URLSearchParams({ page: String(page), per_page: String(PER_PAGE) })
  for (const [name, value] of Object.entries(filters)) if (value) query.set(name, value)
  return `/api/supplier/get-ordersAdmin?${query}`
}

/** Where a search ends before the last order that it finds, and what is said of it. */
export const SEARCH_REACH = {
  most: ROWS_REACHED,
  said: `Les ${grouped(ROWS_REACHED)} commandes les plus récentes sont listées\u00A0: précisez la recherche pour voir les autres.`,
}

export const OF_NEWEST = `La recherche porte sur vos ${grouped(OWN_ORDERS_SEARCHED)} commandes les plus récentes. Un numéro de commande ou de téléphone entier est cherché parmi toutes.`

/** Whether a search leaves out older orders. Those on their way are not counted: they are few. */
export const isOfNewest = ({ search }: OrderFilterValues, stats: SupplierStats | undefined): boolean =>
  search !== '' && stats !== undefined && stats.pending + stats.delivered + stats.cancelled > OWN_ORDERS_SEARCHED
