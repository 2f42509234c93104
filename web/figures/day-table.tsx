import type { ReactNode } from 'react'
import { dayInWords } from '#platform/kernel/days/day-in-words.ts'
import type { DayEntry } from './days.ts'
import { FigureTable } from './figure-table.tsx'

interface DayTableProps<Day extends DayEntry> {
  label: string
  /** The days worth a row, newest first. */
  days: readonly Day[]
  columns: readonly { head: string; cell: (day: Day) => ReactNode }[]
  caption: string
  none: string
}

/** The figures behind a chart of days, folded away. */
export const DayTable = <Day extends DayEntry>({ days, ...table }: DayTableProps<Day>) => (
  <FigureTable {...table} rows={days} keyOf={({ day }) => day} head="Jour" nameOf={({ day }) => dayInWords(day)} />
)
