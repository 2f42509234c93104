export { forgetNameOf, forgetReadNotifications, ring } from './queries.ts'
export { notificationRoutes } from './routes.ts'
export { ofBrokenAudit, ofOrder, ofPurchase, ofSoldOut, ofSupplier, ofWithdrawal } from './rules.ts'
