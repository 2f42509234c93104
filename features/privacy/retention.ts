import { sql } from 'drizzle-orm'
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
import { DAY_MS } from '#platform/kernel/durations.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { forgetNotesAbout } from './forget-notes-about.ts'
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

// Somebody may come back to an unfinished order, or ask about it.
const UNUSED_RETENTION_DAYS = 30

const ORDERS_AT_ONCE = 500

type RetentionShop = Pick<Shop, 'db' | 'now'>

/**
 * Rule: nothing is deleted by age while the server's clock is in doubt, that is more than a week beyond the last round and
 * the orders that followed it. Asks the owner by one notification; `confirmClock` or a clock set right ends the doubt.
 * Stores the present moment as that of the last round otherwise.
 */
export const isClockPlausible = ({ db, now }: RetentionShop): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const state = await holdRetention(tx)
    const at = now()
    const before = await findNewestOrder(tx, state.lastRoundAt, LONGEST_PAUSE_DAYS)
    if (before !== null && isClockJump(before, at)) {
      if (state.waiting !== 'clock') await notify(tx, clockToConfirm({ before, at }), at)
      await storeRetention(tx, { ...state, waiting: 'clock', lastCertainAt: before })
      return false
    }
    const waiting = state.waiting === 'clock' ? null : state.waiting
    await storeRetention(tx, { ...state, lastRoundAt: later(state.lastRoundAt, at), waiting, lastCertainAt: null })
    return true
  })

const later = (one: Date | null, other: Date): Date => (one !== null && one > other ? one : other)

/**
 * Anonymises final orders older than the retention period, logs their number in the journal and notifies the admin. Gives
 * the number. Rule: a round that would touch more than a twentieth of all orders anonymises none until the owner confirms
 * it.
 */
export async function anonymiseOldOrders({
  db,
  now,
  orderRetentionYears: years,
}: RetentionShop & Pick<Shop, 'orderRetentionYears'>): Promise<number> {
  const at = now()
  const before = yearsBefore(at, years)
  // Each batch uses up as much of the owner's word: another copy that counts the rest asks no second time.
  const anonymise = async (tx: Tx) => {
    const state = await holdRetention(tx)
    const orders = await anonymiseRecipientsBefore(tx, before, ORDERS_AT_ONCE)
    await forgetNotesAbout(tx, orders)
    const confirmedOrders = orNone((state.confirmedOrders ?? 0) - orders.length)
    await storeRetention(tx, { ...state, confirmedOrders })
    return orders.length
  }
  // Journal and notification are stored with the first batch, so that nobody is anonymised without a trace of it.
  const first = await inTransaction(db, async (tx) =>
    (await mayRoundBegin(tx, before, years, at)) ? anonymise(tx) : 0,
  )
  let done = first
  for (let batch = first; batch > 0; done += batch) batch = await inTransaction(db, anonymise)
  return done
}

/**
 * Announces and logs a round, or has it wait for the owner; false when it waits or there is nothing to do. A former question
 * and its answer end with a round that does not wait.
 */
async function mayRoundBegin(tx: Tx, before: Date, years: number, at: Date): Promise<boolean> {
  const state = await holdRetention(tx)
  const due = await countRecipientsBefore(tx, before)
  const all = due === 0 ? 0 : await countOrders(tx)
  const isWaiting = isRoundTooLarge({ due, all, confirmed: state.confirmedOrders })
  if (isWaiting && state.waiting === null) await notify(tx, roundToConfirm({ due, all, years }), at)
  if (isWaiting) {
    await storeRetention(tx, { ...state, waiting: 'round', dueOrders: due, allOrders: all })
    return false
  }
  const waiting = state.waiting === 'round' ? null : state.waiting
  // The owner's word is for what is due: the rest of it would let other orders pass later.
  const confirmedOrders = orNone(Math.min(state.confirmedOrders ?? 0, due))
  await storeRetention(tx, { ...state, waiting, dueOrders: null, allOrders: null, confirmedOrders })
  if (due === 0) return false
  await logDataRequest(tx, { personalData: 'expired', orders: due, doneAt: at })
  await notify(tx, oldOrdersAnonymised({ orders: due, years }), at)
  return true
}

const orNone = (orders: number): number | null => (orders > 0 ? orders : null)

/** Reads the state under an advisory lock, so that several copies of the program take turns. */
async function holdRetention(tx: Tx): Promise<Retention> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('retention'))`)
  return findRetention(tx)
}

/**
 * Confirms, by the owner, that the server's clock was right when the page showed `shown`. Refuses (409) when no clock
 * waits for it, or when the clock stands elsewhere by now.
 */
export async function confirmClock(tx: Tx, shown: Date, by: AccountId, now: Date): Promise<void> {
  const state = await holdRetention(tx)
  mustBeClockShown(state, shown, now)
  await storeRetention(tx, { ...state, lastRoundAt: now, waiting: null, lastCertainAt: null })
  await logDataRequest(tx, { personalData: 'clock_confirmed', orders: 0, doneBy: by, doneAt: now })
}

/** Confirms, by the owner, a round over so many orders. Refuses (409) when no round or another number waits for it. */
export async function confirmRound(tx: Tx, orders: number, by: AccountId, now: Date): Promise<void> {
  const state = await holdRetention(tx)
  mustBeWaitingRound(state, orders)
  await storeRetention(tx, { ...state, waiting: null, dueOrders: null, allOrders: null, confirmedOrders: orders })
  await logDataRequest(tx, { personalData: 'round_confirmed', orders, doneBy: by, doneAt: now })
}

/** Deletes records older than 30 days that never ordered, some thousands at a time. */
export const forgetUnusedRecords = (db: Db, now: Date) =>
  inTransaction(db, (tx) => forgetUnusedCustomers(tx, new Date(now.getTime() - UNUSED_RETENTION_DAYS * DAY_MS)))
