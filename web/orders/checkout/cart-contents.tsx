import { type ComponentType, lazy, Suspense } from 'react'
import { Link } from 'react-router'
import type { CardProduct } from '#features/catalogue/model.ts'
import { addresses } from '#web/addresses.ts'
import { useBrowserValue } from '#web/browser-value.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { Order } from '../order-form/use-order.ts'
import { LatestReceipt } from '../receipt/latest-receipt.tsx'
import { readReceipt, watchReceipt } from '../receipt/receipt.ts'
import style from './cart-contents.module.css'
import { CartLines } from './cart-lines.tsx'
import { FoldedCart } from './folded-cart.tsx'
import { PromoCode } from './promo-code.tsx'

export interface CartContentsProps {
  order: Order
  hasRoom: boolean
  /** Shown below an empty cart; null where they could not be had. */
  instead: { areSold: boolean; products: readonly CardProduct[] } | null | undefined
}

// A cart with something in it does without.
const ProductGrid = lazy<ComponentType<{ products: readonly CardProduct[]; eager: number }>>(() =>
  import('#web/catalogue/shop/product-grid.tsx').then(
    (module) => ({ default: module.ProductGrid }),
    () => ({ default: () => null }),
  ),
)

/** What the cart holds and the code that makes it cheaper, folded where there is no room. Loaded late. */
export function CartContents({ order, hasRoom, instead }: CartContentsProps) {
  if (order.lines.length === 0) return <EmptyCart isBuyer={order.isBuyer} instead={instead} />
  const lines = <CartLines order={order} />
  const code = !order.isBuyer && <PromoCode order={order} />
  // A supplier's field says why it has no use: that may stay folded.
  const isCodeInside = hasRoom || order.isSupplier
  const contents = (
    <>
      {lines}
      {isCodeInside && code}
    </>
  )
  if (hasRoom) return contents
  return (
    <FoldedCart order={order} code={!isCodeInside && code}>
      {contents}
    </FoldedCart>
  )
}

type EmptyCartProps = Pick<CartContentsProps, 'instead'> & { isBuyer: boolean }

/** Says that nothing is chosen, or that it was ordered a moment ago, and shows what others choose. */
function EmptyCart({ isBuyer, instead }: EmptyCartProps) {
  const receipt = useBrowserValue(watchReceipt, readReceipt, null)
  return (
    <div className={classes(common.stack, common.gap6)}>
      {receipt && <LatestReceipt receipt={receipt} isFolded />}
      <div className={classes(common.stack, style.empty)}>
        <EmptyState
          icon="bag"
          title="Votre panier est vide."
          action={
            <>
              <ButtonLink to={addresses.shop}>Voir la boutique</ButtonLink>
              {!isBuyer && <Link to={addresses.followOrder}>Suivre une commande déjà passée</Link>}
            </>
          }
        >
          {!isBuyer && 'Choisissez un produit\u00A0: vous ne payez qu’à la livraison, colis ouvert.'}
        </EmptyState>
        {instead && instead.products.length > 0 && (
          <section className={common.stack} aria-labelledby="ventes">
            <h2 id="ventes">{instead.areSold ? 'Nos meilleures ventes' : 'Nos nouveautés'}</h2>
            <Suspense fallback={<Skeleton shape="block" className={style.grid} />}>
              <ProductGrid products={instead.products} eager={2} />
            </Suspense>
          </section>
        )}
      </div>
    </div>
  )
}
