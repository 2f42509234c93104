export { followOrders } from './actions.ts'
export { countParcels } from './follow/queries.ts'
export { findParcel, forgetParcelNotes, notesOfParcels, parcelsOf } from './queries.ts'
export { isWishable, wishDays, wishForDay } from './wish.ts'
