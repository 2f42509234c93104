import type { AdminOrderDetail } from '#features/back-office/contract.ts'
import { centimes, plus } from '#platform/kernel/money.ts'
import { GainReckoning } from '#web/supplier-space/gains/gain-reckoning.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { gainSentence } from './order-lines.tsx'
import { Panel } from './order-panel.tsx'

/** Explains the supplier's gain; an order without a supplier has no such panel. */
export function OrderGain({ order }: { order: AdminOrderDetail }) {
  const { origin, lines, discount, discountPercent, delivery, gain } = order
  if (origin === 'direct') return null
  const explained = lines.map((line) => ({
    ...line,
    margin: centimes((line.userPrice - line.distributorPrice) * line.quantity),
  }))
  return (
    <Panel title="Gain expliqué">
      <GainReckoning
        reader="shop"
        origin={origin}
        lines={explained}
        margin={plus(...explained.map(({ margin }) => margin))}
        discount={discount}
        discountPercent={discountPercent}
        delivery={delivery}
        gain={gain}
      />
      <p className={classes(common.tile, common.small)}>{gainSentence(order)}</p>
    </Panel>
  )
}
