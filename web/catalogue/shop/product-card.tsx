import { type ReactNode, useId, useRef } from 'react'
import { Link } from 'react-router'
import type { CardProduct } from '#features/catalogue/model.ts'
import { addresses } from '#web/addresses.ts'
import { addToCart, remove, setQuantity, useQuantityInCart } from '#web/cart/cart.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { toast } from '#web/ui/toast.tsx'
import { TellMe, useChatNumber } from './buying/tell-me.tsx'
import { Prices } from './prices.tsx'
import style from './product-card.module.css'
import { Saving } from './saving.tsx'
import type { PricedProduct } from './use-supplier-prices.ts'

const CARD_SIZES = '(min-width: 1280px) 292px, (min-width: 1024px) 24vw, (min-width: 640px) 30vw, 46vw'
const NARROW_SIZES = '(min-width: 1024px) 206px, 148px'
/** The largest stock that is shown as a number. */
export const FEW_LEFT = 5

export interface CartRefusal {
  title: string
  text: ReactNode
}

interface ProductCardProps {
  product: CardProduct & PricedProduct
  load: 'lazy' | 'eager' | 'first'
  /** In a row of narrow cards. Its class sets the variables of `product-card.module.css`. */
  isNarrow?: boolean
  onRefused: (refusal: CartRefusal) => void
}

export function ProductCard({ product, load, isNarrow = false, onRefused }: ProductCardProps) {
  const titleId = useId()
  const isGone = product.stock < 1
  return (
    <article className={classes(style.card, isGone && style.gone)} aria-labelledby={titleId}>
      <div className={style.words}>
        <h3 className={style.title} id={titleId}>
          <Link to={addresses.product(product.id)} prefetch="intent" title={product.name}>
            {wellBroken(product.name)}
          </Link>
        </h3>
        {product.benefit && <Benefit text={product.benefit} />}
        {product.stock <= FEW_LEFT && (
          <p className={style.stock}>
            {isGone ? 'Épuisé' : `Plus ${product.stock === 1 ? 'qu’un' : `que ${product.stock}`} en stock`}
          </p>
        )}
        {product.separately !== null && (
          <p className={style.saving}>
            Économisez <Saving separately={product.separately} price={product.userPrice} />
          </p>
        )}
      </div>
      <div className={style.picture}>
        <Picture image={product.image} alt="" sizes={isNarrow ? NARROW_SIZES : CARD_SIZES} load={load} />
      </div>
      <div className={style.prices}>
        <Prices product={product} />
      </div>
      <div className={style.action}>
        <InCart product={product} onRefused={onRefused} />
      </div>
    </article>
  )
}

/** No line of a name ends in a short word that belongs to the next one: `à la niacinamide`. */
export const wellBroken = (name: string) =>
  name
    .split(' ')
    .map((word) => word + (word.length < 3 ? '\u00A0' : ' '))
    .join('')
    .trim()

/** The benefit and the size. */
function Benefit({ text }: { text: string }) {
  const [benefit, size] = text.split(/ · (?!.* · )/)
  return (
    <p className={classes(style.benefit, size && style.sized)}>
      <span>{benefit}</span>
      {size && <span>{size}</span>}
    </p>
  )
}

/**
 * *Ajouter*, which becomes the + of a stepper once the product is in the cart: the same button in the same place, so that it
 * keeps the focus.
 */
function InCart({ product, onRefused }: Pick<ProductCardProps, 'product' | 'onRefused'>) {
  const quantity = useQuantityInCart(product.id)
  const isIn = quantity > 0
  const adding = useRef<HTMLButtonElement>(null)
  const canTell = !!useChatNumber() && product.stock < 1 && !isIn

  const add = () => {
    const answer = addToCart(product, 1)
    if (!answer.ok)
      return onRefused(canTell ? { ...answer, text: [answer.text, <TellMe key="tell" product={product} />] } : answer)
    if (isIn) return
    toast({
      title: 'Produit ajouté au panier !',
      action: { label: 'Voir le panier', to: addresses.checkout },
      isShort: true,
    })
  }
  const takeOne = () => {
    if (quantity > 1) return setQuantity(product.id, quantity - 1)
    // The pressed button goes with the last piece.
    adding.current?.focus()
    remove(product.id)
  }

  return (
    <div className={classes(style.adding, isIn && style.stepper)}>
      {isIn && (
        <button
          type="button"
          className={style.step}
          aria-label={`${quantity > 1 ? 'Enlever une unité' : 'Retirer du panier'}, ${product.name}`}
          onClick={takeOne}
        >
          <Icon name="minus" size={18} />
        </button>
      )}
      {isIn && (
        <p className={style.quantity} aria-live="polite">
          {quantity}
          <span className="visually-hidden"> au panier</span>
        </p>
      )}
      <Button
        ref={adding}
        size="small"
        look={isIn ? 'plain' : 'soft'}
        wide
        className={isIn ? style.step : classes(style.add, canTell && style.tell)}
        {...(!isIn && { icon: canTell ? 'whatsapp' : 'bag' })}
        aria-label={`${canTell ? 'Me prévenir' : 'Ajouter au panier'}, ${product.name}`}
        onClick={add}
      >
        {isIn ? <Icon name="plus" size={18} /> : canTell ? 'Me prévenir' : 'Ajouter'}
      </Button>
    </div>
  )
}
