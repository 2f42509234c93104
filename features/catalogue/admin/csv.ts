import type { CsvCell } from '#platform/http/csv.ts'
import { CATEGORY_NAMES, SHEET_COLUMNS } from '../model.ts'
import type { FullProduct } from '../rules.ts'

/** Products as rows of a file that the import reads back. */
export const exportRows = (products: readonly FullProduct[], exportName: string): CsvCell[][] => [
  Object.values(SHEET_COLUMNS),
  ...products.map((each) => [
    each.id,
    each.name,
    each.description,
    CATEGORY_NAMES[each.category],
    { amount: each.userPrice },
    { amount: each.distributorPrice },
    each.stock,
    each.stock,
    exportName,
  ]),
]
