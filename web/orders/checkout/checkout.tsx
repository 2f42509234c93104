import { type ComponentType, lazy, Suspense, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { addresses } from '#web/addresses.ts'
import { orNetworkError } from '#web/api/api.ts'
import { takeOut, useCart } from '#web/cart/cart.ts'
import { readCart } from '#web/cart/stored-cart.ts'
import { forCards } from '#web/catalogue/shop/shop-query.ts'
import { pageServices, unlessAway } from '#web/loader-context.ts'
import { pageMeta } from '#web/shell/page-meta.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { PrivacyNotice } from '#web/ui/privacy-notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { OrderForm } from '../order-form/order-form.tsx'
import { ConfirmBeside, ConfirmButton, OrderBar, OrderDialogs, Paid, Unreachable } from '../order-form/order-parts.tsx'
import { type Basket, useOrder } from '../order-form/use-order.ts'
import type { Route } from './+types/checkout'
import type { CartContentsProps } from './cart-contents.tsx'
import style from './checkout.module.css'
import { FigureRows, TotalRows } from './totals.tsx'
import { useIsWide } from './use-is-wide.ts'

/** Products below an empty cart. */
const INSTEAD = 4

const CART: Basket = {
  read: readCart,
  empty: takeOut,
  refresh: () => orNetworkError(import('#web/cart/refresh/refresh.ts')).then(({ refreshCart }) => refreshCart()),
}

const importContents = () =>
  import('./cart-contents.tsx').then(
    (module) => ({ default: module.CartContents }),
    () => ({ default: Unreachable }),
  )
// Asked for at once, beside the page's own script: from 900 px on it is in sight.
const contents = import.meta.env.SSR ? undefined : importContents()
const CartContents = lazy<ComponentType<CartContentsProps>>(() => contents ?? importContents())

/** Best sellers, for an empty cart. */
export const loader = async ({ context }: Route.LoaderArgs) => {
  const { bestSellers } = context.get(pageServices)
  const instead = await unlessAway(bestSellers(INSTEAD))
  return { instead: instead && { ...instead, products: forCards(instead.products) } }
}

/** A cart with something in it needs no answer of the shop: its page opens at once. */
export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) =>
  readCart().length > 0 ? null : serverLoader().catch(() => null)

const BUYERS_DO_NOT_ORDER = 'Vous ne pouvez pas passer des commandes en tant que acheteur'

/** After the button was pressed. */
const STEPS = ['Nous vous appelons', 'Vous ouvrez le colis', 'Vous payez en espèces'] as const

export const meta = () =>
  pageMeta({
    title: 'Passer la commande',
    description: 'Vous payez en espèces à la réception, partout au Maroc.',
  })

export default function Checkout({ loaderData }: Route.ComponentProps) {
  const order = useOrder(useCart(), CART)
  const { isReady, isBuyer, lines, trouble, isRetrying, news } = order
  const isWide = useIsWide()
  const foot = useRef<HTMLDivElement>(null)

  // The message beside the button must not push the button out of sight.
  useEffect(() => {
    if (trouble || isRetrying) foot.current?.scrollIntoView({ block: 'nearest' })
  }, [trouble, isRetrying])

  const isEmpty = isReady && lines.length === 0
  const confirm = <ConfirmButton order={order}>Confirmer la commande</ConfirmButton>
  const waiting = <Skeleton shape="block" className={style.waiting} />
  const cart = (
    <Suspense fallback={waiting}>
      <CartContents order={order} hasRoom={isWide} instead={loaderData?.instead} />
    </Suspense>
  )

  return (
    <Page className={style.page}>
      <h1 tabIndex={-1}>Votre commande</h1>
      <div className={style.messages}>
        {isBuyer && <Notice tone="danger">{BUYERS_DO_NOT_ORDER}</Notice>}
        {news.length > 0 && (
          <Notice tone="warn" title="Votre panier a changé" role="status">
            {news.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
            <Button look="link" size="small" onClick={order.dismissNews}>
              J’ai compris
            </Button>
          </Notice>
        )}
      </div>
      {isEmpty ? (
        cart
      ) : (
        <div className={style.columns}>
          {!isWide && <div className={style.above}>{isReady ? cart : waiting}</div>}
          {!isBuyer && (
            <section className={style.delivery} aria-labelledby="delivery">
              <h2 id="delivery">
                Livraison<span className={style.forSuppliers}> à votre client</span>
              </h2>
              {order.refusal && <ErrorSummary title={order.refusal} errors={order.errors} attempt={order.attempts} />}
              <OrderForm order={order} />
            </section>
          )}
          <section className={style.cart} aria-label="Panier">
            {(isWide || !isReady) && (
              <div className={style.beside}>
                <h2>Votre panier</h2>
                {isWide ? cart : waiting}
              </div>
            )}
            {isReady && (
              <>
                <div className={style.bill}>
                  <FigureRows order={order} />
                  <TotalRows order={order} />
                </div>
                {/* With the cart: its pictures neither come before that nor are pushed down by it. */}
                {!isBuyer && !order.isSupplier && (
                  <div className={style.promise}>
                    <ol>
                      {STEPS.map((step) => (
                        <li key={step}>{step}</li>
                      ))}
                    </ol>
                    <Link to={`${addresses.terms}#changer-d-avis`}>7&nbsp;jours pour changer d’avis</Link>
                  </div>
                )}
              </>
            )}
          </section>
          {!isBuyer && (
            <>
              <div className={style.foot} ref={foot}>
                {order.excess !== null && trouble === null && (
                  <Notice tone="warn" role="status">
                    {order.excess}
                  </Notice>
                )}
                <ConfirmBeside order={order}>
                  <Paid order={order}>{confirm}</Paid>
                </ConfirmBeside>
              </div>
              <OrderBar order={order}>{confirm}</OrderBar>
              <PrivacyNotice className={style.law} purpose="préparer et à livrer la commande" />
            </>
          )}
        </div>
      )}
      <OrderDialogs order={order} />
    </Page>
  )
}
