export { settlePayment } from './actions.ts'
