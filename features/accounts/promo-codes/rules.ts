import { DAY_MS } from '#platform/kernel/durations.ts'
import { invalidField, Refusal } from '#platform/kernel/refusal.ts'

export const CODE_FIELD = 'code'

/** Turns a typed promo code into its stored form: capitals, no spaces around. */
export const normalisePromoCode = (typed: string): string => typed.trim().toUpperCase()

/** Rule: a promo code is 6 to 12 capitals and digits. */
export const isPromoCode = (code: string): boolean => /^[A-Z0-9]{6,12}$/.test(code)

const REST_DAYS = 30

export interface DatedCode {
  code: string
  since: Date
}

/**
 * Rule: the code that sign-up gave is changed at once, later ones 30 days after the last change. Gives the moment from
 * which it can be changed again; null when it can be now. `codes` is every code of the account.
 */
export function changeableFrom(codes: readonly DatedCode[], now: Date): Date | null {
  if (codes.length < 2) return null
  const last = Math.max(...codes.map(({ since }) => since.getTime()))
  const from = new Date(last + REST_DAYS * DAY_MS)
  return from > now ? from : null
}

/** Refuses (409) a change before its time. */
export function mustBeChangeable(codes: readonly DatedCode[], now: Date): void {
  const from = changeableFrom(codes, now)
  if (from === null) return
  throw new Refusal('conflict', 'code_changed_lately', `Vous pourrez changer de code à partir du ${dayInWords(from)}.`)
}

/** Made when it is needed: public pages load these rules, and making it costs a cheap phone 60 ms. */
const dayInWords = (at: Date): string =>
  new Intl.DateTimeFormat('fr-FR', {
    timeZone: 'Africa/Casablanca',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  }).format(at)

/** Rule: a code may be chosen when it is 6 to 12 capitals and digits and no code of an erased account (`erasedCode`). */
export const isChoosable = (code: string): boolean => isPromoCode(code) && !/^X0\d+$/.test(code)

/** Refuses (422) a code that nobody may choose. */
export function mustBeChoosable(code: string): void {
  if (!isPromoCode(code))
    throw invalidField(CODE_FIELD, 'code_shape', 'Un code compte 6 à 12 lettres et chiffres, sans accent.')
  if (!isChoosable(code)) throw codeTaken()
}

export const codeTaken = () => invalidField(CODE_FIELD, 'code_taken', 'Ce code est déjà pris.')
