import type { AccountId } from '#platform/kernel/ids.ts'
import { invalidField, Refusal } from '#platform/kernel/refusal.ts'
import { OTP_FIELD } from '../model.ts'

const CODE_WRONG = 'Ce code n’est pas valable. Attendez le suivant, ou saisissez un code de secours.'

const CODE_MISSING = 'Saisissez le code de votre application d’authentification.'

/** Refusal (401) of a right identifier and password without the code that the account needs. */
export const codeMissing = (about: AccountId) =>
  new Refusal('unauthenticated', 'second_factor', CODE_MISSING, undefined, about)

/** Refusal (401) of any code that opens nothing: wrong, late or used, in one answer. */
export const wrongSecondFactor = (about: AccountId) =>
  new Refusal('unauthenticated', 'wrong_second_factor', CODE_WRONG, undefined, about)

/** The same (422) for somebody who is logged in, and stays so. */
export const wrongCodeTyped = () => invalidField(OTP_FIELD, 'wrong_second_factor', CODE_WRONG)

export const alreadySet = () =>
  new Refusal('conflict', 'second_factor_set', 'La double authentification est déjà activée sur ce compte.')

export const notSet = () =>
  new Refusal('conflict', 'second_factor_not_set', 'La double authentification n’est pas activée sur ce compte.')

export const notBegun = () =>
  new Refusal('conflict', 'second_factor_not_begun', 'Affichez d’abord le QR code, puis saisissez le code.')
