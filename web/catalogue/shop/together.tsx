import { useState } from 'react'
import { Link } from 'react-router'
import type { CardProduct, Product } from '#features/catalogue/model.ts'
import { plus } from '#platform/kernel/money.ts'
import { addresses } from '#web/addresses.ts'
import { addToCart, useQuantityInCart } from '#web/cart/cart.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Icon } from '#web/ui/icon.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { PriceWithCode } from '#web/ui/price-with-code.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { PackSaving } from './pack.tsx'
import { Prices } from './prices.tsx'
import type { CartRefusal } from './product-card.tsx'
import { RefusalDialog } from './product-grid.tsx'
import style from './together.module.css'
import { type PricedProduct, useSupplierPrices } from './use-supplier-prices.ts'

interface TogetherProps {
  product: Product
  /** The product that stood in most orders with this one; null while there are too few. */
  other: CardProduct | null
  /** A pack with this product in it. */
  pack: CardProduct | null
  className: string | undefined
}

/** What goes with a product: the one that is ordered with it most often, and a pack of which it is a part. */
export function Together({ product, other, pack, className }: TogetherProps) {
  if (!other && !pack) return null
  return (
    <div className={classes(style.together, className)}>
      {other && <Pair product={product} other={other} />}
      {pack && <PackWith pack={pack} />}
    </div>
  )
}

function Pair({ product, other }: { product: Product; other: CardProduct }) {
  const both = useSupplierPrices<Product>([product, other])
  return (
    <section className={classes(style.offer, style.pair)} aria-labelledby="souvent">
      <h2 className={style.title} id="souvent">
        Souvent commandé avec
      </h2>
      <div className={style.pictures}>
        <Picture image={product.image} alt="" sizes="96px" />
        <Icon name="plus" size={18} />
        <Picture image={other.image} alt="" sizes="96px" />
      </div>
      <div className={style.words}>
        <Link to={addresses.product(other.id)} prefetch="intent">
          {other.name}
        </Link>
        <Prices product={both[1]!} />
      </div>
      <AddBoth both={both} />
    </section>
  )
}

/** Puts in the cart what is not there yet. */
function AddBoth({ both }: { both: readonly PricedProduct[] }) {
  const [refusal, setRefusal] = useState<CartRefusal | null>(null)
  const counts = [useQuantityInCart(both[0]!.id), useQuantityInCart(both[1]!.id)]
  const missing = both.filter((_, nth) => counts[nth] === 0)
  const add = () => {
    for (const each of missing) {
      const answer = addToCart(each, 1)
      if (!answer.ok) return setRefusal(answer)
    }
    toast({
      title: missing.length > 1 ? 'Produits ajoutés au panier !' : 'Produit ajouté au panier !',
      action: { label: 'Voir le panier', to: addresses.checkout },
      isShort: true,
    })
  }
  const isDone = missing.length === 0
  return (
    <>
      <Button look="plain" icon={isDone ? 'check' : 'bag'} className={style.add} aria-disabled={isDone} onClick={add}>
        {isDone ? (
          'Dans votre panier'
        ) : (
          <>
            {missing.length > 1 ? 'Ajouter les deux' : 'Ajouter aussi'} · <Sum of={missing} />
          </>
        )}
      </Button>
      <RefusalDialog refusal={refusal} onClose={() => setRefusal(null)} />
    </>
  )
}

function Sum({ of }: { of: readonly PricedProduct[] }) {
  if (of.some((each) => each.isPriceAwaited)) return <Skeleton />
  return <PriceWithCode amount={plus(...of.map((each) => each.distributorPrice ?? each.userPrice))} isBesideDearer />
}

function PackWith({ pack }: { pack: CardProduct }) {
  const priced = useSupplierPrices([pack])[0]!
  return (
    <section className={classes(style.offer, style.pack)} aria-labelledby="pack">
      <h2 className={style.title} id="pack">
        Aussi dans ce pack
      </h2>
      <div className={style.pictures}>
        <Picture image={pack.image} alt="" sizes="96px" />
      </div>
      <div className={style.words}>
        <Link to={addresses.product(pack.id)} prefetch="intent" className={style.whole}>
          {pack.name}
        </Link>
        <div className={classes(common.wrap, style.prices)}>
          <Prices product={priced} isBesideDearer />
          {pack.separately !== null && <PackSaving separately={pack.separately} price={pack.userPrice} />}
        </div>
      </div>
      <Icon name="chevron-right" />
    </section>
  )
}
