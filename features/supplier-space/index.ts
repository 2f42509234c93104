export { listSupplierOrders, supplierStats } from './queries.ts'
