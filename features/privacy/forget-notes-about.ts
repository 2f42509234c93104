import { forgetPersonIn } from '#features/audit/index.ts'
import { forgetCallNotes } from '#features/calls/index.ts'
import { forgetParcelNotes } from '#features/parcels/index.ts'
import { forgetLineNotes } from '#features/settlements/index.ts'
import type { Tx } from '#platform/db/database.ts'
import type { OrderId } from '#platform/kernel/ids.ts'

/** Blanks what other rooms keep in words about orders whose person is anonymised, and their entries in the journal. */
export async function forgetNotesAbout(tx: Tx, ids: readonly OrderId[]): Promise<void> {
  await forgetCallNotes(tx, ids)
  await forgetParcelNotes(tx, ids)
  await forgetLineNotes(tx, ids)
  await forgetPersonIn(tx, 'order', ids)
}
