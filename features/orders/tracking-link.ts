import type { OrderId } from '#platform/kernel/ids.ts'
import { TRACKING_PATH } from './model.ts'
import { readSignedToken, signedToken } from './signed-number.ts'

/**
 * The secret address of an order's page for its customer: its signature is the only proof. One that goes to a phone is signed
 * with it, and ends when that was a wrong number.
 */
export const trackingPath = (id: OrderId, key: Buffer, phone?: string): string =>
  `${TRACKING_PATH}${signedToken('order', id, key, phone)}`

/** Reads a link's token: the order, and a check of the signature in constant time. Null for a malformed one. */
export const readTrackingToken = (token: string) => readSignedToken('order', token)
