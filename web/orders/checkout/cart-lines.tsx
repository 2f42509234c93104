import { useRef } from 'react'
import { Link } from 'react-router'
import type { ProductId } from '#platform/kernel/ids.ts'
import { minus, times } from '#platform/kernel/money.ts'
import { addresses } from '#web/addresses.ts'
import { remove, setQuantity } from '#web/cart/cart.ts'
import { quantityIdOf } from '#web/cart/lines.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Icon } from '#web/ui/icon.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { Price } from '#web/ui/price.tsx'
import { QuantityInput } from '#web/ui/quantity-input.tsx'
import type { Order } from '../order-form/use-order.ts'
import style from './cart-lines.module.css'
import { shareOut } from './share-out.ts'

/** The lines of the cart, each with its quantity and what is wrong with it. */
export function CartLines({ order: { lines, figures, lineProblems, stocks, lineChanged } }: { order: Order }) {
  const list = useRef<HTMLUListElement>(null)

  const totals = lines.map(({ price, quantity }) => times(price, quantity))
  const discounts = shareOut(figures.discount, totals)

  const takeOut = (productId: ProductId, name: string) => {
    remove(productId)
    lineChanged(productId)
    announce(`${name} a été retiré de votre panier.`)
    // The pressed button is gone, and with the last line the whole list: then the page's heading takes the focus.
    const isLast = lines.length === 1
    ;(isLast ? document.querySelector('h1') : list.current)?.focus()
  }

  return (
    <ul className={classes(common.stack, style.lines)} ref={list} tabIndex={-1} aria-label="Articles du panier">
      {lines.map(({ productId, name, image, price, quantity }, nth) => {
        const problem = lineProblems.get(productId)
        const problemId = `${quantityIdOf(productId)}-error`
        return (
          <li key={productId} className={classes(common.stack, style.line)}>
            <Picture image={image} alt="" sizes="80px" className={style.picture} />
            <div className={classes(common.wrap, style.head)}>
              <div className={style.about}>
                <Link className={classes(common.medium, style.name)} to={addresses.product(productId)}>
                  {name}
                </Link>
                {quantity > 1 && (
                  <p className={common.hint}>
                    <Price amount={price} /> l’unité
                  </p>
                )}
              </div>
              <button type="button" className={style.remove} onClick={() => takeOut(productId, name)}>
                <Icon name="trash" size={18} />
                <span className={style.word}>Retirer</span>
                <span className="visually-hidden"> {name}</span>
              </button>
            </div>
            <div className={classes(common.wrap, style.controls)}>
              <QuantityInput
                id={quantityIdOf(productId)}
                label={`Quantité de ${name}`}
                value={quantity}
                max={stocks.get(productId)}
                isInvalid={problem !== undefined}
                describedBy={problem === undefined ? undefined : problemId}
                onChange={(chosen) => {
                  setQuantity(productId, chosen)
                  lineChanged(productId)
                }}
              />
              <span className={classes(common.bold, style.total)}>
                <Price amount={totals[nth]!} />{' '}
                {figures.discount > 0 && (
                  <small>
                    <Price amount={minus(totals[nth]!, discounts[nth]!)} /> avec le code
                  </small>
                )}
              </span>
            </div>
            {problem !== undefined && (
              <p className={classes(common.problem, common.across)} id={problemId}>
                <Icon name="danger" size={16} />
                <span>
                  <span className="visually-hidden">Erreur&nbsp;: </span>
                  {problem}
                </span>
              </p>
            )}
          </li>
        )
      })}
    </ul>
  )
}
