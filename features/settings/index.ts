export { readSettings } from './queries.ts'
export { senderOf } from './sender.ts'
