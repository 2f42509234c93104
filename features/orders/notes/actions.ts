import type { Tx } from '#platform/db/database.ts'
import { isAnonymised } from '#platform/kernel/anonymised.ts'
import type { AccountId, OrderId } from '#platform/kernel/ids.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { unknownOrder } from '../rules.ts'
import { holdRecipient, storeNote } from './queries.ts'

/**
 * Writes a note on an order, deleted or not. Refuses (404) an unknown order and (409) one whose person was forgotten:
 * nobody would find words about that person again.
 */
export async function writeNote(tx: Tx, id: OrderId, note: string, by: AccountId, now: Date): Promise<void> {
  await mustTakeNotes(tx, id)
  await storeNote(tx, { orderId: id, staffNote: note, writtenBy: by, writtenAt: now })
}

/** Holds an order about which somebody notes something. Refuses as `writeNote` does. */
export async function mustTakeNotes(tx: Tx, id: OrderId): Promise<void> {
  const recipient = await holdRecipient(tx, id)
  if (!recipient) throw unknownOrder()
  if (isAnonymised(recipient))
    throw new Refusal(
      'conflict',
      'order_anonymised',
      'Cette commande est anonymisée\u00A0: elle ne prend plus de note.',
    )
}
