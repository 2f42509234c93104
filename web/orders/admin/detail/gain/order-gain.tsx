import type { AdminOrderDetail } from '#features/back-office/contract.ts'
import { centimes, formatDirhams, plus } from '#platform/kernel/money.ts'
import { GainReckoning } from '#web/supplier-space/gains/gain-reckoning.tsx'
import common from '#web/ui/common.module.css'
import { Icon } from '#web/ui/icon.tsx'
import style from '../order-lines.module.css'
import { gainSentence } from './gain-sentence.ts'

/** Explains the supplier's gain, folded; an order without a supplier has none. */
export function OrderGain({ order }: { order: AdminOrderDetail }) {
  const { origin, lines, discount, discountPercent, delivery, gain } = order
  if (origin === 'direct') return null
  const explained = lines.map((line) => ({
    ...line,
    margin: centimes((line.userPrice - line.distributorPrice) * line.quantity),
  }))
  return (
    <>
      <details className={style.gain}>
        <summary>
          Gain expliqué&nbsp;: {formatDirhams(gain)}
          <Icon name="chevron-down" size={16} />
        </summary>
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
      </details>
      <p className={common.hint}>{gainSentence(order)}</p>
    </>
  )
}
