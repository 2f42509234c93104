import type { Order } from '../order-form/use-order.ts'
import { CartLines } from './cart-lines.tsx'
import { PromoCode } from './promo-code.tsx'

/** What the cart holds and the code that makes it cheaper. Loaded late: on a phone it is folded away at first. */
export const CartContents = ({ order, hasRoom }: { order: Order; hasRoom: boolean }) => (
  <>
    <CartLines order={order} />
    {!order.isBuyer && <PromoCode order={order} hasRoom={hasRoom} />}
  </>
)
