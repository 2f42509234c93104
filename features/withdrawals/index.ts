export { approveWithdrawal, refuseWithdrawal, requestGains, requestSold } from './actions.ts'
export { findAuditRound, forgetRibs, storeAuditRound } from './queries.ts'
export { withdrawalRoutes } from './routes.ts'
export { soldAndDue } from './rules.ts'
