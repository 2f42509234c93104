import { createHash } from 'node:crypto'
import { networkOf } from '#platform/http/limits.ts'

const KEY_BYTES = 24

/** Makes a visitor's proof that a record is its own. */
export const newCustomerKey = (randomBytes: (count: number) => Buffer): string =>
  randomBytes(KEY_BYTES).toString('base64url')

/** Hashes alone of the key and of the address are stored, and only until an order is placed with the record. */
export const hashOfKey = (key: string): Buffer => createHash('sha256').update(`key ${key}`).digest()

export const hashOfAddress = (address: string): Buffer =>
  createHash('sha256')
    .update(`address ${networkOf(address)}`)
    .digest()
