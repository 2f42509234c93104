import { useState } from 'react'
import { CITIES } from '#platform/kernel/cities.ts'
import { ExportButton } from '#web/list-kit/export-button.tsx'
import { ChoiceField, FilterLine } from '#web/list-kit/list-page.tsx'
import { SearchField } from '#web/list-kit/search-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Icon } from '#web/ui/icon.tsx'
import style from './order-admin.module.css'
import {
  isFilteredFurther,
  type OrderFilterValues,
  ordersFilePath,
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

export function OrderFilters({ filters, sort, onFilter, onReset }: OrderFiltersProps) {
  return (
    <search className={classes(common.stack, common.gap3)} aria-label="Filtrer les commandes">
      <FilterLine>
        <SearchField
          label="Recherche par ID"
          placeholder="Commande, fournisseur, client"
          value={filters.search}
          onSearch={(search) => onFilter({ search }, 'typing')}
        />
        <ChoiceField
          label="Statut"
          value={filters.status}
          choices={[ALL, ...STATUS_CHOICES]}
          onChoose={(status) => onFilter({ status })}
        />
        <ChoiceField
          label="Date"
          value={filters.days}
          choices={[EVERY, ...PERIOD_CHOICES.map((days) => ({ value: days, label: `${days} jours` }))]}
          onChoose={(days) => onFilter({ days })}
        />
        <ChoiceField label="Tri" isSort value={sort} choices={SORT_CHOICES} onChoose={(sort) => onFilter({ sort })} />
        <Button look="secondary" size="small" icon="refresh" onClick={onReset}>
          Réinitialiser les filtres
        </Button>
      </FilterLine>
      <div className={classes(common.wrap, style.further)}>
        <FurtherFilters filters={filters} onFilter={onFilter} />
        <ExportButton path={ordersFilePath(filters)} file="commandes.csv" />
      </div>
    </search>
  )
}

/** The rarer filters, folded unless the address sets one of them. */
function FurtherFilters({ filters, onFilter }: Pick<OrderFiltersProps, 'filters' | 'onFilter'>) {
  const [wasFiltered] = useState(() => isFilteredFurther(filters))
  return (
    <details className={style.more} open={wasFiltered}>
      <summary>
        Plus de filtres
        <Icon name="chevron-down" size={18} />
      </summary>
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
          onChoose={(payment) => onFilter({ payment })}
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
          À vérifier (doublon possible)
        </Checkbox>
      </FilterLine>
    </details>
  )
}
