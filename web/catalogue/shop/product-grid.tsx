import { useState } from 'react'
import type { CardProduct } from '#features/catalogue/model.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { type CartRefusal, ProductCard } from './product-card.tsx'
import style from './product-grid.module.css'
import { useSupplierPrices } from './use-supplier-prices.ts'

interface ProductGridProps {
  products: readonly CardProduct[]
  /** The number of pictures in the first screen. */
  eager?: number
  /** A row that scrolls sideways where it is narrow, instead of columns. */
  isStrip?: boolean
}

export function ProductGrid({ products, eager = 0, isStrip = false }: ProductGridProps) {
  const priced = useSupplierPrices(products)
  const [refusal, setRefusal] = useState<CartRefusal | null>(null)
  return (
    <>
      <ul className={isStrip ? style.strip : style.grid} data-columns={columnsOf(products.length)}>
        {priced.map((product, index) => (
          <li
            key={product.id}
            className={!isStrip && index % 2 === 0 && index === products.length - 1 ? style.alone : undefined}
          >
            <ProductCard
              product={product}
              isCompact={isStrip}
              load={index >= eager ? 'lazy' : index === 0 && !isStrip ? 'first' : 'eager'}
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
