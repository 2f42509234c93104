export {
  approveWithdrawal,
  refuseWithdrawal,
  requestGains,
  requestSold,
  settlePayment,
  tellOfPromoOrder,
} from './actions.ts'

export type { BrokenInvariant } from './model.ts'
export {
  deliveredGains,
  deliveredGainsOf,
  findInvariantCheck,
  forgetRibs,
  storeInvariantCheck,
} from './queries.ts'
export { gradeOf, soldAndDue } from './rules.ts'
