import { sql } from 'drizzle-orm'
import { forgetPersonIn } from '#features/audit/index.ts'
import { clockToConfirm, notify, oldOrdersAnonymised, roundToConfirm } from '#features/notifications/index.ts'
import {
  anonymiseRecipientsBefore,
  countOrders,
  countRecipientsBefore,
  findNewestOrder,
  forgetUnusedCustomers,
} from '#features/orders/index.ts'
import { type Db, inTransaction, type Tx } from '#platform/db/database.ts'
import type { Shop } from '#platform/http/shop.ts'
import type { AccountId, CustomerId } from '#platform/kernel/ids.ts'
import { findRetention, logDataRequest, storeRetention } from './queries.ts'
import {
  isClockJump,
  isRoundTooLarge,
  LONGEST_PAUSE_DAYS,
  mustBeClockShown,
  mustBeWaitingRound,
  type Retention,
  yearsBefore,
} from './rules.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** A visitor's record without an order is of use for an hour; so long an unfinished order can be asked about. */
const UNUSED_RETENTION_DAYS = 30

const ORDERS_AT_ONCE = 500

type RetentionShop = Pick<Shop, 'db' | 'now'>

/**
 * Whether what cannot be undone may be done now. Not while the clock stands more than a week beyond the moment of the last
 * round and what orders say since: the owner is asked by the bell, once, and its word lets the rounds go on.
 */
export const isClockPlausible = ({ db, now }: RetentionShop): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const known = await holdRetention(tx)
    const at = now()
    const before = await findNewestOrder(tx, known.lastRoundAt, LONGEST_PAUSE_DAYS)
    if (before !== null && isClockJump(before, at)) {
      if (known.waiting !== 'clock') await notify(tx, clockToConfirm({ before, at }), at)
      await storeRetention(tx, { ...known, waiting: 'clock', lastCertainAt: before })
      return false
    }
    const waiting = known.waiting === 'clock' ? null : known.waiting
    await storeRetention(tx, { ...known, lastRoundAt: later(known.lastRoundAt, at), waiting, lastCertainAt: null })
    return true
  })

const later = (one: Date | null, other: Date): Date => (one !== null && one > other ? one : other)

/**
 * Takes the person out of final orders that are older than the books are kept, and says how many in one line of the
 * journal and of the bell. A round that would touch more than a twentieth of the orders waits for the owner. Answers how
 * many orders it was.
 */
export async function anonymiseOldOrders({ db, now, orderRetentionYears }: RetentionShop & Pick<Shop, 'orderRetentionYears'>) {
  const at = now()
  const before = yearsBefore(at, orderRetentionYears)
  const anonymise = async (tx: Tx) => {
    const orders = await anonymiseRecipientsBefore(tx, before, ORDERS_AT_ONCE)
    await forgetPersonIn(tx, 'order', orders)
    return orders.length
  }
  // What is said is stored with the first part, so that nobody is forgotten without a line.
  const first = await inTransaction(db, async (tx) =>
    (await mayRoundBegin(tx, before, orderRetentionYears, at)) ? anonymise(tx) : 0,
  )
  let done = first
  for (let part = first; part > 0; done += part) part = await inTransaction(db, anonymise)
  return done
}

async function mayRoundBegin(tx: Tx, before: Date, years: number, at: Date): Promise<boolean> {
  const known = await holdRetention(tx)
  const due = await countRecipientsBefore(tx, before)
  const all = due === 0 ? 0 : await countOrders(tx)
  const isWaiting = isRoundTooLarge({ due, all, confirmed: known.confirmedOrders })
  if (isWaiting && known.waiting === null) await notify(tx, roundToConfirm({ due, all, years }), at)
  if (isWaiting) await storeRetention(tx, { ...known, waiting: 'round', dueOrders: due, allOrders: all })
  if (isWaiting || due === 0) return false
  await storeRetention(tx, { ...known, waiting: null, dueOrders: null, allOrders: null, confirmedOrders: null })
  await logDataRequest(tx, { personalData: 'expired', orders: due, doneAt: at })
  await notify(tx, oldOrdersAnonymised({ orders: due, years }), at)
  return true
}

/** Of several copies of the program, one looks at a time. */
async function holdRetention(tx: Tx): Promise<Retention> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('retention'))`)
  return findRetention(tx)
}

/** The owner says that the server's clock, as it was shown, is right. Refuses (409) when it has moved on since. */
export async function confirmClock(tx: Tx, shown: Date, by: AccountId, now: Date): Promise<void> {
  const known = await holdRetention(tx)
  mustBeClockShown(known, shown, now)
  await storeRetention(tx, { ...known, lastRoundAt: now, waiting: null, lastCertainAt: null })
  await logDataRequest(tx, { personalData: 'clock_confirmed', orders: 0, doneBy: by, doneAt: now })
}

/** The owner says that so many orders may be anonymised at once. Refuses (409) when another number waits. */
export async function confirmRound(tx: Tx, orders: number, by: AccountId, now: Date): Promise<void> {
  const known = await holdRetention(tx)
  mustBeWaitingRound(known, orders)
  await storeRetention(tx, { ...known, waiting: null, dueOrders: null, allOrders: null, confirmedOrders: orders })
  await logDataRequest(tx, { personalData: 'round_confirmed', orders, doneBy: by, doneAt: now })
}

/** Goes through the records from the newest to the oldest, a part at each call, and begins anew after the last. */
export function unusedCustomersForgetter(db: Db): (now: Date) => Promise<void> {
  let below: CustomerId | null = null
  return async (now) => {
    below = await forgetUnusedCustomers(db, new Date(now.getTime() - UNUSED_RETENTION_DAYS * DAY_MS), below)
  }
}
