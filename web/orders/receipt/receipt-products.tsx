import { type Centimes, formatDirhams, times } from '#platform/kernel/money.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Picture } from '#web/ui/picture.tsx'
import { Price } from '#web/ui/price.tsx'
import type { Receipt } from './receipt.ts'
import style from './receipt-products.module.css'

interface ReceiptProductsProps {
  lines: Receipt['lines']
  discount: Centimes
  delivery: Centimes
}

/** The products at the prices that the courier collects, with the delivery and what a code takes off. */
export function ReceiptProducts({ lines, discount, delivery }: ReceiptProductsProps) {
  return (
    <div className={classes(common.stack, common.gap3)}>
      <ul className={classes(common.stack, common.gap3)} aria-label="Articles de la commande">
        {lines.map(({ productId, name, image, userPrice, quantity }) => (
          <li key={productId} className={style.line}>
            <Picture image={image} alt="" sizes="48px" className={style.picture} />
            <span className={classes(common.anywhere, style.name)}>{name}</span>
            <span className={common.note}>
              {quantity}&nbsp;× {formatDirhams(userPrice)}
            </span>
            <Price amount={times(userPrice, quantity)} className={common.strong} />
          </li>
        ))}
      </ul>
      <dl className={style.sums}>
        {discount > 0 && (
          <div>
            <dt>Remise</dt>
            <dd>−{formatDirhams(discount)}</dd>
          </div>
        )}
        <div>
          <dt>Livraison</dt>
          <dd>{formatDirhams(delivery)}</dd>
        </div>
      </dl>
    </div>
  )
}
