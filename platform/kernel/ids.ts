/** PostgreSQL identity (1 to 2³¹−1). Each table has its own type, so that an order's id never passes for a product's. */
type Id<Name extends string> = number & { readonly id: Name }

export type AccountId = Id<'account'>
export type ProductId = Id<'product'>
export type CustomerId = Id<'customer'>
export type CustomerNoteId = Id<'customer note'>
export type OrderId = Id<'order'>
export type OrderLineId = Id<'order line'>
export type AnnouncementId = Id<'announcement'>
export type PurchaseId = Id<'purchase'>
export type NotificationId = Id<'notification'>
export type SaleId = Id<'sale'>
export type SaleDeclarationId = Id<'sale declaration'>
export type BankFileId = Id<'bank file'>
export type WithdrawalId = Id<'withdrawal'>
export type CourierId = Id<'courier'>
export type HandoverId = Id<'handover'>
export type StatusImportId = Id<'status import'>
export type StatementId = Id<'statement'>
export type ClaimId = Id<'claim'>

/** Largest id that a column can hold; PostgreSQL refuses a query with a larger one. */
export const MAX_ID = 2_147_483_647

/** Reads the id that digits spell; null when no row can have it. */
export const idIn = <Id extends number>(digits: string): Id | null =>
  /^[1-9]\d{0,9}$/.test(digits) && Number(digits) <= MAX_ID ? (Number(digits) as Id) : null
