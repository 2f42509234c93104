import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { CardProduct } from '#features/catalogue/model.ts'
import { plus } from '#platform/kernel/money.ts'
import { addresses } from '#web/addresses.ts'
import { addToCart, useCart } from '#web/cart/cart.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Icon } from '#web/ui/icon.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { PriceWithCode } from '#web/ui/price-with-code.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Prices } from '../prices.tsx'
import type { PricedProduct } from '../use-supplier-prices.ts'
import { PackSaving } from './pack.tsx'
import style from './together.module.css'

type Priced = CardProduct & PricedProduct

const SIZES = '(min-width: 480px) 120px, 42vw'

interface TogetherProps {
  product: Priced
  /** At most a product that stood in many orders with this one, and a pack with this one in it. */
  around: readonly Priced[]
  className: string | undefined
}

/** What goes with a product: the one that is ordered with it most often, and a pack of which it is a part. */
export function Together({ product, around, className }: TogetherProps) {
  const other = around.find(({ category }) => category !== 'pack')
  const pack = around.find(({ category }) => category === 'pack')
  if (around.length === 0) return null
  return (
    <div className={classes(style.together, className)}>
      {other && (
        <Offer
          kind="pair"
          title="Souvent commandé avec"
          product={other}
          before={
            <>
              <Picture image={product.image} alt="" sizes={SIZES} />
              <Icon name="plus" size={18} />
            </>
          }
        >
          <AddTogether products={[product, other]} />
        </Offer>
      )}
      {pack && (
        <Offer
          kind="pack"
          title={product.stock > 0 ? 'Existe aussi en pack' : 'Encore disponible en pack'}
          product={pack}
        >
          <ButtonLink look="soft" icon="box" className={style.act} to={addresses.product(pack.id)} prefetch="intent">
            Voir le pack
          </ButtonLink>
        </Offer>
      )}
    </div>
  )
}

interface OfferProps {
  kind: 'pair' | 'pack'
  title: string
  product: Priced
  /** Stands before its picture. */
  before?: ReactNode
  children: ReactNode
}

const Offer = ({ kind, title, product, before, children }: OfferProps) => (
  <section className={classes(style.offer, style[kind])} aria-labelledby={kind}>
    <h2 id={kind}>{title}</h2>
    <div className={style.pictures}>
      {before}
      <Picture image={product.image} alt="" sizes={SIZES} />
    </div>
    <div className={style.words}>
      <Link to={addresses.product(product.id)} prefetch="intent">
        {product.name}
      </Link>
      <div className={common.wrap}>
        <Prices product={product} size="plain" isBesideDearer={product.separately !== null} />
        {product.separately !== null && <PackSaving separately={product.separately} price={product.userPrice} />}
      </div>
    </div>
    {children}
  </section>
)

/** Puts in the cart what is not there yet: one piece of something in stock, which nothing refuses. */
export function AddTogether({ products }: { products: readonly Priced[] }) {
  const inCart = useCart()
  const missing = products.filter(({ id }) => !inCart.some(({ productId }) => productId === id))
  const isDone = missing.length === 0
  const add = () => {
    for (const each of missing) addToCart(each, 1)
    toast({
      title: missing.length > 1 ? 'Produits ajoutés au panier !' : 'Produit ajouté au panier !',
      action: { label: 'Voir le panier', to: addresses.checkout },
      isShort: true,
    })
  }
  const words = missing.length > 1 ? 'Ajouter les deux' : products.length > 1 ? 'Ajouter aussi' : 'Ajouter le pack'
  return (
    <Button look="soft" className={style.act} icon={isDone ? 'check' : 'bag'} aria-disabled={isDone} onClick={add}>
      {isDone ? 'Dans votre panier' : words}
      {!isDone && products.length > 1 && !products.some(({ isPriceAwaited }) => isPriceAwaited) && (
        <>
          {' · '}
          <PriceWithCode
            amount={plus(...missing.map((each) => each.distributorPrice ?? each.userPrice))}
            isBesideDearer
          />
        </>
      )}
    </Button>
  )
}
