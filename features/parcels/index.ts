export { followOrders } from './actions.ts'
export { findParcel, forgetParcelNotes, notesOfParcels, parcelsOf } from './queries.ts'
export { isWishable, wishDays, wishForDay } from './wish.ts'
