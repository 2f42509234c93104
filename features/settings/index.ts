export { readSettings } from './queries.ts'
export { senderOf } from './sender.ts'
export { deliveryInWords, feesInWords, sellerInWords } from './words.ts'
