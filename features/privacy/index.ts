export { anonymiseOldOrders, forgetUnusedRecords, isClockPlausible } from './retention.ts'
