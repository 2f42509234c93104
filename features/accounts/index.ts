export { createAdmin } from './actions/create-admin.ts'
export { type ErasedPerson, eraseAccount } from './actions/erase-account.ts'
export { holdActiveAccount, keepActive } from './actions/hold-account.ts'
export { inviteBuyer } from './actions/invite-buyer.ts'
export { identify } from './actions/log-in.ts'
export { answerResetRequest, RESET_QUEUE } from './actions/reset-password.ts'
export { HashingLine, hashersFor, newSalt } from './passwords.ts'
export {
  findAccount,
  findSupplierByCode,
  forgetExpired,
  holdAccount,
  nextCustomId,
  storeAccount,
} from './queries.ts'
export { accountRoutes } from './routes.ts'
export { accountDeleted, ERASED_PERSON, foldPromoCode, maskRib, notYourProfile } from './rules.ts'
