import { useNavigation } from 'react-router'
import { CATEGORIES, type CardProduct, type Category, countedProducts, TAB_NAMES } from '#features/catalogue/model.ts'
import { formatInteger } from '#platform/kernel/text.ts'
import { addresses } from '#web/addresses.ts'
import { ProductGrid } from '#web/catalogue/shop/product-grid.tsx'
import { shopAddress, slugOf } from '#web/catalogue/shop/shop-query.ts'
import { UnloadedList } from '#web/catalogue/shop/unloaded-list.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Chips } from '#web/ui/chips.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { EmptyState } from '#web/ui/empty-state.tsx'
import sections from './sections.module.css'
import style from './showcase.module.css'

/** As many cards of a family does a phone show. */
const ON_A_PHONE = 4

interface ShowcaseProps {
  tab: Category
  /** Products on sale of each family; null while they cannot be had. */
  counts: Readonly<Record<Category, number>> | null
  products: readonly CardProduct[] | null
}

export function Showcase({ tab, counts, products }: ShowcaseProps) {
  const navigation = useNavigation()
  const all = counts && { to: shopAddress({ category: tab }), words: `Voir les ${countedProducts(counts[tab])}` }
  const isSwitching = navigation.location?.pathname === addresses.home
  return (
    <section className={classes(sections.inside, sections.section)} aria-labelledby="produits">
      <div className={classes(common.stack, sections.head, style.head)}>
        <h2 id="produits">Nos produits</h2>
        <Chips
          label="Familles de produits"
          chips={CATEGORIES.map((each) => ({
            label: TAB_NAMES[each],
            ...(counts && { count: formatInteger(counts[each]) }),
            to: `/?onglet=${slugOf(each)}`,
            isCurrent: each === tab,
          }))}
        />
      </div>
      <div
        className={classes(style.results, products && products.length % 5 !== 1 && style.inFives)}
        data-pending={isSwitching}
      >
        {products === null ? (
          <UnloadedList />
        ) : products.length > 0 ? (
          <>
            <ProductGrid products={products} />
            {all && counts[tab] > ON_A_PHONE && (
              <ButtonLink
                look="secondary"
                to={all.to}
                prefetch="intent"
                className={classes(style.rest, counts[tab] === products.length && style.onlyNarrow)}
              >
                {all.words}
              </ButtonLink>
            )}
          </>
        ) : (
          <EmptyState title="No products available." />
        )}
      </div>
    </section>
  )
}
