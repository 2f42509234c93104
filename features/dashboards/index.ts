export { moneyRoutes } from './money-routes.ts'
export { dashboardRoutes } from './routes.ts'
export { supplierDashboardRoutes } from './supplier-routes.ts'
