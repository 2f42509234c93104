import { type ReactNode, useEffect, useState } from 'react'
import { formatDirhams } from '#platform/kernel/money.ts'
import { piecesIn } from '#web/cart/lines.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Icon } from '#web/ui/icon.tsx'
import { Picture } from '#web/ui/picture.tsx'
import type { Order } from '../order-form/use-order.ts'
import style from './folded-cart.module.css'

const MOST_PICTURES = 2

interface FoldedCartProps {
  order: Order
  /** In sight below it, folded or not. */
  code: ReactNode
  children: ReactNode
}

/** The cart of a phone: its pictures, its count and what they cost in one row, which opens. The bar below has the sum. What is wrong in it opens it. */
export function FoldedCart({ order, code, children }: FoldedCartProps) {
  const { lines, lineProblems } = order
  const hasProblem = lineProblems.size > 0
  const [isOpen, setOpen] = useState(order.isBuyer)
  useEffect(() => {
    if (hasProblem) setOpen(true)
  }, [hasProblem])

  const pieces = piecesIn(lines)
  return (
    <div className={style.cart}>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className={style.row}>
          <span className={style.pictures}>
            {lines.slice(0, MOST_PICTURES).map(({ productId, image }) => (
              <Picture key={productId} image={image} alt="" sizes="48px" load="eager" className={style.picture} />
            ))}
            {lines.length > MOST_PICTURES && (
              <span className={style.others} aria-hidden="true">
                +{lines.length - MOST_PICTURES}
              </span>
            )}
          </span>
          <h2 className={style.words}>
            Votre panier{' '}
            <span className={common.note}>
              {pieces} {pieces > 1 ? 'articles' : 'article'} · {formatDirhams(order.figures.subtotal)}
            </span>
          </h2>
          <Icon name="chevron-down" />
        </summary>
        <div className={classes(common.stack, style.contents)}>{children}</div>
      </details>
      {code && <div className={style.code}>{code}</div>}
    </div>
  )
}
