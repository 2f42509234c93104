import { invalidField } from '#platform/kernel/refusal.ts'
import { withoutSpaces } from '#platform/kernel/text.ts'

const CODE_FIELD = 'code'

/** Turns a typed promo code into its stored form: capitals, no spaces. */
export const normalisePromoCode = (typed: string): string => withoutSpaces(typed).toUpperCase()

/** Rule: a promo code is 6 to 12 capitals and digits. */
export const isPromoCode = (code: string): boolean => /^[A-Z0-9]{6,12}$/.test(code)

/** Rule: a code may be chosen when it is 6 to 12 capitals and digits and no code of an erased account (`erasedCode`). */
export const isChoosable = (code: string): boolean => isPromoCode(code) && !/^X0\d+$/.test(code)

/** Refuses (422) a code that nobody may choose. */
export function mustBeChoosable(code: string): void {
  if (!isPromoCode(code))
    throw invalidField(CODE_FIELD, 'code_shape', 'Un code compte 6 à 12 lettres et chiffres, sans accent.')
  if (!isChoosable(code)) throw codeTaken()
}

export const codeTaken = () => invalidField(CODE_FIELD, 'code_taken', 'Ce code est déjà pris.')
