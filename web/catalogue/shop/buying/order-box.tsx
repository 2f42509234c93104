import {
  type ComponentType,
  lazy,
  type MouseEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useRouteLoaderData } from 'react-router'
import type { Product } from '#features/catalogue/model.ts'
import { type Centimes, formatDirhams, formatShortDirhams, minus, plus, times } from '#platform/kernel/money.ts'
import { addresses } from '#web/addresses.ts'
import { addToCart } from '#web/cart/cart.ts'
import { quantityIdOf } from '#web/cart/lines.ts'
import { readCart } from '#web/cart/stored-cart.ts'
import type { loader as rootLoader } from '#web/root.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Picture } from '#web/ui/picture.tsx'
import { Price } from '#web/ui/price.tsx'
import codeStyle from '#web/ui/price-with-code.module.css'
import { PriceWithCode, withCode } from '#web/ui/price-with-code.tsx'
import { QuantityInput } from '#web/ui/quantity-input.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { CartRefusal } from '../product-card.tsx'
import { RefusalDialog } from '../product-grid.tsx'
import type { PricedProduct } from '../use-supplier-prices.ts'
import type { AddedProps } from './added.tsx'
import style from './order-box.module.css'

const ADDED_MS = 3000
/** `--header` of `tokens.css` on a phone. */
const HEADER_PX = 56

const QUICK_ORDER = 'Commander en une minute'

const NotLoaded = () => (
  <p role="alert">Le formulaire ne s’est pas chargé. Vérifiez la connexion, ou passez à la caisse.</p>
)

interface QuickOrderProps {
  product: Product
  quantity: number
  onSending: (isSending: boolean) => void
}

const QuickOrder = lazy<ComponentType<QuickOrderProps>>(() =>
  import('#web/orders/quick-order/quick-order.tsx').catch(() => ({ default: NotLoaded })),
)

interface OrderBoxProps {
  product: PricedProduct
  /** The price, which the quantity stands beside. */
  children: ReactNode
}

