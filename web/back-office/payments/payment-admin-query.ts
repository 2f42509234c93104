import { ORDER_SORTS } from '#features/back-office/model.ts'
import { PAYMENT_NAMES, STATUS_NAMES } from '#features/orders/model.ts'
import { type Choice, searchIn } from '#web/list-kit/list-api-query.ts'
import type { ListAddress } from '#web/list-kit/use-list-address.ts'

const [NEWEST, OLDEST, LARGEST, SMALLEST] = ORDER_SORTS

export const SORT_CHOICES: readonly Choice[] = [
  { value: NEWEST, label: 'Récents' },
  { value: OLDEST, label: 'Anciens' },
  { value: LARGEST, label: 'Montant ↓' },
  { value: SMALLEST, label: 'Montant ↑' },
]

/** An empty one is no filter. */
interface PaymentFilters {
  search: string
  status: string
  payment: string
}

const { delivered } = STATUS_NAMES
const { pending, paid, void: givenUp } = PAYMENT_NAMES

const ALL = 'tous'

/** Parts of the list, with the filters that stand for them in the address. Those of the first are also none at all. */
export const PARTS = {
  toCollect: { label: 'À encaisser', status: delivered, payment: pending },
  collected: { label: 'Encaissées', status: null, payment: paid },
  givenUp: { label: 'Annulées', status: null, payment: givenUp },
  all: { label: 'Toutes', status: null, payment: ALL },
} as const

export type PaymentPart = keyof typeof PARTS

/** The part that the address names. Whoever only searches looks for an order, whatever became of its payment. */
export function partIn(address: ListAddress): PaymentPart {
  const payment = address.choice('payment', [pending, paid, givenUp, ALL])
  if (payment === null) return searchIn(address) === '' ? 'toCollect' : 'all'
  return ({ [pending]: 'toCollect', [paid]: 'collected', [givenUp]: 'givenUp', [ALL]: 'all' } as const)[payment]
}

export function filtersIn(address: ListAddress): PaymentFilters {
  const { status, payment } = PARTS[partIn(address)]
  return { search: searchIn(address), status: status ?? '', payment: payment === ALL ? '' : payment }
}
