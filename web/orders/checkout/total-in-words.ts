import type { Rates } from '#features/settings/model.ts'
import { type Centimes, formatDirhams, plus } from '#platform/kernel/money.ts'

/** The total of an order to a city that is not known yet: `entre 238,50 et 253,50 DH`, or the one it is wherever it goes. */
export function totalInWords(withoutFee: Centimes, { fees, otherFee }: Rates): string {
  const all = [otherFee, ...Object.values(fees)]
  const [least, most] = [Math.min(...all), Math.max(...all)].map((fee) =>
    formatDirhams(plus(withoutFee, fee as Centimes)),
  )
  return least === most ? least! : `entre ${least!.replace('\u00A0DH', '')} et ${most}`
}
