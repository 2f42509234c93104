import { createHash } from 'node:crypto'
import { networkOf } from '#platform/http/limits.ts'

const KEY_BYTES = 24

/** A visitor's proof that a record is its own. */
export const newCustomerKey = (randomBytes: (count: number) => Buffer): string =>
  randomBytes(KEY_BYTES).toString('base64url')

/** Only hashes of the key and of the address that made a record are kept, and only until it has been ordered with. */
export const hashOfKey = (key: string): Buffer => createHash('sha256').update(`key ${key}`).digest()

export const hashOfAddress = (address: string): Buffer =>
  createHash('sha256')
    .update(`address ${networkOf(address)}`)
    .digest()
