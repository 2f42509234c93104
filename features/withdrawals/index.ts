export { approveWithdrawal, refuseWithdrawal, requestGains, requestSold } from './actions.ts'
export type { BrokenInvariant } from './names.ts'
export { findInvariantCheck, forgetRibs, storeInvariantCheck } from './queries.ts'
export { soldAndDue } from './rules.ts'
