import type { DbOrTx } from '#platform/db/database.ts'
import type { Caller } from '#platform/http/access.ts'
import { hashOfAddress, hashOfKey } from '../customer-key.ts'
import { type Customer, storeCustomer } from '../queries.ts'
import { checkRecipient } from '../rules.ts'
import { supplierIdOf } from './place-order.ts'

export interface TypedRecipient {
  name: string
  phone: string
  address: string
  city: string
  email: string | null
}

/** A visitor's later proof that the record is its own: the key or, for `KEYLESS_RECORD_LIFE_MS`, the address that made it. */
export interface RecordProof {
  key: string
  address: string
}

/**
 * Stores a customer of the supplier that calls, or of a visitor. Refuses (422) a city that is not listed and a phone that is
 * no number.
 */
export async function createCustomer(
  db: DbOrTx,
  caller: Caller | null,
  typed: TypedRecipient,
  { key, address }: RecordProof,
  now: Date,
): Promise<Customer> {
  const recipient = checkRecipient(typed)
  const supplierId = supplierIdOf(caller)
  const proof = supplierId === null ? { keyHash: hashOfKey(key), ipHash: hashOfAddress(address) } : {}
  return storeCustomer(db, recipient, { email: typed.email, supplierId, ...proof }, now)
}
