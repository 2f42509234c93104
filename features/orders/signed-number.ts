import { createHmac, timingSafeEqual } from 'node:crypto'
import { MAX_ID, type OrderId } from '#platform/kernel/ids.ts'

/** The things that a signature opens. Each has its own: the link of one opens nothing of another. */
type Purpose =
  /** Following an order. */
  | 'order'
  /** The customer's own page, on which she confirms it. */
  | 'confirm'
  /** The letters by which she confirms it on WhatsApp. */
  | 'code'

/** 128 bits. */
const SIGNATURE_BYTES = 16

/**
 * An order's number and its signature. The last letter stands for two bits, so that no link ends in a sign that chats cut
 * off.
 */
const TOKEN = /^([1-9]\d{0,9})-([\w-]{21}[AQgw])$/

/** The signature of an order's number for one purpose, 16 bytes. With a phone it ends when the order has another one. */
export const signatureOf = (purpose: Purpose, id: OrderId, key: Buffer, phone?: string): Buffer =>
  createHmac('sha256', key)
    .update(phone === undefined ? `${purpose} ${id}` : `${purpose} ${id} ${phone}`)
    .digest()
    .subarray(0, SIGNATURE_BYTES)

/** The token of a secret address: `1042-` and 22 letters. */
export const signedToken = (purpose: Purpose, id: OrderId, key: Buffer, phone?: string): string =>
  `${id}-${signatureOf(purpose, id, key, phone).toString('base64url')}`

/** Reads a token: the order, and a check of the signature in constant time. Null for a malformed one. */
export function readSignedToken(
  purpose: Purpose,
  token: string,
): { id: OrderId; isSignedWith: (key: Buffer, phone?: string) => boolean } | null {
  const [, number, signature] = TOKEN.exec(token) ?? []
  if (number === undefined || signature === undefined || Number(number) > MAX_ID) return null
  const id = Number(number) as OrderId
  const given = Buffer.from(signature, 'base64url')
  return { id, isSignedWith: (key, phone) => timingSafeEqual(signatureOf(purpose, id, key, phone), given) }
}
