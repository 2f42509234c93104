import { Link } from 'react-router'
import type { CardProduct } from '#features/catalogue/model.ts'
import { addresses } from '#web/addresses.ts'
import { ProductGrid } from '#web/catalogue/shop/product-grid.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import style from './best-sellers.module.css'
import sections from './sections.module.css'

/** Pictures of the row that a phone shows at first. */
const IN_SIGHT = 3

interface BestSellersProps {
  /** False: the shop is new, and these are its newest products. */
  areSold: boolean
  products: readonly CardProduct[]
}

export function BestSellers({ areSold, products }: BestSellersProps) {
  return (
    <section className={classes(sections.inside, style.best)} aria-labelledby="ventes">
      <div className={classes(common.targets, style.head)}>
        <h2 id="ventes">{areSold ? 'Meilleures ventes' : 'Nouveautés'}</h2>
        <Link to={addresses.shop} prefetch="intent">
          Voir la boutique
        </Link>
      </div>
      <ProductGrid products={products} eager={IN_SIGHT} strip={style.strip} isNarrow />
    </section>
  )
}
