import { findAccount, holdActiveAccount, mustStayActive } from '#features/accounts/index.ts'
import { findStock, mustBeUndecided } from '#features/buyers/index.ts'
import {
  getHeldOrder,
  holdWholeOrders,
  holdWithdrawableOrders,
  putInWithdrawal,
  storePayment,
  storePaymentsOf,
  takeOutOfWithdrawal,
  unknownOrder,
} from '#features/orders/index.ts'
import type { GainChoice } from '#features/settings/model.ts'
import type { Tx } from '#platform/db/database.ts'
import { publish } from '#platform/db/events.ts'
import type { Shop } from '#platform/http/shop.ts'
import { batchesOf } from '#platform/kernel/batches.ts'
import type { AccountId, OrderId, WithdrawalId } from '#platform/kernel/ids.ts'
import { type Centimes, plus } from '#platform/kernel/money.ts'
import { approvedLetter, promoOrderLetter, refusedLetter } from './letters.ts'
import {
  findInvariantCheck,
  findPromoOrder,
  holdWithdrawal,
  storeDecision,
  storeOrdersOf,
  storeWithdrawal,
  withdrawnBy,
} from './queries.ts'
import {
  mustBeDelivered,
  mustBeOfKind,
  mustHaveBalance,
  mustHaveRib,
  mustHaveSoundBooks,
  mustMatchBalance,
  mustNotBeInWithdrawal,
  mustWaitForPayment,
  salesDue,
  unknownWithdrawal,
} from './rules.ts'

declare module '#platform/db/events.ts' {
  interface Events {
    'withdrawal requested': { id: WithdrawalId; accountId: AccountId; customId: string; name: string; amount: Centimes }
  }
}

const ORDERS_AT_ONCE = 2_000

/**
 * Requests the withdrawal of all gains that a supplier can withdraw: exactly these orders belong to it from then on. `shown`
 * is the balance that the page showed, in centimes. Gains may wait for the money of their orders: the setting says it. Two
 * requests at once make one withdrawal, since the account is locked first. Refuses (403) a banned account, (409) one that a
 * broken invariant of the books names, and (422) an empty balance, one that differs from `shown` and an account without a
 * RIB.
 */
export async function requestGains(tx: Tx, supplierId: AccountId, shown: Centimes, when: GainChoice, now: Date) {
  await refuseWhileBooksAreBroken(tx, supplierId)
  const account = await holdActiveAccount(tx, supplierId)
  const orders = await holdWithdrawableOrders(tx, supplierId, when === 'paid')
  const due = plus(...orders.map((order) => order.gain))
  mustMatchBalance(shown, due)
  mustHaveRib(account.rib)
  const withdrawal = await storeWithdrawal(tx, { accountId: supplierId, amount: due, rib: account.rib }, now)
  const ids = orders.map((order) => order.id)
  // A statement has a time limit, and a supplier any number of orders.
  for (const batch of batchesOf(ids, ORDERS_AT_ONCE)) {
    await storeOrdersOf(tx, withdrawal.id, batch)
    await putInWithdrawal(tx, batch, withdrawal.id)
  }
  const { customId, name } = account
  await publish(tx, 'withdrawal requested', { id: withdrawal.id, accountId: supplierId, customId, name, amount: due })
  return withdrawal
}

/** Requests the withdrawal of all sales of a buyer's stock that are in none yet. Refuses as `requestGains` does. */
export async function requestSales(tx: Tx, buyerId: AccountId, now: Date) {
  await refuseWhileBooksAreBroken(tx, buyerId)
  const account = await holdActiveAccount(tx, buyerId)
  const { stockSold } = await findStock(tx, buyerId)
  const due = salesDue(stockSold, await withdrawnBy(tx, buyerId))
  mustHaveBalance(due)
  mustHaveRib(account.rib)
  const withdrawal = await storeWithdrawal(tx, { accountId: buyerId, amount: due, rib: account.rib }, now)
  const { customId, name } = account
  await publish(tx, 'withdrawal requested', { id: withdrawal.id, accountId: buyerId, customId, name, amount: due })
  return withdrawal
}

