import { NativeSelect } from '@mantine/core'
import { SearchField } from '#web/dashboard/search-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import style from './product-admin.module.css'
import { CATEGORY_CHOICES, type ProductFilterValues, SORT_CHOICES, STOCK_CHOICES } from './product-admin-query.ts'

interface ProductFiltersProps {
  filters: ProductFilterValues
  onFilter: (change: Partial<ProductFilterValues>, typing?: 'typing') => void
  onReset: () => void
}

const chevron = <Icon name="chevron-down" size={18} />

export function ProductFilters({ filters, onFilter, onReset }: ProductFiltersProps) {
  return (
    <search className={style.filters} aria-label="Filtrer les produits">
      <SearchField
        className={style.search}
        label="Recherche par nom"
        placeholder="Nom du produit"
        value={filters.search}
        onSearch={(search) => onFilter({ search }, 'typing')}
      />
      <NativeSelect
        label="Catégorie"
        rightSection={chevron}
        value={filters.category}
        onChange={(event) => onFilter({ category: event.currentTarget.value })}
        data={[{ value: '', label: 'Toutes' }, ...CATEGORY_CHOICES]}
      />
      <NativeSelect
        label="Stock"
        rightSection={chevron}
        value={filters.stock}
        onChange={(event) => onFilter({ stock: event.currentTarget.value })}
        data={[{ value: '', label: 'Tous' }, ...STOCK_CHOICES]}
      />
      <NativeSelect
        className={style.order}
        label="Tri"
        rightSection={chevron}
        value={filters.sort}
        onChange={(event) => onFilter({ sort: event.currentTarget.value })}
        data={SORT_CHOICES}
      />
      <Button look="secondary" size="small" icon="refresh" onClick={onReset}>
        Réinitialiser les filtres
      </Button>
    </search>
  )
}
