import { createHmac, timingSafeEqual } from 'node:crypto'
import { MAX_ID, type OrderId } from '#platform/kernel/ids.ts'
import { TRACKING_PATH } from './model.ts'

/** 128 bits. */
const SIGNATURE_BYTES = 16

/**
 * An order's number and its signature. The last letter stands for two bits, so that no link ends in a sign that chats cut
 * off.
 */
const TOKEN = /^([1-9]\d{0,9})-([\w-]{21}[AQgw])$/

const signatureOf = (id: OrderId, key: Buffer): Buffer =>
  createHmac('sha256', key).update(`order ${id}`).digest().subarray(0, SIGNATURE_BYTES)

/** The secret address of an order's page for its customer: its signature is the only proof. */
export const trackingPath = (id: OrderId, key: Buffer): string =>
  `${TRACKING_PATH}${id}-${signatureOf(id, key).toString('base64url')}`

/** Reads a link's token: the order, and a check of the signature in constant time. Null for a malformed one. */
export function readTrackingToken(token: string): { id: OrderId; isSignedWith: (key: Buffer) => boolean } | null {
  const [, number, signature] = TOKEN.exec(token) ?? []
  if (number === undefined || signature === undefined || Number(number) > MAX_ID) return null
  const id = Number(number) as OrderId
  const given = Buffer.from(signature, 'base64url')
  return { id, isSignedWith: (key) => timingSafeEqual(signatureOf(id, key), given) }
}
