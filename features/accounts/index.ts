export { type ErasedPerson, eraseAccount } from './actions/erase-account.ts'
export { holdActiveAccount, mustStayActive } from './actions/hold-account.ts'
export { listCodesOf } from './promo-codes/queries.ts'
export { changeableFrom } from './promo-codes/rules.ts'
export {
  findAccount,
  findSupplierByCode,
  holdAccount,
  holdSupplierByCode,
  nextCustomId,
  storeAccount,
} from './queries.ts'
export { maskRib, normalisePromoCode, unknownAccount } from './rules.ts'
export { deleteExpired } from './session-queries.ts'
