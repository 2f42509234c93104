import type { Tx } from '#platform/db/database.ts'
import type { AccountId, OrderId } from '#platform/kernel/ids.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { holdPersonOf, storeCustomerNote } from './queries.ts'

export const nobodyBehindOrder = () => new Refusal('missing', 'nobody_behind_order', 'Ce client n’existe pas.')

/**
 * Writes a note about the person to whom an order goes. Refuses (404) an order behind which there is nobody: unknown, deleted,
 * or of somebody who was forgotten.
 */
export async function noteCustomer(
  tx: Tx,
  orderId: OrderId,
  { text, by }: { text: string; by: AccountId },
  now: Date,
): Promise<void> {
  const person = await holdPersonOf(tx, orderId)
  if (person === null) throw nobodyBehindOrder()
  await storeCustomerNote(tx, { ...person, text, writtenBy: by, writtenAt: now })
}
