export {
  approveWithdrawal,
  mailPromoOrder,
  payDelivered,
  refuseWithdrawal,
  requestGains,
  requestSales,
  settlePayment,
} from './actions.ts'

export { ribCell } from './bank-file.ts'
export type { BrokenInvariant } from './model.ts'
export {
  deliveredGains,
  deliveredGainsOf,
  findInvariantCheck,
  forgetRibs,
  storeInvariantCheck,
} from './queries.ts'
export { gradeOf, isWaitingForPayment, nextGradeOf, nextPayday, salesDue } from './rules.ts'
