import { ApiError } from '#web/api/api.ts'

export interface DatedOrder {
  updatedAt: Date
  confirmation: { lastAt: Date | null } | null
}

/** Returns when an order or its confirmation changed last, as the page shows them. */
export const lastChangeOf = ({ updatedAt, confirmation }: DatedOrder): Date =>
  confirmation?.lastAt && confirmation.lastAt > updatedAt ? confirmation.lastAt : updatedAt

/** True for the refusal of an outcome, since the order is no longer as the page showed it. */
export const hasChanged = (refusal: unknown): boolean =>
  refusal instanceof ApiError && refusal.code === 'order_dealt_with'
