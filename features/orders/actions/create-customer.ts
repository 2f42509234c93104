import type { Queries } from '#platform/db/database.ts'
import type { Caller } from '#platform/http/access.ts'
import { type Customer, storeCustomer } from '../queries.ts'
import { checkRecipient } from '../rules.ts'
import { asSupplier } from './place-order.ts'

export interface TypedRecipient {
  name: string
  phone: string
  address: string
  city: string
  email: string | null
}

/** Keeps who gets the parcel. Refuses (422) a city that is not listed and a phone that is no number. */
export async function createCustomer(
  db: Queries,
  caller: Caller | null,
  typed: TypedRecipient,
  now: Date,
): Promise<Customer> {
  const recipient = checkRecipient(typed)
  return storeCustomer(db, recipient, { email: typed.email, supplierId: asSupplier(caller) }, now)
}
