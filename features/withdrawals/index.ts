export { approveWithdrawal, refuseWithdrawal, requestGains, requestSold } from './actions.ts'
export { withdrawnBy } from './queries.ts'
export { withdrawalRoutes } from './routes.ts'
