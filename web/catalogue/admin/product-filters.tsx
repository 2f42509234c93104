import { ChoiceField, FilterLine } from '#web/list-kit/list-page.tsx'
import { SearchField } from '#web/list-kit/search-field.tsx'
import { Button } from '#web/ui/button.tsx'
import {
  CATEGORY_CHOICES,
  PLACE_CHOICES,
  type ProductFilterValues,
  SORT_CHOICES,
  STOCK_CHOICES,
} from './product-query.ts'

interface ProductFiltersProps {
  filters: ProductFilterValues
  onFilter: (change: Partial<ProductFilterValues>, typing?: 'typing') => void
  onReset: () => void
}

export function ProductFilters({ filters, onFilter, onReset }: ProductFiltersProps) {
  return (
    <search aria-label="Filtrer les produits">
      <FilterLine>
        <SearchField
          label="Recherche par nom"
          placeholder="Nom du produit"
          value={filters.search}
          onSearch={(search) => onFilter({ search }, 'typing')}
        />
        <ChoiceField
          label="Catégorie"
          value={filters.category}
          choices={[{ value: '', label: 'Toutes' }, ...CATEGORY_CHOICES]}
          onChoose={(category) => onFilter({ category })}
        />
        <ChoiceField
          label="Stock"
          value={filters.stock}
          choices={[{ value: '', label: 'Tous' }, ...STOCK_CHOICES]}
          onChoose={(stock) => onFilter({ stock })}
        />
        <ChoiceField
          label="Visibilité"
          value={filters.place}
          choices={[{ value: '', label: 'Toutes' }, ...PLACE_CHOICES]}
          onChoose={(place) => onFilter({ place })}
        />
        <ChoiceField
          label="Tri"
          isSort
          value={filters.sort}
          choices={SORT_CHOICES}
          onChoose={(sort) => onFilter({ sort })}
        />
        <Button look="secondary" size="small" icon="refresh" onClick={onReset}>
          Réinitialiser les filtres
        </Button>
      </FilterLine>
    </search>
  )
}
