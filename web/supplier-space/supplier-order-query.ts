import { STATUS_NAMES } from '#features/orders/model.ts'
import { GAIN_STEPS, type GainStep } from '#features/supplier-space/model.ts'
import { pageIn, searchIn, withQuery } from '#web/list-kit/list-api-query.ts'
import type { ListAddress } from '#web/list-kit/use-list-address.ts'

/** Element that holds the orders on the page. */
export const ORDERS_ID = 'commandes'

export const STATUS_CHOICES = Object.values(STATUS_NAMES)

/** Filters as the page's address and the API's both spell them; empty is none. */
export interface OrderFilterValues {
  search: string
  status: string
  step: GainStep | ''
}

/** Reads the filters of the address. A value that is no filter's counts as none. */
export const filtersIn = (address: ListAddress): OrderFilterValues => ({
  search: searchIn(address),
  status: address.choice('status', STATUS_CHOICES) ?? '',
  step: address.choice('step', GAIN_STEPS) ?? '',
})

export const ordersPath = (filters: OrderFilterValues, address: ListAddress) =>
  withQuery('/api/supplier/get-ordersAdmin', { ...pageIn(address), ...filters })
