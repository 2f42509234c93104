export { followOrders } from './actions.ts'
export { findParcel, parcelsOf } from './queries.ts'
export { isWishable, wishDays, wishForDay } from './wish.ts'
