export { checkSentPassword, holdWithPassword, type PasswordCaller } from './actions/check-password.ts'
export { type ErasedPerson, eraseAccount } from './actions/erase-account.ts'
export { holdActiveAccount, mustStayActive } from './actions/hold-account.ts'
export { limitLetters } from './actions/limit-change-letters.ts'
export type { PasswordHashQueue } from './password-hashing.ts'
export { changeableFrom } from './promo-codes/changes.ts'
export { listCodesOf } from './promo-codes/queries.ts'
export { normalisePromoCode } from './promo-codes/rules.ts'
export {
  findAccount,
  findSupplierByCode,
  holdAccount,
  holdSupplierByCode,
  listOpenAdmins,
  nextCustomId,
  storeAccount,
} from './queries.ts'
export { firstNameOf, maskRib, unknownAccount } from './rules.ts'
export { deleteExpired } from './sessions/session-queries.ts'
