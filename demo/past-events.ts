import { storeAnnouncement, toggleAnnouncement } from '#features/announcements/index.ts'
import { decidePurchase, recordSale, requestStock } from '#features/buyers/index.ts'
import { approveWithdrawal, refuseWithdrawal, requestGains, requestSales } from '#features/earnings/index.ts'
import { holdWithdrawableOrders } from '#features/orders/index.ts'
import type { Tx } from '#platform/db/database.ts'
import type { Shop } from '#platform/http/shop.ts'
import { HOUR_MS } from '#platform/kernel/durations.ts'
import type { AccountId, PurchaseId, WithdrawalId } from '#platform/kernel/ids.ts'
import { dh, plus } from '#platform/kernel/money.ts'
import { startOfDays } from '#platform/kernel/time.ts'
import {
  announcements,
  type BackDatedDecision,
  type BackDatedRequest,
  backDatedRequests,
} from './back-dated-requests.ts'
import { buyers } from './people.ts'

/** Discards letters. */
const NO_POST: Shop['postOffice'] = {
  post: async () => undefined,
  open: async () => undefined,
  deleteOldFiles: async () => undefined,
}

/** An event of the shop's past; the seed replays all events in order of time. */
export interface PastEvent {
  at: Date
  happen: (tx: Tx) => Promise<unknown>
}

interface DemoContext {
  shop: Shop
  accounts: ReadonlyMap<string, AccountId>
  admin: AccountId
  now: Date
}

/** The events beside orders, which go through the rooms' own actions. Letters are not sent. */
export function eventsBesideOrders(cast: DemoContext): PastEvent[] {
  const ofPeople = Object.entries(backDatedRequests).flatMap(([who, all]) =>
    all.flatMap((deed) => eventsOf(deed, who, cast)),
  )
  const ofAnnouncements = announcements.map(({ days, isActive, ...text }): PastEvent => {
    const at = time(cast, days, 9)
    const announce = async (tx: Tx) => {
      const { id } = await storeAnnouncement(tx, { ...text, audience: 'everyone', lastDay: null }, at)
      if (!isActive) await toggleAnnouncement(tx, id)
    }
    return { at, happen: announce }
  })
  return [...ofPeople, ...ofAnnouncements]
}

const time = ({ now }: DemoContext, days: number, hour: number): Date =>
  new Date(startOfDays(now, days + 1).getTime() + hour * HOUR_MS)

function eventsOf(deed: BackDatedRequest, who: string, cast: DemoContext): PastEvent[] {
  const account = cast.accounts.get(who)!
  const at = time(cast, deed.days, deed.hour)
  if (deed.does === 'sells') {
    const sale = { buyerId: account, amount: dh(deed.amount), by: cast.admin }
    return [{ at, happen: (tx) => recordSale(tx, sale, at) }]
  }
  const isBuyer = buyers.some(({ customId }) => customId === who)
  let requested: number | undefined
  const request = async (tx: Tx) => {
    const { id } = await (deed.does === 'buys'
      ? requestStock(tx, account, dh(deed.amount), at)
      : isBuyer
        ? requestSales(tx, account, at)
        : requestAllGains(tx, account, at))
    requested = id
  }
  const moments: PastEvent[] = [{ at, happen: request }]
  const { answer } = deed
  if (answer) {
    const answeredAt = time(cast, deed.days - answer.after, 11)
    const decide = (tx: Tx) =>
      deed.does === 'buys'
        ? answerPurchase(tx, requested as PurchaseId, answer, cast.admin, answeredAt)
        : answerWithdrawal(tx, requested as WithdrawalId, answer, { ...cast, now: answeredAt, isBuyer })
    moments.push({ at: answeredAt, happen: decide })
  }
  return moments
}

async function requestAllGains(tx: Tx, supplier: AccountId, at: Date) {
  const due = await holdWithdrawableOrders(tx, supplier, false)
  return requestGains(tx, supplier, plus(...due.map((order) => order.gain)), 'delivered', at)
}

function answerPurchase(tx: Tx, id: PurchaseId, answer: BackDatedDecision, by: AccountId, at: Date) {
  const decision = answer.approved
    ? { status: 'approved' as const, reason: null }
    : { status: 'refused' as const, reason: answer.reason }
  return decidePurchase(tx, id, { ...decision, by }, at)
}

function answerWithdrawal(
  tx: Tx,
  id: WithdrawalId,
  answer: BackDatedDecision,
  cast: DemoContext & { isBuyer: boolean },
) {
  const { admin: by, isBuyer, now } = cast
  // Nobody needs a letter about an invented decision of long ago.
  const shop = { ...cast.shop, now: () => now, postOffice: NO_POST }
  if (!answer.approved) return refuseWithdrawal(tx, shop, id, { reason: answer.reason, by })
  return approveWithdrawal(tx, shop, id, { kind: isBuyer ? 'buyer' : 'others', reference: answer.reference, by })
}
