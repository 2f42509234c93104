import { getHeldOrder, isCorrectable } from '#features/orders/index.ts'
import type { Tx } from '#platform/db/database.ts'
import type { Shop } from '#platform/http/shop.ts'
import type { AccountId, OrderId } from '#platform/kernel/ids.ts'
import { addAttempt } from '../actions.ts'
import { findConfirmation } from '../queries.ts'
import { wrongNumberLetter } from './letters.ts'
import { findPlacingSupplier } from './queries.ts'

/** Writes to the supplier who placed an order that its number is wrong. Of a visitor's order nobody knows better. */
export async function mailWrongNumber(tx: Tx, shop: Shop, id: OrderId): Promise<void> {
  const supplier = await findPlacingSupplier(tx, id)
  if (supplier) await shop.postOffice.post(tx, supplier, wrongNumberLetter(id))
}

/**
 * Has an order called as a new one, since its number changed: no call before reached whoever has it now. Nothing is written
 * about an order that nobody called yet, and about one that has left.
 */
export async function callNewNumber(tx: Tx, id: OrderId, by: AccountId, now: Date): Promise<void> {
  const before = await findConfirmation(tx, id)
  if (before.attempts === 0 || !isCorrectable(await getHeldOrder(tx, id))) return
  const attempt = { at: now, outcome: 'corrected', by, via: 'phone', dueAt: null, wishDay: null, reason: null } as const
  await addAttempt(tx, id, before, { ...attempt, note: null })
}
