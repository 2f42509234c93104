import { addresses } from '#web/addresses.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { Order } from '../order-form/use-order.ts'
import { CartLines } from './cart-lines.tsx'
import { FoldedCart } from './folded-cart.tsx'
import { PromoCode } from './promo-code.tsx'

interface CartContentsProps {
  order: Order
  hasRoom: boolean
}

/** What the cart holds and the code that makes it cheaper, folded where there is no room. Loaded late. */
export function CartContents({ order, hasRoom }: CartContentsProps) {
  if (order.lines.length === 0) return <EmptyCart isBuyer={order.isBuyer} />
  const contents = (
    <>
      <CartLines order={order} />
      {!order.isBuyer && <PromoCode order={order} hasRoom={hasRoom} />}
    </>
  )
  return hasRoom ? contents : <FoldedCart order={order}>{contents}</FoldedCart>
}

const EmptyCart = ({ isBuyer }: { isBuyer: boolean }) => (
  <EmptyState
    icon="bag"
    title="Votre panier est vide."
    action={<ButtonLink to={addresses.shop}>Voir la boutique</ButtonLink>}
  >
    {!isBuyer && 'Choisissez un produit, puis revenez ici pour commander.'}
  </EmptyState>
)
