export { anonymiseOldOrders, isClockPlausible, unusedCustomersForgetter } from './retention.ts'
