export { buyerDashboardRoutes } from './buyer-routes.ts'
export { moneyRoutes } from './money-routes.ts'
export { dashboardRoutes } from './routes.ts'
export { supplierDashboardRoutes } from './supplier-routes.ts'
