import type { AdminOrderDetail } from '#features/back-office/contract.ts'
import type { OrderStatus, PaymentStatus } from '#features/orders/model.ts'
import { isFinal } from '#features/orders/rules.ts'
import { formatMinute } from '#platform/kernel/time.ts'
import type { PaymentChanges } from '#web/back-office/payments/payment-changes.ts'
import { PaymentSelect } from '#web/back-office/payments/payment-select.tsx'
import { ExportButton } from '#web/list-kit/export-button.tsx'
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

/** The status, the payment and the delivery note of an order that is not deleted. */
export function OrderActions({ order, changes, payments }: OrderActionsProps) {
  const status = changes.statusOf(order)
  const isMoving = changes.moves.statusOf(order.id) !== null
  // A move that is not sent yet has not happened: nothing can be paid, and nothing is final.
  const storedStatus = isMoving ? order.status : status
  const payment = payments.paymentOf(order)
  return (
    <Panel title="Suivi">
      <div className={classes(common.stack, common.gap1, style.field)}>
        <p>Statut</p>
        <OrderStatusSelect
          id={statusFieldId(order.id)}
          label={`Statut de la commande ${order.id}`}
          status={status}
          isLocked={isMoving}
          onChoose={(next) => changes.choose(order, next)}
        />
        {isFinal(storedStatus) && <p className={common.hint}>Ce statut est définitif.</p>}
      </div>
      <div className={classes(common.stack, common.gap1, style.field)}>
        <p>Paiement</p>
        <PaymentSelect
          label={`Paiement de la commande ${order.id}`}
          status={storedStatus}
          payment={payment}
          onChoose={(next) => payments.settle(order, next)}
        />
        <p className={common.hint}>{paymentSentence(order, storedStatus, payment)}</p>
      </div>
      {storedStatus !== 'cancelled' && (
        <div className={classes(common.stack, common.gap2, style.tools)}>
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

function paymentSentence({ paidAt }: AdminOrderDetail, status: OrderStatus, payment: PaymentStatus): string {
  if (status === 'cancelled') return 'Une commande annulée ne se règle pas.'
  if (status !== 'delivered') return 'Se règle une fois la commande livrée.'
  if (payment === 'pending') return 'En attente de règlement.'
  if (payment === 'void') return 'La boutique n’a pas reçu cet argent.'
  return paidAt ? `Payée le ${formatMinute(paidAt)}` : 'Payée'
}
