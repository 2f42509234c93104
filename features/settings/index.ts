export { readSettings, storeSetting } from './queries.ts'
export { senderOf } from './sender.ts'
export { deliveryInWords, feeSpan, feesInWords, sellerFacts, sellerInWords } from './words.ts'
