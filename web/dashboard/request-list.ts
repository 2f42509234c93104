import { DECISION_NAMES, type Decision } from '#features/buyers/names.ts'
import { REQUEST_SORTS } from '#features/dashboards/names.ts'
import type { ListAddress } from './list-address.ts'
import type { Choice } from './list-page.tsx'
import { DATE_CHOICES, searchIn } from './list-query.ts'
import { DECISION_LOOKS } from './states.ts'

// The same of lists of requests for money.

const [TO_DECIDE] = REQUEST_SORTS
const DECISIONS = Object.keys(DECISION_NAMES) as Decision[]

export const REQUEST_SORT_CHOICES: readonly Choice[] = [{ value: TO_DECIDE, label: 'À traiter' }, ...DATE_CHOICES]

export const STATUS_CHOICES: readonly Choice[] = [
  { value: '', label: 'Tous' },
  ...DECISIONS.map((status) => ({ value: DECISION_NAMES[status], label: DECISION_LOOKS[status].name })),
]

export const NO_REQUEST_FILTERS = { search: null, status: null }

export const requestFiltersIn = (address: ListAddress) => ({
  search: searchIn(address),
  status: address.choice('status', Object.values(DECISION_NAMES)) ?? '',
})

export const requestSortIn = ({ choice }: ListAddress): string => choice('sort', REQUEST_SORTS) ?? TO_DECIDE
