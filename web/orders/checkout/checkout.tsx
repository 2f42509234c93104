import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useRevalidator, useRouteLoaderData } from 'react-router'
import { guestLimitsOf, piecesProblem, totalProblem } from '#features/orders/guest-limits/rules.ts'
import { orderFigures, ratesFor } from '#features/orders/rules.ts'
import type { Centimes } from '#platform/kernel/money.ts'
import { addresses } from '#web/addresses.ts'
import { NetworkError } from '#web/api/api.ts'
import { errorSentence } from '#web/api/french-errors.ts'
import { useCart } from '#web/cart/cart.ts'
import type { CartLines } from '#web/cart/lines.ts'
import type { loader as rootLoader } from '#web/root.tsx'
import { useSession } from '#web/session/session.ts'
import { pageMeta } from '#web/shell/page-meta.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { Price } from '#web/ui/price.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useIsReady } from '#web/ui/use-is-ready.ts'
import style from './checkout.module.css'
import { fieldIdOf, RECIPIENT_ORDER } from './checkout-fields.ts'
import { CHECKOUT_FORM_ID, CheckoutForm } from './checkout-form.tsx'
import { CheckoutLines, quantityIdOf } from './checkout-lines.tsx'
import { PromoField, usePromo } from './checkout-promo.tsx'
import { loadDialogs, loadTroubleNotice, mayHaveArrived, useCheckout } from './checkout-state.ts'
import { FigureRows, TotalRows } from './checkout-summary.tsx'
import { useIsOnline } from './use-is-online.ts'

const CheckoutDialogs = lazy(() => loadDialogs().then((module) => ({ default: module.CheckoutDialogs })))

/** Falls back to a plain sentence where the connection was lost before the notice was loaded. */
const TroubleNotice = lazy(() =>
  loadTroubleNotice().then(
    (module) => ({ default: module.TroubleNotice }),
    () => ({ default: Unreachable }),
  ),
)

const Unreachable = () => (
  <Notice tone="danger" role="alert">
    {errorSentence(new NetworkError(null))}
  </Notice>
)

const BUYERS_DO_NOT_ORDER = 'Vous ne pouvez pas passer des commandes en tant que acheteur'

export const meta = () =>
  pageMeta({
    title: 'Passer la commande',
    description: 'Nom, téléphone, ville et adresse\u00A0: vous payez en espèces à la réception, partout au Maroc.',
  })

