/** Returns when an order or its confirmation changed last, as the page shows them. */
export const lastChangeOf = ({ updatedAt, confirmation }: DatedOrder): Date =>
  confirmation?.lastAt && confirmation.lastAt > updatedAt ? confirmation.lastAt : updatedAt

export interface DatedOrder {
  updatedAt: Date
  confirmation: { lastAt: Date | null } | null
}
