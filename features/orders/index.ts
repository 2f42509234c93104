export { createCustomer, getHeldOrder, moveOrder, placeOrder } from './actions.ts'
export { holdWithdrawableOrders, markHeld, releaseHeld, storePayment } from './queries.ts'
export { orderRoutes } from './routes.ts'
