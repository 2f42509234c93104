export { createCustomer, getHeldOrder, moveOrder } from './actions.ts'
export { placeOrderIn } from './place-order.ts'
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
