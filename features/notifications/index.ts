export { deleteReadNotifications, forgetNameOf, notify } from './queries.ts'
export {
  booksBroken,
  clockToConfirm,
  oldOrdersAnonymised,
  orderPlaced,
  productSoldOut,
  roundToConfirm,
  saleDeclared,
  stockRequested,
  supplierSignedUp,
  withdrawalRequested,
} from './rules.ts'
