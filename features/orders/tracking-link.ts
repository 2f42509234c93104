import type { OrderId } from '#platform/kernel/ids.ts'
import { TRACKING_PATH } from './model.ts'
import { readSignedToken, signedToken } from './signed-number.ts'

/** The secret address of an order's page for its customer: its signature is the only proof. */
export const trackingPath = (id: OrderId, key: Buffer): string => `${TRACKING_PATH}${signedToken('order', id, key)}`

/** Reads a link's token: the order, and a check of the signature in constant time. Null for a malformed one. */
export const readTrackingToken = (token: string) => readSignedToken('order', token)
