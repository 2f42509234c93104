export { createCustomer, getHeldOrder, moveOrder, placeOrder } from './actions.ts'
export { foldTallies, holdWithdrawableOrders, markHeld, releaseHeld, storePayment } from './queries.ts'
export { orderRoutes } from './routes.ts'
export { maskRecipient } from './rules.ts'
