import { findAccount, holdAccount, holdActiveAccount, mustStayActive } from '#features/accounts/index.ts'
import type { Tx } from '#platform/db/database.ts'
import { publish } from '#platform/db/events.ts'
import type { Shop } from '#platform/http/shop.ts'
import type { AccountId, PurchaseId, SaleDeclarationId, SaleId } from '#platform/kernel/ids.ts'
import type { Centimes } from '#platform/kernel/money.ts'
import { approvedSaleLetter, refusedSaleLetter } from './letters.ts'
import type { Decision } from './model.ts'
import {
  declaredBy,
  findStock,
  holdDeclaration,
  holdPurchase,
  storeDecision,
  storeDeclaration,
  storeDeclarationDecision,
  storePurchase,
  storeSale,
} from './queries.ts'
import {
  mustBeDeclarable,
  mustBeSellable,
  mustBeStockAmount,
  mustBeUndecided,
  unknownBuyer,
  unknownDeclaration,
  unknownPurchase,
} from './rules.ts'

declare module '#platform/db/events.ts' {
  interface Events {
    'stock requested': { id: PurchaseId; buyerId: AccountId; customId: string; name: string; amount: Centimes }
    'sale declared': { id: SaleDeclarationId; buyerId: AccountId; customId: string; name: string; amount: Centimes }
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

/**
 * Approves or refuses a purchase, once. Refuses (403) a banned admin, (404) an unknown purchase and (409) one that is decided
 * already.
 */
export async function decidePurchase(
  tx: Tx,
  id: PurchaseId,
  decision: { status: Exclude<Decision, 'pending'>; reason: string | null; by: AccountId },
  now: Date,
): Promise<void> {
  await mustStayActive(tx, decision.by)
  const purchase = await holdPurchase(tx, id)
  if (!purchase) throw unknownPurchase()
  mustBeUndecided(purchase.status)
  await storeDecision(tx, id, decision, now)
}

/**
 * Records a sale of `amount` centimes from a buyer's stock. Refuses (403) a banned admin, and (422) an account that is no
 * buyer's, a sale of nothing and a sale above the stock left. Locks the account, so that two sales at once cannot sell the
 * same stock. Gives its number.
 */
export async function recordSale(
  tx: Tx,
  { buyerId, amount, by }: { buyerId: AccountId; amount: Centimes; by: AccountId },
  now: Date,
): Promise<SaleId> {
  await mustStayActive(tx, by)
  const buyer = await holdAccount(tx, buyerId)
  if (buyer?.role !== 'buyer') throw unknownBuyer()
  mustBeSellable(amount, await findStock(tx, buyerId))
  return storeSale(tx, buyerId, amount, by, now)
}

/**
 * Declares a sale of `amount` centimes, which counts once an admin approves. Locks the account, so that two declarations at
 * once cannot be of the same stock. Refuses (422) more than the stock left that is not declared yet, and (403) a banned account.
 */
export async function declareSale(
  tx: Tx,
  buyerId: AccountId,
  { amount, note }: { amount: Centimes; note: string | null },
  now: Date,
) {
  const { customId, name } = await holdActiveAccount(tx, buyerId)
  mustBeDeclarable(amount, await findStock(tx, buyerId), await declaredBy(tx, buyerId))
  const declaration = await storeDeclaration(tx, { buyerId, amount, note }, now)
  await publish(tx, 'sale declared', { id: declaration.id, buyerId, customId, name, amount })
  return declaration
}

async function getUndecidedDeclaration(tx: Tx, id: SaleDeclarationId, by: AccountId) {
  await mustStayActive(tx, by)
  const declaration = await holdDeclaration(tx, id)
  if (!declaration) throw unknownDeclaration()
  mustBeUndecided(declaration.status)
  return declaration
}

/**
 * Records a declared sale, once, and mails its buyer. Refuses (403) a banned admin, (404) an unknown one, (409) a decided one
 * and (422) one above the stock left, which other sales may have taken since.
 */
export async function approveDeclaration(tx: Tx, shop: Shop, id: SaleDeclarationId, by: AccountId): Promise<void> {
  const { buyerId, amount } = await getUndecidedDeclaration(tx, id, by)
  const saleId = await recordSale(tx, { buyerId, amount, by }, shop.now())
  await storeDeclarationDecision(tx, id, { status: 'approved', saleId }, by, shop.now())
  const buyer = (await findAccount(tx, buyerId))!
  await shop.postOffice.post(tx, buyer, approvedSaleLetter(amount))
}

/**
 * Refuses a declared sale, and mails the reason to its buyer. Refuses (403) a banned admin, (404) an unknown one and (409) a
 * decided one.
 */
export async function refuseDeclaration(
  tx: Tx,
  shop: Shop,
  id: SaleDeclarationId,
  { reason, by }: { reason: string; by: AccountId },
): Promise<void> {
  const { buyerId, amount } = await getUndecidedDeclaration(tx, id, by)
  await storeDeclarationDecision(tx, id, { status: 'refused', reason }, by, shop.now())
  const buyer = (await findAccount(tx, buyerId))!
  await shop.postOffice.post(tx, buyer, refusedSaleLetter(amount, reason))
}