export default function Checkout() {
  const isReady = useIsReady()
  const cart = useCart()
  const { settings, rates, feesInWords } = useRouteLoaderData<typeof rootLoader>('root')!
  const { revalidate } = useRevalidator()
  const role = useSession()?.role
  const isSupplier = role === 'supplier'
  const isBuyer = role === 'buyer'
  const promo = usePromo(isReady && !isSupplier && !isBuyer)
  const figuresOf = (lines: CartLines, promoCode: string | null, city: string | null) => {
    const origin = isSupplier ? 'supplier' : promoCode !== null ? 'promo' : 'direct'
    // Visitors do not know the distributor price, and none of their figures depends on it.
    const priced = lines.map(({ quantity, userPrice, price }) => ({ quantity, userPrice, distributorPrice: price }))
    return orderFigures(origin, priced, ratesFor(origin, city ?? '', rates))
  }
  // The limits are for guests: suppliers and admins order as much as is in stock.
  const limits = settings && role === undefined ? guestLimitsOf(settings) : null
  const problemOfTotal = (total: Centimes) => limits && totalProblem(total, limits)
  const checkout = useCheckout(promo, {
    problemOfPieces: (quantity) => limits && piecesProblem(quantity, limits),
    problemOfTotal,
    totalOf: (lines, promoCode, city) => figuresOf(lines, promoCode, city).total,
    readRates: revalidate,
  })
  // Mounted at the first opening, and never unmounted: a dialog fades when it closes.
  const [wasOpened, setOpened] = useState(false)
  if (checkout.dialog !== null && !wasOpened) setOpened(true)
  const [city, setCity] = useState<string | null>(null)
  const isOnline = useIsOnline()
  const foot = useRef<HTMLDivElement>(null)

  // The message beside the button must not push the button out of sight.
  useEffect(() => {
    if (checkout.trouble || checkout.isRetrying) foot.current?.scrollIntoView({ block: 'nearest' })
  }, [checkout.trouble, checkout.isRetrying])

  const lines = checkout.settled ?? cart
  const figures = figuresOf(lines, promo.applied, city)
  const excess = problemOfTotal(figures.total)
  const lineProblems = checkout.lineProblems(lines)
  const errors = [
    ...RECIPIENT_ORDER.flatMap((field) => {
      const message = checkout.problems[field]
      return message === undefined ? [] : [{ fieldId: fieldIdOf(field), message }]
    }),
    ...lines.flatMap(({ productId, name }) => {
      const message = lineProblems.get(productId)
      return message === undefined ? [] : [{ fieldId: quantityIdOf(productId), message: `${name}\u00A0: ${message}` }]
    }),
  ]
  const wasRefused = checkout.attempts > 0 && errors.length > 0
  useErrorTitle(wasRefused)

  const isEmpty = isReady && lines.length === 0
  const heading = useFocusOnceEmptied(isEmpty)
  const canOrder = !isBuyer && !isEmpty
  const confirm = (
    <ConfirmButton isReady={isReady} isSending={checkout.isSending} isUnanswered={mayHaveArrived(checkout.trouble)} />
  )
  const trouble = (
    <Suspense fallback={null}>
      {(checkout.trouble || checkout.isRetrying || !isOnline) && (
        <TroubleNotice
          trouble={checkout.trouble}
          isRetrying={checkout.isRetrying}
          isOnline={isOnline}
          onStop={checkout.stop}
        />
      )}
    </Suspense>
  )

  return (
    <Page className={style.page}>
      <h1 ref={heading} tabIndex={-1}>
        Votre commande
      </h1>
      <div className={classes(common.stack, style.messages)}>
        {isBuyer && <Notice tone="danger">{BUYERS_DO_NOT_ORDER}</Notice>}
        {checkout.news.length > 0 && (
          <Notice tone="warn" title="Votre panier a changé" role="status">
            {checkout.news.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
            <button type="button" className={style.dismiss} onClick={checkout.dismissNews}>
              J’ai compris
            </button>
          </Notice>
        )}
      </div>
      {isEmpty ? (
        <EmptyState
          icon="bag"
          title="Votre panier est vide."
          action={<ButtonLink to={addresses.shop}>Voir la boutique</ButtonLink>}
        >
          {!isBuyer && 'Choisissez un produit, puis revenez ici pour commander.'}
        </EmptyState>
      ) : (
        <div className={classes(common.stack, style.columns)}>
          {!isBuyer && (
            <section className={style.delivery} aria-labelledby="delivery">
              <h2 id="delivery">Livraison</h2>
              <p className={classes(common.quiet, style.lead)}>
                <span className={style.toVisitors}>{settings?.deliveryText}</span>
                <span className={style.toSuppliers}>Votre client paie en espèces à la réception.</span>
                {settings?.deliveryDelay && ` Délai\u00A0: ${settings.deliveryDelay}.`} Tous les champs sont
                obligatoires, sauf la note.
              </p>
              {wasRefused && (
                <div className={style.refused}>
                  <ErrorSummary errors={errors} attempt={checkout.attempts} />
                </div>
              )}
              <CheckoutForm
                city={city}
                onCity={setCity}
                problems={checkout.problems}
                isReady={isReady}
                onType={checkout.typed}
                onLeave={checkout.left}
                onSubmit={checkout.send}
              />
            </section>
          )}
          <section className={classes(common.stack, common.gap5, style.cart)} aria-labelledby="cart">
            <h2 id="cart">Votre panier</h2>
            {isReady ? (
              <>
                <CheckoutLines
                  lines={lines}
                  problems={lineProblems}
                  stocks={checkout.stocks}
                  onChange={checkout.lineChanged}
                />
                {!isBuyer && (
                  <PromoField
                    promo={promo}
                    discount={figures.discount}
                    refusal={isSupplier ? 'Vous commandez déjà à votre prix fournisseur, sans code promo.' : null}
                  />
                )}
                <FigureRows figures={figures} city={city} fees={feesInWords} />
              </>
            ) : (
              <CartSkeleton />
            )}
            <div className={classes(common.stack, style.foot)} ref={foot}>
              {isReady && <TotalRows figures={figures} isSupplier={isSupplier} />}
              {isReady && excess !== null && checkout.trouble === null && (
                <Notice tone="warn" role="status">
                  <p>{excess}</p>
                </Notice>
              )}
              {canOrder && (
                <div className={classes(common.stack, common.gap3, style.confirm)}>
                  {trouble}
                  {confirm}
                </div>
              )}
            </div>
          </section>
        </div>
      )}
      {canOrder && (
        <div className={classes(common.stack, common.gap3, style.bar)}>
          {trouble}
          <div className={classes(common.wrap, style.barRow)}>
            <p className={style.barTotal}>
              <span>Total</span>
              {isReady ? <Price amount={figures.total} /> : <Skeleton className={style.barSkeleton} />}
            </p>
            {confirm}
          </div>
        </div>
      )}
      <Suspense fallback={null}>
        {wasOpened && (
          <CheckoutDialogs open={checkout.dialog} close={checkout.closeDialog} onPhoneIsRight={checkout.phoneIsRight} />
        )}
      </Suspense>
    </Page>
  )
}

interface ConfirmButtonProps {
  isReady: boolean
  isSending: boolean
  isUnanswered: boolean
}

function ConfirmButton({ isReady, isSending, isUnanswered }: ConfirmButtonProps) {
  return (
    <Button
      // Without the script the browser itself would submit the form, and write its fields into the address.
      type={isReady ? 'submit' : 'button'}
      form={CHECKOUT_FORM_ID}
      wide
      busy={isSending}
      busyLabel="Envoi…"
    >
      {isUnanswered ? 'Réessayer' : 'Confirmer la commande'}
    </Button>
  )
}

function CartSkeleton() {
  return (
    <div className={classes(common.stack, style.skeleton)}>
      <Skeleton shape="block" />
      <Skeleton shape="block" />
    </div>
  )
}

/** Moves the focus to the heading once the last line is gone, since the button that removed it is gone too. */
function useFocusOnceEmptied(isEmpty: boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  const wasEmpty = useRef(true)
  useEffect(() => {
    if (isEmpty && !wasEmpty.current && document.activeElement === document.body) heading.current?.focus()
    wasEmpty.current = isEmpty
  }, [isEmpty])
  return heading
}

const ERROR_PREFIX = 'Erreur\u00A0: '

/** Puts *Erreur* before the page's title while the form is refused. */
function useErrorTitle(wasRefused: boolean) {
  useEffect(() => {
    if (!wasRefused) return
    document.title = ERROR_PREFIX + document.title
    return () => {
      document.title = document.title.replace(ERROR_PREFIX, '')
    }
  }, [wasRefused])
}
