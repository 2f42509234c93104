import { type Centimes, centimes, formatDirhams } from '#platform/kernel/money.ts'
import { roundTop } from './days.ts'

/** A scale of dirhams for a chart of these amounts: zero, half, and a round number above them all. */
export function amountScale(amounts: readonly Centimes[]) {
  const top = roundTop(amounts)
  return [0, top / 2, top].map((value) => ({
    value,
    label: value === top ? `${roundDirhams(value)}\u00A0DH` : roundDirhams(value),
  }))
}

/** Round amounts, without centimes where there are none. */
const roundDirhams = (amount: number): string =>
  formatDirhams(centimes(Math.round(amount))).replace(/,00|\u00A0DH/g, '')
