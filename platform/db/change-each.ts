import { type Db, inTransaction, type Tx } from '#platform/db/database.ts'
import { isRefusal } from '#platform/kernel/refusal.ts'

/**
 * The result of one of several changes: where it was refused or failed, why, in French, and the present status; null where
 * nothing has that id.
 */
export type ChangeResult<Id, Status> =
  | { id: Id; ok: true; status: Status }
  | { id: Id; ok: false; message: string; status: Status | null }

interface ChangeEachOptions<Id, Status> {
  /** The present status of what was not changed; null where nothing has that id. */
  statusOf: (db: Db, id: Id) => Promise<Status | null>
  /** The message of an error that is no refusal; `onError` gets that error. */
  failed: string
  onError: (error: unknown) => void
}

/**
 * Changes each of several in a transaction of its own, lowest number first: a refusal is the result of one and stops none of the
 * others.
 */
export async function changeEach<Id extends number, Status>(
  db: Db,
  ids: readonly Id[],
  change: (tx: Tx, id: Id) => Promise<{ status: Status }>,
  { statusOf, failed, onError }: ChangeEachOptions<Id, Status>,
): Promise<ChangeResult<Id, Status>[]> {
  const results: ChangeResult<Id, Status>[] = []
  for (const id of ids.toSorted((a, b) => a - b))
    try {
      const { status } = await inTransaction(db, (tx) => change(tx, id))
      results.push({ id, ok: true, status })
    } catch (error) {
      if (!isRefusal(error)) onError(error)
      results.push({
        id,
        ok: false,
        message: isRefusal(error) ? error.message : failed,
        status: await statusOf(db, id),
      })
    }
  return results
}
