export { createCustomer, getHeldOrder, moveOrder } from './actions.ts'
export {
  anonymiseRecipients,
  anonymiseRecipientsBefore,
  countRunningOrdersOf,
  findRecords,
  forgetCodeOf,
  forgetUnusedCustomers,
  holdRecords,
  type RecordsOfPerson,
} from './personal-data.ts'
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
export { ANONYMOUS_RECIPIENT, findCity, maskRecipient, normalisePhone } from './rules.ts'
export { findTrackedOrder } from './tracking.ts'
