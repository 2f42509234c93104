import { useState } from 'react'
import { GAIN_PERIODS } from '#features/dashboards/names.ts'
import { centimes, formatDirhams } from '#platform/kernel/money.ts'
import { localDay } from '#platform/kernel/time.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Price } from '#web/ui/price.tsx'
import style from './gain-chart.module.css'
import { type GainDay, lastDays, longDay, roundTop, shortDay, sumOf } from './gain-days.ts'

/** What each day brought, over the period that is chosen. `known` goes as far back as the longest one. */
export function GainChart({ known }: { known: readonly GainDay[] }) {
  const [period, setPeriod] = useState<number>(GAIN_PERIODS[1])
  const days = lastDays(known, localDay(new Date()), period)
  const sum = sumOf(days)
  return (
    <div className={style.chart}>
      <fieldset className={style.periods}>
        <legend className="visually-hidden">Période</legend>
        {GAIN_PERIODS.map((each) => (
          <label key={each} className={style.period}>
            <input
              className="visually-hidden"
              type="radio"
              name="gain-period"
              checked={each === period}
              onChange={() => setPeriod(each)}
            />
            {each} jours
          </label>
        ))}
      </fieldset>
      <p className={style.sum} role="status">
        <Price amount={sum.gain} className={style.amount} /> pour {sum.orders}{' '}
        {sum.orders > 1 ? 'commandes' : 'commande'} en {period}&nbsp;jours
      </p>
      <Bars days={days} />
      <DayTable days={days} />
    </div>
  )
}

function Bars({ days }: { days: readonly GainDay[] }) {
  const top = roundTop(days.map(({ gain }) => gain))
  const best = days.reduce((most, day) => (day.gain > most.gain ? day : most))
  const summary =
    best.gain > 0 ? `Le meilleur jour\u00A0: ${longDay(best.day)}, ${formatDirhams(best.gain)}.` : 'Aucun gain.'
  return (
    <div className={style.plot}>
      <div className={style.scale} aria-hidden="true">
        {[top, top / 2, 0].map((amount) => (
          <span key={amount}>{amount === top ? `${roundDirhams(amount)}\u00A0DH` : roundDirhams(amount)}</span>
        ))}
      </div>
      <svg
        className={style.bars}
        role="img"
        aria-label={`Gains par jour, en DH. ${summary}`}
        viewBox={`0 0 ${days.length} 100`}
        preserveAspectRatio="none"
      >
        <path className={style.grid} d={`M0 0H${days.length}M0 50H${days.length}M0 100H${days.length}`} />
        {days.map(({ day, gain }, index) => (
          <g key={day}>
            <title>{`${longDay(day)}\u00A0: ${formatDirhams(gain)}`}</title>
            <rect className={style.hover} x={index} width="1" height="100" />
            {gain > 0 && (
              <rect
                className={style.bar}
                x={index + 0.16}
                width="0.68"
                y={100 - (100 * gain) / top}
                height={(100 * gain) / top}
              />
            )}
          </g>
        ))}
      </svg>
      <div className={style.axis} aria-hidden="true">
        {[days[0]!, days[Math.floor((days.length - 1) / 2)]!, days.at(-1)!].map(({ day }) => (
          <span key={day}>{shortDay(day)}</span>
        ))}
      </div>
    </div>
  )
}

function DayTable({ days }: { days: readonly GainDay[] }) {
  const busy = days.filter(({ orders }) => orders > 0).reverse()
  return (
    <details className={style.details}>
      <summary>
        Voir les chiffres
        <Icon name="chevron-down" size={18} />
      </summary>
      {busy.length === 0 ? (
        <p className={style.none}>Aucune commande sur la période.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: without a pointer it is scrolled with the arrow keys
        <section className={style.scroll} tabIndex={0} aria-label="Gains par jour">
          <table className={style.table}>
            <caption className={style.caption}>Jours avec au moins une commande, du plus récent au plus ancien</caption>
            <thead>
              <tr>
                <th scope="col">Jour</th>
                <th scope="col">Commandes</th>
                <th scope="col">Gain</th>
              </tr>
            </thead>
            <tbody>
              {busy.map(({ day, orders, gain }) => (
                <tr key={day}>
                  <th scope="row">{longDay(day)}</th>
                  <td>{orders}</td>
                  <td>
                    <Price amount={gain} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </details>
  )
}

/** Round amounts, without centimes where there are none. */
const roundDirhams = (amount: number): string =>
  formatDirhams(centimes(Math.round(amount))).replace(/,00|\u00A0DH/g, '')
