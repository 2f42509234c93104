import { forgetPersonIn } from '#features/audit/index.ts'
import { anonymiseRecipientsBefore, forgetUnusedCustomers } from '#features/orders/index.ts'
import { type Db, inTransaction } from '#platform/db/database.ts'
import type { CustomerId } from '#platform/kernel/ids.ts'
import { yearsBefore } from './rules.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** A visitor's record without an order is of use for an hour; so long an unfinished order can be asked about. */
const UNUSED_KEPT_DAYS = 30

const ORDERS_AT_ONCE = 500

/** Names, phones and addresses of final orders are kept for so many years, as the books are. Answers how many orders went. */
export async function anonymiseOldOrders(db: Db, now: Date, keepYears: number): Promise<number> {
  const before = yearsBefore(now, keepYears)
  let done = 0
  for (let ids = [0]; ids.length > 0; done += ids.length) {
    ids = await inTransaction(db, async (tx) => {
      const orders = await anonymiseRecipientsBefore(tx, before, ORDERS_AT_ONCE)
      await forgetPersonIn(tx, 'order', orders)
      return orders
    })
  }
  return done
}

/** Goes through the records from the newest to the oldest, a part at each call, and begins anew after the last. */
export function unusedCustomersForgetter(db: Db): (now: Date) => Promise<void> {
  let below: CustomerId | null = null
  return async (now) => {
    below = await forgetUnusedCustomers(db, new Date(now.getTime() - UNUSED_KEPT_DAYS * DAY_MS), below)
  }
}
