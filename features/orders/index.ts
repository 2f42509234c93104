export { createCustomer, getHeldOrder, moveOrder, placeOrder } from './actions.ts'
export {
  foldTallies,
  holdWithdrawableOrders,
  markHeld,
  refreshOutcomes,
  releaseHeld,
  storePayment,
} from './queries.ts'
export { orderRoutes } from './routes.ts'
export { findCity, maskRecipient } from './rules.ts'
export { findTrackedOrder } from './tracking.ts'
