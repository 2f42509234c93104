export { forgetNameOf, forgetReadNotifications, notify } from './queries.ts'
export {
  booksBroken,
  orderPlaced,
  productSoldOut,
  stockRequested,
  supplierSignedUp,
  withdrawalRequested,
} from './rules.ts'
