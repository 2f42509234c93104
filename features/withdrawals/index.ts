export { approveWithdrawal, refuseWithdrawal, requestGains, requestSold } from './actions.ts'
export { withdrawalRoutes } from './routes.ts'
export { soldAndDue } from './rules.ts'
