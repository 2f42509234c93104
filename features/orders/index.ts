export { createCustomer } from './actions/create-customer.ts'
export { getHeldOrder } from './actions/held-order.ts'
export { changeOrders, deliverOrders, moveOrder } from './actions/move-order.ts'
export { placeOrder } from './actions/place-order.ts'
export { confirmationCode, isConfirmationCode } from './confirmation-code.ts'
export { correctOrder, previewCorrection } from './corrections/actions.ts'
export { holdWholeOrders } from './corrections/queries.ts'
export { isCorrectable, isMergeable, type MergeableOrder } from './corrections/rules.ts'
export { nobodyBehindOrder } from './customer-notes/actions.ts'
export { customerNotesOf, knownBy } from './customer-notes/queries.ts'
export { expectedDates } from './delivery-dates/queries.ts'
export { mustTakeNotes } from './notes/actions.ts'
export {
  anonymiseRecipients,
  anonymiseRecipientsBefore,
  countOrders,
  countRecipientsBefore,
  countRunningOrdersOf,
  findNewestOrder,
  findRecords,
  forgetUnusedCustomers,
  holdRecords,
  type RecordsOfPerson,
  replacePromoCode,
} from './personal-data.ts'
export {
  findSigningKey,
  holdOrders,
  holdWithdrawableOrders,
  linesOf,
  listLines,
  listLinesWithImages,
  putInWithdrawal,
  storePayment,
  storePaymentsOf,
  takeOutOfWithdrawal,
} from './queries.ts'
export { findSettledReturn } from './returns/queries.ts'
export { hasBeenGoneForLong } from './returns/rules.ts'
export { mustBeReturnable, receiveReturn } from './returns/settle-return.ts'
export { hideLastDigits, isOutside, maskRecipient, orderFigures, unknownOrder } from './rules.ts'
export { listBestSellers } from './shop-figures/best-sellers.ts'
export { listOrderedWith } from './shop-figures/ordered-together.ts'
export { shopFigures } from './shop-figures/shop-figures.ts'
export { readSignedToken, signedToken } from './signed-number.ts'
export { readTrackingToken, trackingPath } from './tracking-link.ts'
