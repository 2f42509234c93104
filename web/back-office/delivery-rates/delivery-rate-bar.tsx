import type { DeliveryRate } from '#features/back-office/contract.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import style from './delivery-rates.module.css'

const concluded = ({ delivered, cancelled }: DeliveryRate): number => delivered + cancelled

/** `87 %` of what was concluded; a dash as long as nothing was. */
export function percentOf(count: number, rate: DeliveryRate): string {
  const whole = concluded(rate)
  return whole === 0 ? '–' : `${Math.round((100 * count) / whole)}\u00A0%`
}

const OUTCOMES = [
  { id: 'delivered', name: 'Livrées' },
  { id: 'refused', name: 'Refusées ou revenues' },
  { id: 'other', name: 'Annulées avant l’envoi' },
] as const

/** Draws the outcomes of concluded orders side by side. Hidden from screen readers: the columns give the same numbers. */
export function DeliveryRateBar({ rate }: { rate: DeliveryRate }) {
  const whole = concluded(rate)
  if (whole === 0) return <span className={common.faint}>Aucune terminée</span>
  const { delivered, cancelled, refused } = rate
  const counts = { delivered, refused, other: cancelled - refused }
  let left = 0
  return (
    <svg className={style.bar} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      {OUTCOMES.map(({ id }) => {
        const width = (100 * counts[id]) / whole
        const x = left
        left += width
        return width > 0 && <rect key={id} className={style[id]} x={x} width={width} height="10" />
      })}
    </svg>
  )
}

export function DeliveryRateLegend() {
  return (
    <ul className={classes(common.wrap, common.small, style.legend)} aria-label="Légende des barres">
      {OUTCOMES.map(({ id, name }) => (
        <li key={id}>
          <svg className={style.mark} viewBox="0 0 10 10" aria-hidden="true">
            <rect className={style[id]} width="10" height="10" rx="2" />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  )
}
