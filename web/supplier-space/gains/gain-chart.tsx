import { useState } from 'react'
import { GAIN_PERIODS } from '#features/supplier-space/model.ts'
import { dayInWords } from '#platform/kernel/days/day-in-words.ts'
import { type Centimes, formatDirhams } from '#platform/kernel/money.ts'
import { localDay } from '#platform/kernel/time.ts'
import { amountScale } from '#web/figures/amount-scale.ts'
import { DayBars } from '#web/figures/day-bars.tsx'
import { DayTable } from '#web/figures/day-table.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Price } from '#web/ui/price.tsx'
import style from './gain-chart.module.css'
import { type GainDay, lastGainDays, sumOf } from './gain-days.ts'

/** Draws each day's gain over the period that is chosen. `known` goes as far back as the longest one. Loaded once it is unfolded. */
export default function GainChart({ known }: { known: readonly GainDay[] }) {
  const [period, setPeriod] = useState<number>(GAIN_PERIODS[1])
  const [chosen, setChosen] = useState<number | null>(null)
  const days = lastGainDays(known, localDay(new Date()), period)
  const sum = sumOf(days)
  const day = chosen === null ? undefined : days[chosen]
  return (
    <div className={classes(common.stack, common.gap3)}>
      <fieldset className={classes(common.wrap, common.gap2)}>
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
      <p className={common.note} role="status">
        <Price amount={sum.gain} className={style.amount} /> pour {sum.orders}{' '}
        {sum.orders > 1 ? 'commandes' : 'commande'} en {period}&nbsp;jours
      </p>
      <DayBars
        label="Gains par jour, en DH"
        days={days}
        valueIn={({ gain }) => gain}
        write={(gain) => formatDirhams(gain as Centimes)}
        scale={amountScale(days.map(({ gain }) => gain))}
        none="Aucun gain."
        chosen={chosen}
        onChoose={setChosen}
      />
      <p className={classes(common.note, style.day)} aria-hidden="true">
        {day && `${dayInWords(day.day)}\u00A0: ${formatDirhams(day.gain)}`}
      </p>
      <DayTable
        label="Gains par jour"
        caption="Jours avec au moins une commande, du plus récent au plus ancien"
        none="Aucune commande sur la période."
        days={days.filter(({ orders }) => orders > 0).reverse()}
        columns={[
          { head: 'Commandes', cell: ({ orders }) => orders },
          { head: 'Gain', cell: ({ gain }) => <Price amount={gain} /> },
        ]}
      />
    </div>
  )
}
