export {
  approveWithdrawal,
  mailPromoOrder,
  refuseWithdrawal,
  requestGains,
  requestSales,
  settlePayment,
} from './actions.ts'

export type { BrokenInvariant } from './model.ts'
export {
  deliveredGains,
  deliveredGainsOf,
  findInvariantCheck,
  forgetRibs,
  storeInvariantCheck,
} from './queries.ts'
export { gradeOf, salesDue } from './rules.ts'
