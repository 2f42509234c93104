import { ORDER_SORTS, PERIODS } from '#features/back-office/model.ts'
import { CALL_FILTERS } from '#features/calls/model.ts'
import { PAYMENT_NAMES, STATUS_NAMES } from '#features/orders/model.ts'
import { CITIES } from '#platform/kernel/cities.ts'
import { orderSortIn, pageIn, searchIn, withQuery } from '#web/list-kit/list-api-query.ts'
import { PAYMENT_LOOKS } from '#web/list-kit/states.ts'
import type { ListAddress } from '#web/list-kit/use-list-address.ts'

const [NEWEST, OLDEST, LARGEST, SMALLEST] = ORDER_SORTS

export const SORT_CHOICES = [
  { value: NEWEST, label: 'Récentes' },
  { value: OLDEST, label: 'Anciennes' },
  { value: LARGEST, label: 'Montant ↓' },
  { value: SMALLEST, label: 'Montant ↑' },
]

export const STATUS_CHOICES = Object.values(STATUS_NAMES)

export const PERIOD_CHOICES = PERIODS.map(String)

export const PAYMENT_CHOICES = (['pending', 'paid', 'void'] as const).map((payment) => ({
  value: PAYMENT_NAMES[payment],
  label: PAYMENT_LOOKS[payment].name,
}))

/** The values of the filters, spelled alike in the page's address and in the API's; empty means no filter. */
export interface OrderFilterValues {
  status: string
  days: string
  search: string
  payment: string
  /** Of pending orders: how far their confirmation is. */
  confirmation: string
  /** `1`: those whose payment was decided. */
  settled: string
  city: string
  supplier: string
  flagged: string
}

export const CLEARED = {
  status: null,
  days: null,
  search: null,
  sort: null,
  payment: null,
  confirmation: null,
  settled: null,
  city: null,
  supplier: null,
  flagged: null,
}

/** Reads the filters from the address. A value that no filter offers counts as none. */
export const filtersIn = (address: ListAddress): OrderFilterValues => ({
  status: address.choice('status', STATUS_CHOICES) ?? '',
  days: address.choice('days', PERIOD_CHOICES) ?? '',
  search: searchIn(address),
  payment: address.choice('payment', Object.values(PAYMENT_NAMES)) ?? '',
  confirmation: address.choice('confirmation', CALL_FILTERS) ?? '',
  settled: address.choice('settled', ['1']) ?? '',
  city: address.choice('city', CITIES) ?? '',
  supplier: address.text('supplier').slice(0, 30),
  flagged: address.choice('flagged', ['1']) ?? '',
})

export const isFiltered = (filters: OrderFilterValues): boolean => Object.values(filters).some((value) => value !== '')

/** True when one of the folded filters is set. */
export const isFilteredFurther = ({ payment, city, supplier, flagged }: OrderFilterValues): boolean =>
  `${payment}${city}${supplier}${flagged}` !== ''

export const ordersPath = (filters: OrderFilterValues, address: ListAddress, rows: number) =>
  withQuery('/api/admin/orders', { ...pageIn(address, rows), sort: orderSortIn(address), ...filters })

export const ordersFilePath = (filters: OrderFilterValues) => withQuery('/api/admin/orders.csv', { ...filters })
