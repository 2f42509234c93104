import { useState } from 'react'
import type { CardProduct } from '#features/catalogue/model.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { type CartRefusal, ProductCard } from './product-card.tsx'
import style from './product-grid.module.css'
import { useSupplierPrices } from './use-supplier-prices.ts'

interface ProductGridProps {
  products: readonly CardProduct[]
  /** The number of pictures in the first screen. */
  eager?: number
  /** The class of a row of cards, instead of columns. */
  strip?: string | undefined
  /** Such a row is narrow on a desktop too. */
  isNarrow?: boolean
}

export function ProductGrid({ products, eager = 0, strip, isNarrow = false }: ProductGridProps) {
  const priced = useSupplierPrices(products)
  const [refusal, setRefusal] = useState<CartRefusal | null>(null)
  return (
    <>
      <ul className={classes(style.cards, strip ?? style.grid)} data-columns={columnsOf(products.length)}>
        {priced.map((product, index) => (
          <li
            key={product.id}
            className={!strip && index % 2 === 0 && index === products.length - 1 ? style.alone : undefined}
          >
            <ProductCard
              product={product}
              isNarrow={isNarrow}
              load={index >= eager ? 'lazy' : index === 0 && !strip ? 'first' : 'eager'}
              onRefused={setRefusal}
            />
          </li>
        ))}
      </ul>
      <RefusalDialog refusal={refusal} onClose={() => setRefusal(null)} />
    </>
  )
}

/** Wide rows have four cards, or another number where one card would be left. Not by CSS, which sees half a page arrive. */
const columnsOf = (cards: number) => (cards % 4 !== 1 ? undefined : cards % 5 === 1 ? 3 : 5)

/** Says why a product could not be put in the cart. */
export function RefusalDialog({ refusal, onClose }: { refusal: CartRefusal | null; onClose: () => void }) {
  return (
    <Dialog
      isOpen={refusal !== null}
      onClose={onClose}
      title={refusal?.title}
      actions={
        <Button data-autofocus="" onClick={onClose}>
          D’accord
        </Button>
      }
    >
      <p>{refusal?.text}</p>
    </Dialog>
  )
}
