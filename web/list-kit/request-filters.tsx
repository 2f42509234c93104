import { REQUEST_SORTS } from '#features/back-office/model.ts'
import { DECISION_NAMES, type Decision } from '#features/buyers/model.ts'
import { type Choice, DATE_CHOICES, searchIn } from './list-api-query.ts'
import { ChoiceFilter, ListFilters, SearchFilter } from './list-page.tsx'
import { DECISION_LOOKS } from './states.ts'
import type { ListAddress } from './use-list-address.ts'

// The same of lists of requests for money.

const [TO_DECIDE] = REQUEST_SORTS
const DECISIONS = Object.keys(DECISION_NAMES) as Decision[]

const SORT_CHOICES: readonly Choice[] = [{ value: TO_DECIDE, label: 'À traiter' }, ...DATE_CHOICES]

const STATUS_CHOICES: readonly Choice[] = DECISIONS.map((status) => ({
  value: DECISION_NAMES[status],
  label: DECISION_LOOKS[status].name,
}))

export const requestFiltersIn = (address: ListAddress) => ({
  search: searchIn(address),
  status: address.choice('status', Object.values(DECISION_NAMES)) ?? '',
})

export const requestSortIn = ({ choice }: ListAddress): string => choice('sort', REQUEST_SORTS) ?? TO_DECIDE

interface RequestFiltersProps {
  address: ListAddress
  label: string
  searchLabel: string
  exported: { path: `/api/${string}`; file: string }
}

export function RequestFilters({ address, label, searchLabel, exported }: RequestFiltersProps) {
  return (
    <ListFilters label={label} exported={exported}>
      <SearchFilter address={address} label={searchLabel} placeholder="Nom, identifiant ou téléphone" />
      <ChoiceFilter address={address} name="status" label="Statut" all="Tous" choices={STATUS_CHOICES} />
      <ChoiceFilter address={address} name="sort" label="Tri" choices={SORT_CHOICES} />
    </ListFilters>
  )
}