async function refuseWhileBooksAreBroken(tx: Tx, accountId: AccountId): Promise<void> {
  mustHaveSoundBooks(accountId, (await findInvariantCheck(tx))?.broken ?? [])
}

async function getUndecided(tx: Tx, id: WithdrawalId, by: AccountId) {
  await mustStayActive(tx, by)
  const withdrawal = await holdWithdrawal(tx, id)
  if (!withdrawal) throw unknownWithdrawal()
  mustBeUndecided(withdrawal.status)
  const account = (await findAccount(tx, withdrawal.accountId))!
  return { account, amount: withdrawal.amount }
}

/**
 * Approves a withdrawal whose money has gone out, and mails its owner. Refuses (403) a banned admin, (404) an unknown one, (409)
 * a decided one, one of the other `kind` (buyers' have a call of their own) and one of an account that a broken invariant of
 * the books names.
 */
export async function approveWithdrawal(
  tx: Tx,
  shop: Shop,
  id: WithdrawalId,
  { kind, reference, by }: { kind: 'buyer' | 'others' | 'any'; reference: string | null; by: AccountId },
): Promise<void> {
  const { account, amount } = await getUndecided(tx, id, by)
  await refuseWhileBooksAreBroken(tx, account.id)
  mustBeOfKind(account.role, kind)
  await storeDecision(tx, id, { status: 'approved', reference, by }, shop.now())
  await shop.postOffice.post(tx, account, approvedLetter(amount, reference))
}

/**
 * Rejects a withdrawal, and mails the reason to its owner; a supplier's gains can be requested again. Refuses (403) a
 * banned admin, (404) an unknown one and (409) a decided one. A broken invariant does not stop it, since no money moves.
 */
export async function refuseWithdrawal(
  tx: Tx,
  shop: Shop,
  id: WithdrawalId,
  { reason, by }: { reason: string; by: AccountId },
): Promise<void> {
  const { account, amount } = await getUndecided(tx, id, by)
  await storeDecision(tx, id, { status: 'refused', reason, by }, shop.now())
  await takeOutOfWithdrawal(tx, id)
  await shop.postOffice.post(tx, account, refusedLetter(amount, reason))
}

/**
 * Settles the payment of a delivered order: paid, or void when its money never came. Refuses (404) an unknown order and (409)
 * one that is not delivered, or to void one whose gain is in a withdrawal that was not refused.
 */
export async function settlePayment(tx: Tx, id: OrderId, payment: 'paid' | 'void', now: Date) {
  const order = await getHeldOrder(tx, id)
  mustBeDelivered(order.status)
  mustNotBeInWithdrawal(payment, order.withdrawalId)
  if (order.payment !== payment) await storePayment(tx, id, payment, now)
  return { ...order, payment }
}

/**
 * Pays delivered orders on the day on which a courier paid them. Refuses (404) a deleted one and (409) one that is not
 * delivered or that was settled before: its payment is nobody's to change in passing.
 */
export async function payDelivered(tx: Tx, ids: readonly OrderId[], paidAt: Date, now: Date): Promise<void> {
  if (ids.length === 0) return
  const held = await holdWholeOrders(tx, ids)
  if (held.length < ids.length) throw unknownOrder()
  for (const { id, status, payment } of held) {
    mustBeDelivered(status)
    mustWaitForPayment(id, payment)
  }
  await storePaymentsOf(tx, ids, paidAt, now)
}

/** Mails the supplier whose code an order was placed with, in the transaction of that order. Nothing in it says who ordered. */
export async function mailPromoOrder(tx: Tx, shop: Shop, supplierId: AccountId, id: OrderId): Promise<void> {
  const supplier = await findAccount(tx, supplierId)
  const order = await findPromoOrder(tx, id)
  if (!supplier || !order) return
  await shop.postOffice.post(tx, supplier, promoOrderLetter(id, order))
}
