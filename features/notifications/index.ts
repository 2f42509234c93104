export { deleteReadNotifications, forgetNameOf, notify } from './queries.ts'
export {
  booksBroken,
  clockToConfirm,
  oldOrdersAnonymised,
  orderPlaced,
  productSoldOut,
  roundToConfirm,
  stockRequested,
  supplierSignedUp,
  withdrawalRequested,
} from './rules.ts'
