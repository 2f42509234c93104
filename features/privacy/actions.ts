import { type ErasedPerson, eraseAccount, unknownAccount } from '#features/accounts/index.ts'
import { forgetPersonIn } from '#features/audit/index.ts'
import { forgetSaleNotes } from '#features/buyers/index.ts'
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
import { ERASED_PERSON } from '#platform/kernel/anonymised.ts'
import type { AccountId, OrderId } from '#platform/kernel/ids.ts'
import type { AccountData, CustomerData } from './contract.ts'
import { forgetNotesAbout } from './forget-notes-about.ts'
import { collectAccount, collectCustomer, countRequests, listOrderIdsOf, logDataRequest } from './queries.ts'
import { mustBeSettled, mustHaveNoRunningOrder, unknownPerson } from './rules.ts'

/**
 * Collects all data held about the person behind a phone (normalised) and logs the request. Refuses (404) a number that
 * nobody has.
 */
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
 * Anonymises the person behind a phone (normalised) for good: its records, its orders and their entries in the journal.
 * Gives the number of orders. Refuses (404) a number that nobody has and (409) a person to whom a parcel is on its way.
 */
export async function anonymiseCustomer(tx: Tx, phone: string | null, by: AccountId, now: Date): Promise<number> {
  const records = phone === null ? null : await holdRecords(tx, phone)
  const [customerId] = records?.customers ?? []
  if (records === null || customerId === undefined) throw unknownPerson()
  mustHaveNoRunningOrder(records.running)
  await anonymiseRecipients(tx, records)
  await forgetNotesAbout(tx, records.orders)
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
  /** Ids alone: a supplier may have too many orders to load at once. */
  orders: OrderId[]
}

/** Collects all data held about an account and logs the request. Refuses (404) an unknown account and an admin's. */
export async function exportAccount(tx: Tx, id: AccountId, by: AccountId, now: Date): Promise<AccountExport> {
  const data = await collectAccount(tx, id, now)
  if (data === null || data.account.role === 'admin') throw unknownAccount()
  const orders = await listOrderIdsOf(tx, id)
  await logDataRequest(tx, { personalData: 'exported', accountId: id, orders: orders.length, doneBy: by, doneAt: now })
  return { data, orders }
}

/**
 * Anonymises an account for good, wherever the shop names its person. Refuses (404) an unknown account and (409) an
 * admin's, one that is anonymised already, and one with an order under way or a request to decide.
 */
export async function anonymiseAccount({ jobs, now }: Shop, tx: Tx, id: AccountId, by: AccountId): Promise<void> {
  // This locks the account, so that nobody begins anything in its name after the checks below.
  const person = await eraseAccount(tx, id, now)
  const orders = await countRunningOrdersOf(tx, id)
  mustBeSettled({ orders, ...(await countRequests(tx, id)) })
  await forgetErased(tx, id, person)
  await jobs.forget(tx, { id, email: person.email })
  await logDataRequest(tx, { personalData: 'anonymised', accountId: id, orders: 0, doneBy: by, doneAt: now() })
}

async function forgetErased(tx: Tx, id: AccountId, { customId, code }: ErasedPerson): Promise<void> {
  if (code !== null) await replacePromoCode(tx, id, code)
  await forgetRibs(tx, id)
  await forgetSaleNotes(tx, id)
  await forgetNameOf(tx, customId, ERASED_PERSON.name)
  await forgetPersonIn(tx, 'account', [id])
}
