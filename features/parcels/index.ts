export { followOrders } from './actions.ts'
export { findParcel, parcelsOf } from './queries.ts'
