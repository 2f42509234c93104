export { settlePayment } from './actions.ts'
export { paymentRoutes } from './routes.ts'
