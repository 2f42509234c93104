import { lazy, type ReactNode, Suspense, useState } from 'react'
import { NetworkError } from '#web/api/api.ts'
import { errorSentence } from '#web/api/french-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Icon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Price } from '#web/ui/price.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { withFrom } from '../checkout/totals.tsx'
import style from './order-bar.module.css'
import { ORDER_FORM_ID } from './order-form.tsx'
import { loadLateParts, type Order } from './use-order.ts'

/** Stands for a part of the page that cannot be loaded: the connection is gone. */
export const Unreachable = () => (
  <Notice tone="danger" role="alert">
    {errorSentence(new NetworkError(null))}
  </Notice>
)

const Dialogs = lazy(() => loadLateParts().then((module) => ({ default: module.OrderDialogs })))

const TroubleNotice = lazy(() =>
  loadLateParts().then(
    (module) => ({ default: module.TroubleNotice }),
    () => ({ default: Unreachable }),
  ),
)

/** The dialogs that interrupt an order and the one that ends it. A page has them once. */
export function OrderDialogs({ order }: { order: Order }) {
  // Mounted at the first opening, and never unmounted: a dialog fades when it closes.
  const [wasOpened, setOpened] = useState(false)
  if (order.dialog !== null && !wasOpened) setOpened(true)
  if (!wasOpened) return null
  return (
    <Suspense fallback={null}>
      <Dialogs open={order.dialog} close={order.closeDialog} onPhoneIsRight={order.phoneIsRight} />
    </Suspense>
  )
}

/** Says why the order has not come through. It stands beside the button. */
function OrderTrouble({ order: { trouble, isRetrying, isOnline, stop } }: { order: Order }) {
  // No empty Suspense in the server's page: React hydrates each by itself, and starts the page's next render anew for it.
  if (!trouble && !isRetrying && isOnline) return null
  return (
    <Suspense fallback={null}>
      <TroubleNotice trouble={trouble} isRetrying={isRetrying} isOnline={isOnline} onStop={stop} />
    </Suspense>
  )
}

interface OrderBarProps {
  order: Order
  /** The button that sends the form. */
  children: ReactNode
}

/** The button with the calm word below it, where the page has room for it. */
export const ConfirmBeside = ({ order, children }: OrderBarProps) => (
  <div className={classes(common.stack, common.gap3, style.beside)}>
    <OrderTrouble order={order} />
    {children}
    <CalmWord />
  </div>
)

/** The bar at the bottom of a phone: what is paid, always in sight, and the button. */
export const OrderBar = ({ order, children }: OrderBarProps) => (
  <div className={style.bar}>
    <OrderTrouble order={order} />
    <CalmWord />
    <Paid order={order}>{children}</Paid>
  </div>
)

/** The total, in a row with the button. */
export const Paid = ({ order, children }: OrderBarProps) => (
  <div className={style.row}>
    <span className={style.total}>
      <span>{withFrom(order.isSupplier ? 'À encaisser' : 'Total', order)}</span>
      {order.isReady ? <Price amount={order.figures.collected} /> : <Skeleton className={style.wait} />}
    </span>
    {children}
  </div>
)

const CalmWord = () => (
  <p className={classes(common.small, style.nothing)}>
    <Icon name="shield" size={16} />
    Rien à payer maintenant, espèces à la livraison
  </p>
)

/** The button that sends the form, wherever it stands on the page; `children` are its words. */
export const ConfirmButton = ({ order, children }: { order: Order; children: ReactNode }) => (
  <Button
    // Without the script the browser itself would submit the form, and write its fields into the address.
    type={order.isReady ? 'submit' : 'button'}
    form={ORDER_FORM_ID}
    wide
    busy={order.isSending}
    busyLabel="Envoi…"
  >
    {order.isUnanswered ? 'Réessayer' : children}
  </Button>
)
