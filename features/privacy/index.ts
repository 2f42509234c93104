export { anonymiseOldOrders, unusedCustomersForgetter } from './retention.ts'
export { privacyRoutes } from './routes.ts'