/** The quantity of a product in stock, and the three ways to order it. */
export function OrderBox({ product, children }: OrderBoxProps) {
  const [quantity, setQuantity] = useState(1)
  const [refusal, setRefusal] = useState<CartRefusal | null>(null)
  const [isQuick, setQuick] = useState(false)
  const [isSending, setSending] = useState(false)
  const [Added, setAdded] = useState<ComponentType<AddedProps> | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const isPassed = useIsScrolledPast(box)
  const errorId = useId()
  const isTooMany = quantity > product.stock
  const isSuppliers = product.isPriceAwaited || product.distributorPrice !== undefined
  const pieces = Math.min(quantity, product.stock)
  const { feeSpan } = useRouteLoaderData<typeof rootLoader>('root')!

  // It comes after the page; until it is there, and where it does not come, the toast has a plain link.
  useEffect(() => {
    import('./added.tsx').then(
      (module) => setAdded(() => module.Added),
      () => undefined,
    )
  }, [])

  const add = () => {
    const answer = addToCart(product, quantity)
    if (!answer.ok) return setRefusal(answer)
    toast({
      title: 'Produit ajouté au panier!',
      ...(Added
        ? { text: <Added product={product} quantity={quantity} /> }
        : { action: { label: 'Voir le panier', to: addresses.checkout } }),
      duration: ADDED_MS,
    })
  }

  const addFirst = (event: MouseEvent) => {
    if (readCart().length > 0) return
    const answer = addToCart(product, quantity)
    if (answer.ok) return
    event.preventDefault()
    setRefusal(answer)
  }

  return (
    <>
      <div className={classes(common.stack, common.gap3, style.order)} ref={box}>
        <div className={classes(common.wrap, style.amount)}>
          {children}
          <QuantityInput
            label="Quantité"
            id={quantityIdOf(product.id)}
            value={quantity}
            max={product.stock}
            onChange={setQuantity}
            isInvalid={isTooMany}
            describedBy={isTooMany ? errorId : undefined}
          />
        </div>
        {isTooMany && (
          <p className={common.problem} id={errorId} role="status">
            Il ne reste que {product.stock} unités en stock.
          </p>
        )}
        <div className={style.card}>
          <Button
            look={isQuick ? 'plain' : 'primary'}
            icon={isQuick ? 'close' : 'chevron-down'}
            className={style.toggle}
            aria-expanded={isQuick}
            aria-disabled={isSending}
            onClick={() => setQuick(!isQuick)}
          >
            <span className={common.iconed}>
              {isQuick && <Picture image={product.image} alt="" sizes="44px" />}
              <span>
                {QUICK_ORDER}{' '}
                <span className={style.promise}>
                  {isQuick ? (
                    `${quantity}\u00A0× ${product.name}`
                  ) : isSuppliers ? (
                    'Pour votre client, en 4 champs'
                  ) : (
                    <>
                      <Least price={times(product.userPrice, pieces)} />, livraison comprise
                    </>
                  )}
                </span>
              </span>
            </span>
          </Button>
          {isQuick && (
            <section className={style.quick} aria-label={QUICK_ORDER}>
              <Suspense fallback={<Skeleton shape="block" className={style.quickRoom} />}>
                <QuickOrder product={product} quantity={quantity} onSending={setSending} />
              </Suspense>
            </section>
          )}
        </div>
        <div className={style.others} hidden={isQuick}>
          <Button look="soft" onClick={add}>
            Ajouter au panier
          </Button>
          <ButtonLink look="secondary" to={addresses.checkout} prefetch="intent" data-acts="" onClick={addFirst}>
            Passer à la caisse
          </ButtonLink>
        </div>
      </div>
      <div className={style.sticky} data-shown={isPassed}>
        <Picture image={product.image} alt="" sizes="48px" />
        <div className={style.stickyWords}>
          <p className={style.stickyName}>{product.name}</p>
          <p className={common.bold}>
            {!isSuppliers ? (
              <PriceWithCode amount={times(product.userPrice, pieces)} isBesideDearer />
            ) : product.isPriceAwaited ? (
              <Skeleton />
            ) : (
              <Price amount={product.distributorPrice ?? product.userPrice} />
            )}
            <span className={style.promise}>{isSuppliers ? <Gain product={product} /> : feeWords(feeSpan)}</span>
          </p>
        </div>
        <Button look="soft" size="small" icon="bag" aria-label={`Ajouter au panier, ${product.name}`} onClick={add}>
          Ajouter
        </Button>
        <Button size="small" onClick={() => (isQuick ? box.current!.scrollIntoView() : setQuick(true))}>
          Commander
        </Button>
      </div>
      <RefusalDialog refusal={refusal} onClose={() => setRefusal(null)} />
    </>
  )
}

/** The fee that a visitor pays besides the price. */
const feeWords = ({ least, most }: { least: Centimes; most: Centimes }): string =>
  most === 0 ? 'Livraison offerte' : `+ livraison ${least < most ? 'dès ' : ''}${formatShortDirhams(least)}`

/** The gain of a supplier on one piece; the customers' price has none where its own could not be had. */
const Gain = ({ product: { userPrice, distributorPrice, isPriceAwaited } }: { product: PricedProduct }) =>
  distributorPrice === undefined ? (
    isPriceAwaited ? (
      'Votre prix'
    ) : (
      'Prix client'
    )
  ) : (
    <>Votre gain {formatDirhams(minus(userPrice, distributorPrice))}</>
  )

/** The least that is paid at the door, with the code of a link where there is one: `Dès 169,50 DH`. */
function Least({ price }: { price: Centimes }) {
  const { feeSpan, rates } = useRouteLoaderData<typeof rootLoader>('root')!
  const least = (amount: Centimes) => formatDirhams(plus(amount, feeSpan.least))
  return (
    <>
      Dès <span className={codeStyle.withoutCode}>{least(price)}</span>
      <span className={codeStyle.withCode}>{least(withCode(price, rates.discountPercent))}</span>
    </>
  )
}

/** True while an element is above the screen, or below its header. */
function useIsScrolledPast(element: React.RefObject<HTMLElement | null>): boolean {
  const [isPast, setPast] = useState(false)
  useEffect(() => {
    if (!element.current) return
    // An element below the screen counts as on it: a jump from above it to below it would report nothing otherwise.
    const observer = new IntersectionObserver(([entry]) => setPast(entry?.isIntersecting === false), {
      rootMargin: `-${HEADER_PX}px 0px 1000000px`,
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isPast
}
