import type { ImportAnswer } from '#features/catalogue/contract.ts'
import { CATEGORIES, CATEGORY_NAMES } from '#features/catalogue/model.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Select } from '#web/ui/field.tsx'
import style from './product-import.module.css'

interface ImportCategoriesProps {
  unknown: ImportAnswer['unknown_categories']
  isBusy: boolean
  onMapped: (name: string, category: string) => void
}

/** The categories of another shop, each once: ours is chosen for all of its lines together. */
export function ImportCategories({ unknown, isBusy, onMapped }: ImportCategoriesProps) {
  return (
    <section className={classes(common.stack, common.gap3)} aria-labelledby="categories-du-fichier">
      <div>
        <h3 id="categories-du-fichier" className={style.heading}>
          Catégories de l’autre boutique
        </h3>
        <p className={common.note}>Choisissez où va chacune&nbsp;: toutes ses lignes suivent.</p>
      </div>
      <ul className={style.categories}>
        {unknown.map(({ name, rows, category }) => (
          <li key={name} className={style.category}>
            <span className={style.name}>
              <strong>{name}</strong>{' '}
              <span className={common.hint}>
                {rows} {rows > 1 ? 'lignes' : 'ligne'}
              </span>
            </span>
            <span className={style.arrow} aria-hidden="true">
              →
            </span>
            <Select
              size="small"
              aria-label={`Catégorie pour ${name}`}
              value={category ?? ''}
              aria-busy={isBusy || undefined}
              onChange={({ currentTarget }) => onMapped(name, currentTarget.value)}
            >
              <option value="">À choisir…</option>
              {CATEGORIES.map((each) => (
                <option key={each} value={each}>
                  {CATEGORY_NAMES[each]}
                </option>
              ))}
            </Select>
          </li>
        ))}
      </ul>
    </section>
  )
}
