import { holdAccount, holdActiveAccount } from '#features/accounts/index.ts'
import type { Tx } from '#platform/db/database.ts'
import { publish } from '#platform/db/events.ts'
import type { AccountId, PurchaseId } from '#platform/kernel/ids.ts'
import type { Centimes } from '#platform/kernel/money.ts'
import type { Decision } from './model.ts'
import { findStock, holdPurchase, storeDecision, storePurchase, storeSale } from './queries.ts'
import { mustBeSellable, mustBeStockAmount, mustBeUndecided, unknownBuyer, unknownPurchase } from './rules.ts'

declare module '#platform/db/events.ts' {
  interface Events {
    'stock requested': { id: PurchaseId; buyerId: AccountId; customId: string; name: string; amount: Centimes }
  }
}

/**
 * Requests to put `amount` centimes into stock, which count once an admin approves. Refuses (422) another sum than the
 * four of `STOCK_AMOUNTS`, and (403) a banned account.
 */
export async function requestStock(tx: Tx, buyerId: AccountId, amount: Centimes, now: Date) {
  mustBeStockAmount(amount)
  const { customId, name } = await holdActiveAccount(tx, buyerId)
  const purchase = await storePurchase(tx, buyerId, amount, now)
  await publish(tx, 'stock requested', { id: purchase.id, buyerId, customId, name, amount })
  return purchase
}

/** Approves or refuses a purchase, once. Refuses (404) an unknown purchase and (409) one that is decided already. */
export async function decidePurchase(
  tx: Tx,
  id: PurchaseId,
  decision: { status: Exclude<Decision, 'pending'>; reason: string | null; by: AccountId },
  now: Date,
): Promise<void> {
  const purchase = await holdPurchase(tx, id)
  if (!purchase) throw unknownPurchase()
  mustBeUndecided(purchase.status)
  await storeDecision(tx, id, decision, now)
}

/**
 * Records a sale of `amount` centimes from a buyer's stock. Refuses (422) an account that is no buyer's, a sale of nothing
 * and a sale above the stock left. Locks the account, so that two sales at once cannot sell the same stock.
 */
export async function recordSale(
  tx: Tx,
  { buyerId, amount, by }: { buyerId: AccountId; amount: Centimes; by: AccountId },
  now: Date,
): Promise<void> {
  const buyer = await holdAccount(tx, buyerId)
  if (buyer?.role !== 'buyer') throw unknownBuyer()
  mustBeSellable(amount, await findStock(tx, buyerId))
  await storeSale(tx, buyerId, amount, by, now)
}
