export { createCustomer, getHeldOrder, moveOrder, placeOrder } from './actions.ts'
export { storePayment } from './queries.ts'
export { orderRoutes } from './routes.ts'
