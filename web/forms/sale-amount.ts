import { type Centimes, dh, formatDirhams } from '#platform/kernel/money.ts'

/** An amount as people type it: a comma or a point, spaces between thousands. Null when it is none. */
export function amountIn(typed: string): Centimes | null {
  const plain = typed.replace(/\s/g, '').replace(/DH$/i, '').replace(',', '.')
  return /^\d{1,10}(\.\d{1,2})?$/.test(plain) ? dh(Number(plain)) : null
}

/** Checks the amount that was sold of a stock: a sentence, or null. */
export function saleProblem(typed: string, left: Centimes): string | null {
  if (typed.trim() === '') return 'Saisissez le montant vendu.'
  const amount = amountIn(typed)
  if (amount === null) return 'Saisissez un montant en dirhams, par exemple 1250,50.'
  if (amount === 0) return 'Le montant vendu doit être supérieur à 0.'
  return amount > left ? `Il ne reste que ${formatDirhams(left)} à vendre.` : null
}
