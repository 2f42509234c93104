import { eq } from 'drizzle-orm'
import type { Tx } from '#platform/db/database.ts'
import { isOneOf } from '#platform/db/one-of.ts'
import { ERASED } from '#platform/kernel/anonymised.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { orderNotes, orders } from '../tables.ts'

/** Locks an order, deleted or not, so that nobody forgets its person meanwhile; null when there is none. */
export async function holdRecipient(tx: Tx, id: OrderId): Promise<{ name: string; phone: string } | null> {
  const [row] = await tx
    .select({ name: orders.name, phone: orders.phone })
    .from(orders)
    .where(eq(orders.id, id))
    .for('no key update')
  return row ?? null
}

/** Stores a note; a trigger copies it into the journal. */
export const storeNote = (tx: Tx, note: typeof orderNotes.$inferInsert) => tx.insert(orderNotes).values(note)

/** Blanks the notes on orders whose person is anonymised; a trigger refuses it of others. */
export const forgetNotes = (tx: Tx, ids: readonly OrderId[]) =>
  tx.update(orderNotes).set({ staffNote: ERASED }).where(isOneOf(orderNotes.orderId, ids))
