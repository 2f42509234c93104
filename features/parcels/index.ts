export { followOrders } from './actions.ts'
