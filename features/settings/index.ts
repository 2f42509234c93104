export { readSettings, storeSetting } from './queries.ts'
export { senderOf } from './sender.ts'
export { deliveryInWords, feesInWords, sellerFacts, sellerInWords } from './words.ts'
