import { useId, useState } from 'react'
import { CITIES } from '#platform/kernel/cities.ts'
import { ChoiceField, FilterLine } from '#web/list-kit/list-page.tsx'
import { SearchField } from '#web/list-kit/search-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import style from './order-filters.module.css'
import {
  isFilteredFurther,
  type OrderFilterValues,
  PAYMENT_CHOICES,
  PERIOD_CHOICES,
  SORT_CHOICES,
  STATUS_CHOICES,
} from './order-query.ts'

interface OrderFiltersProps {
  filters: OrderFilterValues
  sort: string
  onFilter: (change: Partial<OrderFilterValues> & { sort?: string }, typing?: 'typing') => void
  onReset: () => void
}

const ALL = { value: '', label: 'Tous' }
const EVERY = { value: '', label: 'Toutes' }

/** The filters in one line, which scrolls sideways where there is no room, and the rarer ones below it once opened. */
export function OrderFilters({ filters, sort, onFilter, onReset }: OrderFiltersProps) {
  const [isOpen, setOpen] = useState(() => isFilteredFurther(filters))
  const further = useId()
  return (
    <search className={style.filters} aria-label="Filtrer les commandes">
      <div className={style.line}>
        <SearchField
          className={style.search}
          isLabelHidden
          label="Rechercher&nbsp;: n°, téléphone, nom"
          placeholder="Rechercher&nbsp;: n°, téléphone, nom"
          value={filters.search}
          onSearch={(search) => onFilter({ search }, 'typing')}
        />
        <ChoiceField
          className={style.choice}
          isLabelHidden
          label="Statut"
          value={filters.status}
          choices={[{ value: '', label: 'Tous les statuts' }, ...STATUS_CHOICES]}
          onChoose={(status) => onFilter({ status, settled: '', confirmation: '' })}
        />
        <ChoiceField
          className={style.choice}
          isLabelHidden
          label="Date"
          value={filters.days}
          choices={[
            { value: '', label: 'Toutes les dates' },
            ...PERIOD_CHOICES.map((days) => ({ value: days, label: `${days} jours` })),
          ]}
          onChoose={(days) => onFilter({ days })}
        />
        <ChoiceField
          className={style.choice}
          isSort
          isLabelHidden
          label="Tri"
          value={sort}
          choices={SORT_CHOICES}
          onChoose={(sort) => onFilter({ sort })}
        />
        <Button
          look="secondary"
          size="small"
          icon="chevron-down"
          className={style.more}
          aria-expanded={isOpen}
          aria-controls={further}
          onClick={() => setOpen(!isOpen)}
        >
          Plus de filtres
        </Button>
        <Button look="secondary" size="small" icon="refresh" aria-label="Réinitialiser les filtres" onClick={onReset}>
          Réinitialiser
        </Button>
      </div>
      <div id={further} hidden={!isOpen}>
        <FilterLine>
          <SearchField
            label="Fournisseur"
            placeholder="Identifiant, par exemple F-1001"
            value={filters.supplier}
            onSearch={(supplier) => onFilter({ supplier }, 'typing')}
          />
          <ChoiceField
            label="Paiement"
            value={filters.payment}
            choices={[ALL, ...PAYMENT_CHOICES]}
            onChoose={(payment) => onFilter({ payment, settled: '' })}
          />
          <ChoiceField
            label="Ville"
            value={filters.city}
            choices={[EVERY, ...CITIES]}
            onChoose={(city) => onFilter({ city })}
          />
          <Checkbox
            className={style.flagged}
            checked={filters.flagged === '1'}
            onChange={(event) => onFilter({ flagged: event.currentTarget.checked ? '1' : '' })}
          >
            À vérifier
          </Checkbox>
        </FilterLine>
      </div>
    </search>
  )
}
