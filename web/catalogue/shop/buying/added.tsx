import type { Product } from '#features/catalogue/model.ts'
import { plus, times } from '#platform/kernel/money.ts'
import { addresses } from '#web/addresses.ts'
import { useCart } from '#web/cart/cart.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { PriceWithCode } from '#web/ui/price-with-code.tsx'
import { closeToast } from '#web/ui/toast.tsx'
import style from './added.module.css'

export interface AddedProps {
  product: Product
  quantity: number
}

/** What was added, what the cart comes to, and where to go from here. */
export function Added({ product, quantity }: AddedProps) {
  const total = plus(...useCart().map((line) => times(line.price, line.quantity)))
  return (
    <div className={style.added} data-low>
      <div className={style.product}>
        <Picture image={product.image} alt="" sizes="48px" load="eager" className={style.picture} />
        <p className={style.name}>
          {quantity} × {product.name}
        </p>
      </div>
      <p className={style.total}>
        <span>Total hors livraison</span>
        <PriceWithCode amount={total} />
      </p>
      <p className={style.promise}>Nous vous appelons, vous payez à la livraison</p>
      <div className={style.acts}>
        <ButtonLink size="small" to={addresses.checkout}>
          Passer à la caisse
        </ButtonLink>
        <Button look="plain" size="small" className={style.stay} onClick={closeToast}>
          Continuer
        </Button>
      </div>
    </div>
  )
}
