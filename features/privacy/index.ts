export { anonymiseOldOrders, isClockPlausible, unusedCustomersForgetter } from './retention.ts'
export { privacyRoutes } from './routes.ts'
