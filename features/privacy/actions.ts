import { ERASED_PERSON, type ErasedPerson, eraseAccount, unknownAccount } from '#features/accounts/index.ts'
import { forgetPersonIn } from '#features/audit/index.ts'
import { forgetRibs } from '#features/earnings/index.ts'
import { forgetNameOf } from '#features/notifications/index.ts'
import {
  anonymiseRecipients,
  countRunningOrdersOf,
  findRecords,
  holdRecords,
  replacePromoCode,
} from '#features/orders/index.ts'
import type { Tx } from '#platform/db/database.ts'
import type { Shop } from '#platform/http/shop.ts'
import type { AccountId, OrderId } from '#platform/kernel/ids.ts'
import type { AccountData, CustomerData } from './contract.ts'
import { collectAccount, collectCustomer, countRequests, listOrderIdsOf, logDataRequest } from './queries.ts'
import { mustBeSettled, mustHaveNoRunningOrder, unknownPerson } from './rules.ts'

/** Hands out all that is held about the person behind a number. Refuses (404) one that nobody has. */
export async function exportCustomer(tx: Tx, phone: string | null, by: AccountId, now: Date): Promise<CustomerData> {
  const records = phone === null ? null : await findRecords(tx, phone)
  const [customerId] = records?.customers ?? []
  if (phone === null || records === null || customerId === undefined) throw unknownPerson()
  const data = await collectCustomer(tx, phone, records, now)
  await logDataRequest(tx, {
    personalData: 'exported',
    customerId,
    orders: records.orders.length,
    doneBy: by,
    doneAt: now,
  })
  return data
}

/**
 * Forgets the person behind a number, for good: its records, its orders and what the audit log says of them. Refuses (404) a
 * number that nobody has and (409) a person to whom a parcel is on its way. Answers how many orders it was.
 */
export async function anonymiseCustomer(tx: Tx, phone: string | null, by: AccountId, now: Date): Promise<number> {
  const records = phone === null ? null : await holdRecords(tx, phone)
  const [customerId] = records?.customers ?? []
  if (records === null || customerId === undefined) throw unknownPerson()
  mustHaveNoRunningOrder(records.running)
  await anonymiseRecipients(tx, records)
  await forgetPersonIn(tx, 'order', records.orders)
  await logDataRequest(tx, {
    personalData: 'anonymised',
    customerId,
    orders: records.orders.length,
    doneBy: by,
    doneAt: now,
  })
  return records.orders.length
}

export interface AccountExport {
  data: Omit<AccountData, 'orders'>
  /** Which ones go with it. */
  orders: OrderId[]
}

/** Hands out all that is held about an account. Refuses (404) an unknown one and an admin's. */
export async function exportAccount(tx: Tx, id: AccountId, by: AccountId, now: Date): Promise<AccountExport> {
  const data = await collectAccount(tx, id, now)
  if (data === null || data.account.role === 'admin') throw unknownAccount()
  const orders = await listOrderIdsOf(tx, id)
  await logDataRequest(tx, { personalData: 'exported', accountId: id, orders: orders.length, doneBy: by, doneAt: now })
  return { data, orders }
}

/**
 * Makes an account nobody's, for good, wherever the shop says whose it was. Refuses (404) an unknown one, and (409) an
 * admin's, one that is nobody's already, and one of which something is still to be decided.
 */
export async function anonymiseAccount({ jobs, now }: Shop, tx: Tx, id: AccountId, by: AccountId): Promise<void> {
  // Held from here on: nobody begins anything in its name.
  const person = await eraseAccount(tx, id, now)
  const orders = await countRunningOrdersOf(tx, id)
  mustBeSettled({ orders, ...(await countRequests(tx, id)) })
  await forgetErased(tx, id, person)
  await jobs.forget(tx, [person.email])
  await logDataRequest(tx, { personalData: 'anonymised', accountId: id, orders: 0, doneBy: by, doneAt: now() })
}

async function forgetErased(tx: Tx, id: AccountId, { customId, code }: ErasedPerson): Promise<void> {
  if (code !== null) await replacePromoCode(tx, id, code)
  await forgetRibs(tx, id)
  await forgetNameOf(tx, customId, ERASED_PERSON.name)
  await forgetPersonIn(tx, 'account', [id])
}
