import type { AdminOrderDetail } from '#features/back-office/contract.ts'
import type { OrderStatus, PaymentStatus } from '#features/orders/model.ts'
import { isFinal } from '#features/orders/rules.ts'
import { formatDirhams } from '#platform/kernel/money.ts'
import { formatMinute } from '#platform/kernel/time.ts'
import type { PaymentChanges } from '#web/back-office/payments/payment-changes.ts'
import { PaymentSelect } from '#web/back-office/payments/payment-select.tsx'
import { ExportButton } from '#web/list-kit/export/export-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import type { OrderChanges } from '../order-changes.ts'
import { OrderStatusSelect } from '../order-status.tsx'
import { statusFieldId } from '../order-words.ts'
import style from './order-detail.module.css'
import { Panel } from './order-panel.tsx'

interface OrderActionsProps {
  order: AdminOrderDetail
  changes: OrderChanges
  payments: PaymentChanges
}

/** The next step of an order that is not deleted, its status, its payment and its delivery note. */
export function OrderActions({ order, changes, payments }: OrderActionsProps) {
  const status = changes.statusOf(order)
  const isMoving = changes.moves.statusOf(order.id) !== null
  // A move that is not sent yet has not happened: nothing can be paid, and nothing is final.
  const storedStatus = isMoving ? order.status : status
  const payment = payments.paymentOf(order)
  return (
    <Panel title="Suivi">
      {!isMoving && <NextSteps order={order} status={status} payment={payment} {...{ changes, payments }} />}
      <div className={style.fields}>
        <div className={classes(common.stack, common.gap1)}>
          <p className={common.hint}>Statut</p>
          <OrderStatusSelect
            id={statusFieldId(order.id)}
            label={`Statut de la commande ${order.id}`}
            status={status}
            isLocked={isMoving}
            onChoose={(next) => changes.choose(order, next)}
          />
        </div>
        <div className={classes(common.stack, common.gap1)}>
          <p className={common.hint}>Paiement</p>
          <PaymentSelect
            label={`Paiement de la commande ${order.id}`}
            status={storedStatus}
            payment={payment}
            onChoose={(next) => payments.settle(order, next)}
          />
        </div>
      </div>
      <p className={common.hint}>
        {isFinal(storedStatus) && 'Ce statut est définitif. '}
        {paymentSentence(order, storedStatus, payment)}
      </p>
      {storedStatus !== 'cancelled' && (
        <div className={style.tools}>
          <ExportButton
            path={`/api/admin/orders/${order.id}/bon-de-livraison.pdf`}
            file={`bon-de-livraison-${order.id}.pdf`}
            label="Bon de livraison (PDF)"
            icon="receipt"
          />
          {status === 'pending' && !isMoving && (
            <Button
              look="secondary"
              size="small"
              icon="trash"
              className={style.delete}
              onClick={() => changes.remove(order)}
            >
              Supprimer la commande
            </Button>
          )}
        </div>
      )}
    </Panel>
  )
}

const NEXT: Partial<Record<OrderStatus, { status: OrderStatus; label: string }>> = {
  pending: { status: 'assigned', label: 'Attribuer' },
  assigned: { status: 'in_transit', label: 'Passer en transit' },
}

interface NextStepsProps extends OrderActionsProps {
  status: OrderStatus
  payment: PaymentStatus
}

/** The usual next step, and the end in one gesture: the courier brings the news and the money together. */
function NextSteps({ order, status, payment, changes, payments }: NextStepsProps) {
  const amount = formatDirhams(order.collected)
  if (status === 'delivered' && payment === 'pending')
    return (
      <Button wide icon="cash" onClick={() => payments.settle(order, 'paid')}>
        Encaissée {amount}
      </Button>
    )
  if (isFinal(status)) return null
  const next = NEXT[status]
  return (
    <div className={classes(common.stack, common.gap2)}>
      {next && (
        <Button wide onClick={() => changes.choose(order, next.status)}>
          {next.label}
        </Button>
      )}
      <Button wide look={next ? 'secondary' : 'primary'} icon="cash" onClick={() => changes.deliverPaid(order)}>
        Livrée et encaissée {amount}
      </Button>
    </div>
  )
}

function paymentSentence({ paidAt }: AdminOrderDetail, status: OrderStatus, payment: PaymentStatus): string {
  if (status === 'cancelled') return 'Une commande annulée ne se règle pas.'
  if (status !== 'delivered') return 'Le paiement se règle une fois la commande livrée.'
  if (payment === 'pending') return 'À encaisser.'
  if (payment === 'void') return 'La boutique n’a pas reçu cet argent.'
  return paidAt ? `Payée le ${formatMinute(paidAt)}.` : 'Payée.'
}
