import type { PaymentStatus } from '#features/orders/model.ts'
import { PAYMENT_NAMES } from '#features/orders/model.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { callApi } from '#web/api/api.ts'
import { errorSentence } from '#web/api/french-errors.ts'
import { type RowChanges, useRowChanges } from '#web/list-kit/row-changes.ts'
import { PAYMENT_LOOKS } from '#web/list-kit/states.ts'
import { toast } from '#web/ui/toast.tsx'

interface PayableOrder {
  id: OrderId
  payment: PaymentStatus
}

/** Ends of a delivered order's payment. */
export type Settlement = Exclude<PaymentStatus, 'pending'>

export interface PaymentChanges {
  paymentOf: (order: PayableOrder) => PaymentStatus
  settle: (order: PayableOrder, payment: Settlement) => void
  problem: RowChanges<OrderId, PaymentStatus>['problem']
  forgetProblem: () => void
}

/** Settles payments; the orders are loaded anew after each change, and after each that failed. */
export function usePaymentChanges(reload: () => Promise<void>): PaymentChanges {
  const rows = useRowChanges<OrderId, PaymentStatus>(reload)
  return {
    paymentOf: ({ id, payment }) => rows.valueOf(id, payment),
    settle: ({ id }, payment) =>
      rows.change(id, {
        value: payment,
        send: async () => {
          const body = { PaymentStatus: PAYMENT_NAMES[payment] }
          await callApi(`/api/admin/orders/${id}/payment-status`, { method: 'PUT', body })
          toast({ title: `Paiement de la commande ${id}\u00A0: ${PAYMENT_LOOKS[payment].name}` })
        },
        problemOf: (error) => ({
          title: `Le paiement de la commande ${id} n’a pas été changé`,
          text: errorSentence(error),
        }),
      }),
    problem: rows.problem,
    forgetProblem: rows.forgetProblem,
  }
}
