import type { AdminOrderDetail } from '#features/dashboards/contract.ts'
import type { OrderStatus, PaymentStatus } from '#features/orders/names.ts'
import { isFinal } from '#features/orders/rules.ts'
import { formatMinute } from '#platform/kernel/time.ts'
import { ExportButton } from '#web/dashboard/export-button.tsx'
import type { PaymentChanges } from '#web/payments/payment-changes.ts'
import { PaymentSelect } from '#web/payments/payment-select.tsx'
import { Button } from '#web/ui/button.tsx'
import type { OrderChanges } from './order-admin-changes.ts'
import { OrderStatusSelect } from './order-admin-status.tsx'
import style from './order-detail.module.css'
import { Panel } from './order-detail-panel.tsx'

interface OrderActionsProps {
  order: AdminOrderDetail
  changes: OrderChanges
  payments: PaymentChanges
}

/** What can be done to an order that is not deleted. */
export function OrderActions({ order, changes, payments }: OrderActionsProps) {
  const status = changes.statusOf(order)
  const payment = payments.paymentOf(order)
  return (
    <Panel title="Suivi">
      <div className={style.field}>
        <p>Statut</p>
        <OrderStatusSelect
          label={`Statut de la commande ${order.id}`}
          status={status}
          onChoose={(next) => changes.choose(order, next)}
        />
        {isFinal(status) && <p className={style.note}>Ce statut est définitif.</p>}
      </div>
      <div className={style.field}>
        <p>Paiement</p>
        <PaymentSelect
          label={`Paiement de la commande ${order.id}`}
          status={status}
          payment={payment}
          onChoose={(next) => payments.settle(order, next)}
        />
        <p className={style.note}>{paymentSentence(order, status, payment)}</p>
      </div>
      {status !== 'cancelled' && (
        <div className={style.tools}>
          <ExportButton
            path={`/api/admin/orders/${order.id}/bon-de-livraison.pdf`}
            file={`bon-de-livraison-${order.id}.pdf`}
            label="Bon de livraison (PDF)"
            icon="receipt"
          />
          {status === 'pending' && (
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
