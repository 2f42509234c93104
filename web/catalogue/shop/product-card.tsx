import { type ReactNode, useEffect, useId, useState } from 'react'
import { Link } from 'react-router'
import { addresses } from '#web/addresses.ts'
import { addToCart } from '#web/cart/cart.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import { Picture } from '#web/ui/picture.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Prices } from './prices.tsx'
import style from './product-card.module.css'
import type { PricedProduct } from './use-supplier-prices.ts'

const CARD_SIZES = '(min-width: 1280px) 292px, (min-width: 1024px) 24vw, (min-width: 640px) 30vw, 46vw'
const ADDED_MS = 2000
/** The largest stock that is shown as a number. */
export const FEW_LEFT = 5

export interface CartRefusal {
  title: string
  text: ReactNode
}

interface ProductCardProps {
  product: PricedProduct
  headingLevel: 'h2' | 'h3'
  load: 'lazy' | 'eager' | 'first'
  onRefused: (refusal: CartRefusal) => void
}

export function ProductCard({ product, headingLevel: Heading, load, onRefused }: ProductCardProps) {
  const titleId = useId()
  const isGone = product.stock < 1
  return (
    <article className={classes(style.card, isGone && style.gone)} aria-labelledby={titleId}>
      <Heading className={style.title} id={titleId}>
        <Link to={addresses.product(product.id)} prefetch="intent">
          {product.name}
        </Link>
      </Heading>
      <div className={style.picture}>
        <Picture image={product.image} alt="" sizes={CARD_SIZES} load={load} />
        {isGone && (
          <Badge tone="dark" className={style.badge}>
            Épuisé
          </Badge>
        )}
      </div>
      <div className={style.prices}>
        <Prices product={product} />
      </div>
      {!isGone && product.stock <= FEW_LEFT && <p className={style.stock}>Plus que {product.stock} en stock</p>}
      <div className={style.action}>
        <AddButton product={product} onRefused={onRefused} />
      </div>
    </article>
  )
}

function AddButton({ product, onRefused }: Pick<ProductCardProps, 'product' | 'onRefused'>) {
  const [added, setAdded] = useState(0)

  useEffect(() => {
    if (added === 0) return
    const timer = setTimeout(() => setAdded(0), ADDED_MS)
    return () => clearTimeout(timer)
  }, [added])

  const add = () => {
    const answer = addToCart(product, 1)
    if (!answer.ok) return onRefused(answer)
    setAdded(added + 1)
    toast({
      title: 'Produit ajouté au panier !',
      text: product.name,
      action: { label: 'Voir le panier', to: addresses.checkout },
    })
  }

  return (
    <Button
      size="small"
      look="plain"
      wide
      icon={added > 0 ? 'check' : 'bag'}
      className={classes(style.add, added > 0 && style.added)}
      aria-label={`${added > 0 ? 'Ajouté' : 'Ajouter'} au panier, ${product.name}`}
      onClick={add}
    >
      {added > 0 ? 'Ajouté' : 'Ajouter'}
    </Button>
  )
}
