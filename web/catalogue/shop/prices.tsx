import { minus } from '#platform/kernel/money.ts'
import { useSession } from '#web/session/session.ts'
import { classes } from '#web/ui/class-names.ts'
import { Price } from '#web/ui/price.tsx'
import { PriceWithCode } from '#web/ui/price-with-code.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import style from './prices.module.css'
import type { PricedProduct } from './use-supplier-prices.ts'

interface PricesProps {
  product: PricedProduct
  /** `card` has room for two lines, one below the other; `plain` has none. */
  size?: 'card' | 'large' | 'plain'
  /** True where a dearer price is struck through beside them. */
  isBesideDearer?: boolean
}

/** The price of a product. Suppliers read their own price first, then the customer's price and their gain. */
export function Prices({ product, size = 'card', isBesideDearer = false }: PricesProps) {
  const session = useSession()
  return (
    <div className={style[size]}>
      <p className={classes(style.price, style.everyone)}>
        <PriceWithCode amount={product.userPrice} isBesideDearer={isBesideDearer} />
      </p>
      <div className={style.supplier}>
        {session?.role === 'supplier' && <SupplierPrices product={product} isLarge={size === 'large'} />}
      </div>
    </div>
  )
}

function SupplierPrices({ product, isLarge }: { product: PricedProduct; isLarge: boolean }) {
  const { distributorPrice, userPrice, isPriceAwaited } = product
  if (distributorPrice === undefined && !isPriceAwaited)
    return (
      <>
        <p className={style.detail}>Prix client</p>
        <p className={style.price}>
          <Price amount={userPrice} />
        </p>
        <p className={style.detail}>Votre prix s’affiche au panier.</p>
      </>
    )
  return (
    <>
      <p className={style.price}>
        <span className={isLarge ? style.own : 'visually-hidden'}>Votre prix </span>
        {distributorPrice === undefined ? <Skeleton className={style.wait} /> : <Price amount={distributorPrice} />}
      </p>
      <p className={style.detail}>
        Prix client <Price amount={userPrice} />
      </p>
      {distributorPrice !== undefined && (
        <p className={classes(style.detail, style.gain)}>
          Votre gain <Price amount={minus(userPrice, distributorPrice)} />
        </p>
      )}
    </>
  )
}
