import { REQUEST_SORTS } from '#features/back-office/model.ts'
import { DECISION_NAMES, type Decision } from '#features/buyers/model.ts'
import { DATE_CHOICES, searchIn } from './list-api-query.ts'
import { type Choice, ChoiceField, ListFilters } from './list-page.tsx'
import { SearchField } from './search-field.tsx'
import { DECISION_LOOKS } from './states.ts'
import type { ListAddress } from './use-list-address.ts'

// The same of lists of requests for money.

const [TO_DECIDE] = REQUEST_SORTS
const DECISIONS = Object.keys(DECISION_NAMES) as Decision[]

const SORT_CHOICES: readonly Choice[] = [{ value: TO_DECIDE, label: 'À traiter' }, ...DATE_CHOICES]

const STATUS_CHOICES: readonly Choice[] = [
  { value: '', label: 'Tous' },
  ...DECISIONS.map((status) => ({ value: DECISION_NAMES[status], label: DECISION_LOOKS[status].name })),
]

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
  const { search, status } = requestFiltersIn(address)
  return (
    <ListFilters label={label} exported={exported}>
      <SearchField
        label={searchLabel}
        placeholder="Nom, identifiant ou téléphone"
        value={search}
        onSearch={(text) => address.filter({ search: text }, 'typing')}
      />
      <ChoiceField
        label="Statut"
        value={status}
        choices={STATUS_CHOICES}
        onChoose={(chosen) => address.filter({ status: chosen })}
      />
      <ChoiceField
        label="Tri"
        value={requestSortIn(address)}
        choices={SORT_CHOICES}
        onChoose={(sort) => address.filter({ sort })}
      />
    </ListFilters>
  )
}

/** Takes all of their filters away; null when none is set. */
export function requestFiltersCleared(address: ListAddress): (() => void) | null {
  const { search, status } = requestFiltersIn(address)
  return search || status ? () => address.filter({ search: null, status: null }) : null
}
