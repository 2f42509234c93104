import type { OrderId } from '#platform/kernel/ids.ts'
import { signatureOf } from './signed-number.ts'

/** 32 signs, of which no two are taken for each other. */
const SIGNS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/**
 * The four letters of an order's receipt. Whoever sends them from the order's number by WhatsApp has confirmed it: nobody
 * but the visitor who placed it was shown them.
 */
export const confirmationCode = (id: OrderId, key: Buffer): string =>
  [...signatureOf('code', id, key).subarray(0, 4)].map((byte) => SIGNS[byte % SIGNS.length]).join('')

/** Compares typed letters with an order's, whatever their case and the spaces around. */
export const isConfirmationCode = (typed: string, id: OrderId, key: Buffer): boolean =>
  typed.replace(/\s/g, '').toUpperCase() === confirmationCode(id, key)
