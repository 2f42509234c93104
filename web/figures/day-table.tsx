import type { ReactNode } from 'react'
import common from '#web/ui/common.module.css'
import { Icon } from '#web/ui/icon.tsx'
import style from './day-table.module.css'
import { type DayEntry, longDay } from './days.ts'

interface DayTableProps<Day extends DayEntry> {
  label: string
  /** The days worth a row, newest first. */
  days: readonly Day[]
  columns: readonly { head: string; cell: (day: Day) => ReactNode }[]
  caption: string
  none: string
}

/** The figures behind a chart of days, folded away. */
export function DayTable<Day extends DayEntry>({ label, days, columns, caption, none }: DayTableProps<Day>) {
  return (
    <details className={style.details}>
      <summary>
        Voir les chiffres
        <Icon name="chevron-down" size={18} />
      </summary>
      {days.length === 0 ? (
        <p className={common.note}>{none}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: without a pointer it is scrolled with the arrow keys
        <section className={style.scroll} tabIndex={0} aria-label={label}>
          <table className={style.table}>
            <caption className={style.caption}>{caption}</caption>
            <thead>
              <tr>
                <th scope="col">Jour</th>
                {columns.map(({ head }) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {days.map((day) => (
                <tr key={day.day}>
                  <th scope="row">{longDay(day.day)}</th>
                  {columns.map(({ head, cell }) => (
                    <td key={head}>{cell(day)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </details>
  )
}
