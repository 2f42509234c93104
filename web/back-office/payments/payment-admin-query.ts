import { ORDER_SORTS } from '#features/back-office/model.ts'
import { PAYMENT_NAMES, STATUS_NAMES } from '#features/orders/model.ts'
import { searchIn } from '#web/list-kit/list-api-query.ts'
import type { Choice } from '#web/list-kit/list-page.tsx'
import { PAYMENT_LOOKS } from '#web/list-kit/states.ts'
import type { ListAddress } from '#web/list-kit/use-list-address.ts'

const [NEWEST, OLDEST, LARGEST, SMALLEST] = ORDER_SORTS

export const BY_DATE = { ascending: OLDEST, descending: NEWEST }

export const BY_AMOUNT = { ascending: SMALLEST, descending: LARGEST }

export const SORT_CHOICES: readonly Choice[] = [
  { value: NEWEST, label: 'Récents' },
  { value: OLDEST, label: 'Anciens' },
  { value: LARGEST, label: 'Montant ↓' },
  { value: SMALLEST, label: 'Montant ↑' },
]

const TO_SETTLE = 'livré, à régler'

export const PAYMENT_CHOICES: readonly Choice[] = [
  { value: '', label: 'Tous' },
  { value: TO_SETTLE, label: 'À régler' },
  ...(['pending', 'paid', 'void'] as const).map((payment) => ({
    value: PAYMENT_NAMES[payment],
    label: PAYMENT_LOOKS[payment].name,
  })),
]

/** Filters as the page's address and the API's both spell them; empty is none. */
interface PaymentFilters {
  search: string
  status: string
  payment: string
}

export const CLEARED = { search: null, status: null, payment: null }

export const filtersIn = (address: ListAddress): PaymentFilters => ({
  search: searchIn(address),
  status: address.choice('status', Object.values(STATUS_NAMES)) ?? '',
  payment: address.choice('payment', Object.values(PAYMENT_NAMES)) ?? '',
})

export const sortIn = ({ choice }: ListAddress): string => choice('sort', ORDER_SORTS) ?? NEWEST

/** Choice that stands for the filters. */
export const choiceIn = ({ status, payment }: PaymentFilters): string =>
  status === STATUS_NAMES.delivered && payment === PAYMENT_NAMES.pending ? TO_SETTLE : payment

/** Filters that a choice stands for. */
export const filterOf = (choice: string): Pick<PaymentFilters, 'status' | 'payment'> =>
  choice === TO_SETTLE
    ? { status: STATUS_NAMES.delivered, payment: PAYMENT_NAMES.pending }
    : { status: '', payment: choice }
