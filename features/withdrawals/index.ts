export { approveWithdrawal, refuseWithdrawal, requestGains, requestSold } from './actions.ts'
export { type AuditRound, findAuditRound, storeAuditRound } from './queries.ts'
export { withdrawalRoutes } from './routes.ts'
export { soldAndDue } from './rules.ts'
