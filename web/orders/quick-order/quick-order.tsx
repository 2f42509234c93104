import { useEffect, useRef, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import type { Product } from '#features/catalogue/model.ts'
import type { CartLine } from '#features/orders/contract.ts'
import { formatDirhams, formatShortDirhams } from '#platform/kernel/money.ts'
import { addresses } from '#web/addresses.ts'
import { orNetworkError } from '#web/api/api.ts'
import { useCart } from '#web/cart/cart.ts'
import { type CartLines, lineOf } from '#web/cart/lines.ts'
import { forgetSupplierPrices } from '#web/catalogue/shop/use-supplier-prices.ts'
import { useSession } from '#web/session/session.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { type FieldError, goToField } from '#web/ui/error-summary.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Price } from '#web/ui/price.tsx'
import { PrivacyNotice } from '#web/ui/privacy-notice.tsx'
import { PromoCode } from '../checkout/promo-code.tsx'
import { FigureRows, TotalRows, withFrom } from '../checkout/totals.tsx'
import { OrderForm } from '../order-form/order-form.tsx'
import { ConfirmBeside, ConfirmButton, OrderBar, OrderDialogs } from '../order-form/order-parts.tsx'
import { type Basket, type Order, useOrder } from '../order-form/use-order.ts'
import style from './quick-order.module.css'

interface QuickOrderProps {
  product: Product
  quantity: number
  /** Told when an order goes out and when its answer is there: until then the form must stay. */
  onSending: (isSending: boolean) => void
}

/** The order of one product on its own page: the checkout's form, without the cart, which stays as it is. */
export default function QuickOrder({ product, quantity, onSending }: QuickOrderProps) {
  const isSupplier = useSession()?.role === 'supplier'
  const line = lineOf(product, quantity, isSupplier)
  const lines = [line]
  const order = useOrder(lines, useBasket(lines, product, isSupplier))
  const { figures, trouble, attempts, wasRefused, lineChanged, isSending } = order
  const form = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLDivElement>(null)
  // On a phone the bar covers what opens below the buttons, elsewhere the window ends above the last of it: the form is
  // brought up, its first field ready to be filled.
  useEffect(() => {
    if (matchMedia('(max-width: 899px)').matches) form.current?.scrollIntoView()
    else end.current?.scrollIntoView({ block: 'nearest' })
    form.current?.querySelector('input')?.focus({ preventScroll: true })
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another quantity is another order
  useEffect(() => lineChanged(product.id), [quantity])
  useEffect(() => onSending(isSending), [isSending, onSending])
  // So few fields need no summary: the first that is wrong gets the focus.
  const firstError = useRef<FieldError | undefined>(undefined)
  firstError.current = order.errors[0]
  useEffect(() => {
    if (attempts > 0 && firstError.current) goToField(firstError.current.fieldId)
  }, [attempts])
  const isEndInSight = useIsInSight(end)
  const amount = order.city ? ` · ${formatDirhams(figures.collected)} à\u00A0la\u00A0livraison` : ''
  const problem = wasRefused ? order.lineProblems.get(product.id) : undefined
  return (
    <>
      <div className={classes(common.stack, style.form)} ref={form}>
        {order.refusal && (
          <p className={common.problem} role="alert">
            <Icon name="danger" size={16} />
            {order.refusal}
          </p>
        )}
        <OrderForm order={order} />
      </div>
      {!isSupplier && (
        <div className={style.code}>
          <PromoCode order={order} />
        </div>
      )}
      <OtherThings />
      <Amounts order={order} line={line} />
      {problem && (
        <p className={common.problem}>
          <Icon name="danger" size={16} />
          {problem}
        </p>
      )}
      {order.excess !== null && trouble === null && (
        <Notice tone="warn" role="status">
          <p>{order.excess}</p>
        </Notice>
      )}
      <ConfirmBeside order={order}>
        <ConfirmButton order={order}>{`Commander${amount}`}</ConfirmButton>
      </ConfirmBeside>
      <div className={style.bar} data-rests={isEndInSight}>
        <OrderBar order={order}>
          <ConfirmButton order={order}>
            Commander<span className="visually-hidden">{amount}</span>
          </ConfirmButton>
        </OrderBar>
      </div>
      <div ref={end} className={style.end}>
        <PrivacyNotice purpose="préparer et à livrer la commande" />
      </div>
      <OrderDialogs order={order} />
    </>
  )
}

/** The total and its parts on one line. A supplier reads its own price and its gain as well, as at the checkout. */
function Amounts({ order, line: { quantity, price } }: { order: Order; line: CartLine }) {
  const { figures, city, isSupplier } = order
  if (isSupplier)
    return (
      <>
        <FigureRows order={order} />
        <TotalRows order={order} />
      </>
    )
  return (
    <div className={style.amounts} role="status">
      <p className={common.note}>
        {quantity}&nbsp;× {formatShortDirhams(price)}
        {figures.discount > 0 && ` − ${formatShortDirhams(figures.discount)}`}
        {` + livraison ${city ? formatShortDirhams(figures.delivery) : ''}`}
      </p>
      <p className={common.bold}>
        {withFrom('Total', order)} <Price amount={figures.collected} />
      </p>
    </div>
  )
}

/**
 * The product of this page, at the price and with the stock of today. The page itself is loaded anew only when it tells
 * something else: one that could not be loaded would take the form away.
 */
function useBasket(lines: CartLines, product: Product, isSupplier: boolean): Basket {
  const { revalidate } = useRevalidator()
  return {
    read: () => lines,
    empty: () => undefined,
    refresh: async () => {
      const { fetchProduct } = await orNetworkError(import('#web/cart/refresh/refresh.ts'))
      const found = await fetchProduct(product.id)
      if (found === undefined) return { news: [], stocks: new Map() }
      const stock = found?.stock ?? 0
      const isOwnPriceOther = isSupplier && found?.distributorPrice !== lines[0]!.price
      if (isOwnPriceOther) forgetSupplierPrices()
      if (isOwnPriceOther || stock !== product.stock || found?.userPrice !== product.userPrice) await revalidate()
      return { news: [], stocks: new Map([[product.id, stock]]) }
    },
  }
}

function useIsInSight(element: React.RefObject<HTMLElement | null>): boolean {
  const [isIn, setIn] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(([entry]) => setIn(entry?.isIntersecting === true))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isIn
}

function OtherThings() {
  if (useCart().length === 0) return null
  return (
    <p className={common.note}>
      Les articles de votre panier ne sont pas compris dans cette commande.{' '}
      <Link to={addresses.checkout}>Commander le panier</Link>
    </p>
  )
}
