import { NativeSelect } from '@mantine/core'
import { SearchField } from '#web/dashboard/search-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import style from './order-admin.module.css'
import { type OrderFilterValues, PERIOD_CHOICES, SORT_CHOICES, STATUS_CHOICES } from './order-admin-query.ts'

interface OrderFiltersProps {
  filters: OrderFilterValues
  onFilter: (change: Partial<OrderFilterValues>, typing?: 'typing') => void
  onReset: () => void
}

const chevron = <Icon name="chevron-down" size={18} />

export function OrderFilters({ filters, onFilter, onReset }: OrderFiltersProps) {
  return (
    <search className={style.filters} aria-label="Filtrer les commandes">
      <SearchField
        className={style.search}
        label="Recherche par ID"
        placeholder="Commande ou fournisseur"
        value={filters.search}
        onSearch={(search) => onFilter({ search }, 'typing')}
      />
      <NativeSelect
        label="Statut"
        rightSection={chevron}
        value={filters.status}
        onChange={(event) => onFilter({ status: event.currentTarget.value })}
        data={[{ value: '', label: 'Tous' }, ...STATUS_CHOICES]}
      />
      <NativeSelect
        label="Date"
        rightSection={chevron}
        value={filters.days}
        onChange={(event) => onFilter({ days: event.currentTarget.value })}
        data={[
          { value: '', label: 'Toutes' },
          ...PERIOD_CHOICES.map((days) => ({ value: days, label: `${days} jours` })),
        ]}
      />
      <NativeSelect
        className={style.order}
        label="Tri"
        rightSection={chevron}
        value={filters.sort}
        onChange={(event) => onFilter({ sort: event.currentTarget.value })}
        data={SORT_CHOICES}
      />
      <Button className={style.reset} look="secondary" size="small" icon="refresh" onClick={onReset}>
        Réinitialiser les filtres
      </Button>
    </search>
  )
}
