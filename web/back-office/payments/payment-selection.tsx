import { useState } from 'react'
import type { AdminOrder } from '#features/back-office/contract.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { formatDirhams, plus } from '#platform/kernel/money.ts'
import bulk from '#web/orders/admin/order-bulk-bar.module.css'
import { ordersInWords } from '#web/orders/admin/order-words.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { IconButton } from '#web/ui/icon-button.tsx'

type Payable = Pick<AdminOrder, 'id' | 'collected'>

export interface PaymentSelection {
  orders: readonly Payable[]
  /** How many orders of the page can be selected. */
  shown: number
  isWhole: boolean
  has: (id: OrderId) => boolean
  toggle: (id: OrderId) => void
  toggleAll: () => void
  clear: () => void
}

/** The selected orders of the page, out of those that can be paid. One that is no longer shown is no longer selected. */
export function usePaymentSelection(payable: readonly Payable[]): PaymentSelection {
  const [marked, setMarked] = useState<ReadonlySet<OrderId>>(new Set())
  const orders = payable.filter(({ id }) => marked.has(id))
  const ids = orders.map(({ id }) => id)
  const isWhole = payable.length > 0 && orders.length === payable.length
  return {
    orders,
    shown: payable.length,
    isWhole,
    has: (id) => marked.has(id),
    toggle: (id) => setMarked(new Set(marked.has(id) ? ids.filter((each) => each !== id) : [...ids, id])),
    toggleAll: () => setMarked(new Set(isWhole ? [] : payable.map(({ id }) => id))),
    clear: () => setMarked(new Set()),
  }
}

/** `7 commandes, 1 243,00 DH`: what to compare with the courier's envelope. */
export const sumInWords = (orders: readonly Payable[]): string =>
  `${ordersInWords(orders.length)}, ${formatDirhams(plus(...orders.map(({ collected }) => collected)))}`

interface PaymentSelectionBarProps {
  selection: PaymentSelection
  onPay: (ids: readonly OrderId[]) => void
}

/** The selection with its sum, always in sight; nothing while none is selected. */
export function PaymentSelectionBar({ selection: { orders, clear }, onPay }: PaymentSelectionBarProps) {
  if (orders.length === 0) return null
  return (
    <section className={bulk.bar} aria-label="Commandes sélectionnées">
      <p className={classes(bulk.count, common.digits)} role="status">
        {sumInWords(orders)}
      </p>
      <div className={bulk.move}>
        <Button size="small" icon="coins" onClick={() => onPay(orders.map(({ id }) => id))}>
          Marquer payées
        </Button>
      </div>
      <IconButton icon="close" label="Tout désélectionner" className={bulk.clear} onClick={clear} />
    </section>
  )
}
