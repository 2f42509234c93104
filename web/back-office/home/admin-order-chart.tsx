import { useState } from 'react'
import type * as z from 'zod/mini'
import type { orderSummary } from '#features/back-office/contract.ts'
import { SUMMARY_DAYS } from '#features/back-office/model.ts'
import { dayInWords } from '#platform/kernel/days/day-in-words.ts'
import { type Centimes, formatDirhams, ZERO } from '#platform/kernel/money.ts'
import { localDay } from '#platform/kernel/time.ts'
import { amountScale } from '#web/figures/amount-scale.ts'
import { DayBars } from '#web/figures/day-bars.tsx'
import { DayTable } from '#web/figures/day-table.tsx'
import { evenTop, withEveryDay } from '#web/figures/days.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Price } from '#web/ui/price.tsx'
import style from './admin-order-chart.module.css'

type OrderDay = z.output<typeof orderSummary>['perDay'][number]

/** Draws the orders of each day: their worth above their number. Loaded on demand. */
export default function AdminOrderChart({ known }: { known: readonly OrderDay[] }) {
  const [chosen, setChosen] = useState<number | null>(null)
  const days = withEveryDay(known, localDay(new Date()), SUMMARY_DAYS, { orders: 0, amount: ZERO })
  const day = chosen === null ? undefined : days[chosen]
  return (
    <div className={classes(common.stack, style.chart)}>
      <div className={classes(common.stack, common.gap3, style.figure)}>
        <h3 className={common.note}>Chiffre d’affaires par jour</h3>
        <p className={classes(common.hint, common.digits, style.value)}>
          {day ? `${dayInWords(day.day)}\u00A0: ${formatDirhams(day.amount)}` : 'Hors commandes annulées'}
        </p>
        <DayBars
          label="Chiffre d’affaires par jour, en DH"
          days={days}
          valueIn={({ amount }) => amount}
          write={(amount) => formatDirhams(amount as Centimes)}
          scale={amountScale(days.map(({ amount }) => amount))}
          none="Aucune vente."
          chosen={chosen}
          onChoose={setChosen}
        />
      </div>
      <div className={classes(common.stack, common.gap3, style.figure)}>
        <h3 className={common.note}>Commandes par jour</h3>
        <p className={classes(common.hint, common.digits, style.value)}>
          {day ? `${dayInWords(day.day)}\u00A0: ${countOf(day.orders)}` : 'Annulées comprises'}
        </p>
        <DayBars
          label="Commandes par jour"
          days={days}
          valueIn={(each) => each.orders}
          write={countOf}
          scale={countScale(days.map((each) => each.orders))}
          none="Aucune commande."
          chosen={chosen}
          onChoose={setChosen}
          tone="other"
        />
      </div>
      <DayTable
        label="Commandes et chiffre d’affaires par jour"
        caption="Jours avec au moins une commande, du plus récent au plus ancien"
        none="Aucune commande sur la période."
        days={days.filter((each) => each.orders > 0).reverse()}
        columns={[
          { head: 'Commandes', cell: (each) => each.orders },
          { head: 'Montant', cell: ({ amount }) => <Price amount={amount} /> },
        ]}
      />
    </div>
  )
}

const countOf = (orders: number): string => `${orders}\u00A0${orders > 1 ? 'commandes' : 'commande'}`

function countScale(counts: readonly number[]) {
  const top = evenTop(counts)
  return [0, top / 2, top].map((value) => ({ value, label: String(value) }))
}
