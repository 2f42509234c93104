import { deliverOrders, holdOrders } from '#features/orders/index.ts'
import { type Db, type DbOrTx, inTransaction, type Tx } from '#platform/db/database.ts'
import { batchesOf } from '#platform/kernel/batches.ts'
import { dayAfter, nineOn } from '#platform/kernel/days/days-ahead.ts'
import type { AccountId, CourierId, OrderId, StatusImportId } from '#platform/kernel/ids.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { momentInWords } from '#platform/kernel/time.ts'
import { type ChosenColumns, chooseColumns } from '#platform/sheets/columns.ts'
import { digestOf, mustBeAsPreviewed, mustHaveColumns } from '#platform/sheets/preview.ts'
import type { Sheet } from '#platform/sheets/read-sheet.ts'
import { foldWord } from '#platform/sheets/words.ts'
import { getCourier } from '../couriers/actions.ts'
import { listWords } from '../couriers/queries.ts'
import type { ParcelState } from '../model.ts'
import type { StatusPreview, StatusRow } from './contract.ts'
import { type Candidate, isSaidAgain, keysOf, planStatuses, STATUS_COLUMNS } from './plan.ts'
import {
  endImport,
  findCandidates,
  findImport,
  findLastWords,
  listCandidates,
  storeEvents,
  storeHeard,
  storeImport,
  storeStates,
} from './queries.ts'
import { APPLIED, type Decision, HEARD } from './rules.ts'

export interface PastedStatuses {
  courierId: CourierId
  sheet: Sheet
  columns: ChosenColumns | undefined
  decisions: readonly Decision[]
  /** The file's name; null for a text that was pasted. */
  name: string | null
}

/** Parcels that one transaction brings into another state: others wait for their orders no longer than that. */
const BATCH = 100

/**
 * Says of each row what it would change. Refuses (404) an unknown courier, and (409) a file that was applied already.
 */
export async function previewStatuses(db: DbOrTx, pasted: PastedStatuses, now: Date): Promise<StatusPreview> {
  const { courierId, sheet } = pasted
  await getCourier(db, courierId)
  const before = await findImport(db, courierId, fileDigest(sheet))
  // One whose count is still nothing was interrupted: the same file goes on with it.
  if (before && before.applied > 0)
    throw new Refusal(
      'conflict',
      'statuses_applied_before',
      `Ce fichier a déjà été appliqué ${momentInWords(before.at, now)}, par ${before.name ?? 'la boutique'}.`,
    )
  const columns = chooseColumns(sheet, STATUS_COLUMNS, pasted.columns)
  const keys = columns.missing.length > 0 ? [] : keysOf(sheet, columns)
  const words = new Map((await listWords(db, courierId)).map(({ folded, state }) => [folded, state]))
  const candidates = await findCandidates(db, courierId, keys)
  const rows = planStatuses(keys, { candidates, words, decisions: pasted.decisions })
  return {
    headings: [...sheet.headings],
    columns: { ...columns.headings },
    missing: [...columns.missing],
    rows,
    changes: rows.filter(isApplied).length,
    unknown_words: unknownWords(rows),
    digest: digestOf(changesIn(courierId, rows)),
  }
}

/**
 * Applies the statuses that were previewed, and writes down the words that nobody could read: a hundred parcels in each
 * transaction, and each of them once. Refuses (404) an
 * unknown courier, and (409) a file that was applied already and changes that are others by now.
 */
export async function applyStatuses(
  db: Db,
  pasted: PastedStatuses & { digest: string | undefined },
  by: AccountId,
  now: Date,
): Promise<{ applied: number; left: number }> {
  const { courierId, sheet, name } = pasted
  const { rows, missing } = await previewStatuses(db, pasted, now)
  mustHaveColumns(missing)
  mustBeAsPreviewed(pasted.digest, changesIn(courierId, rows))
  const changes = rows.filter(isApplied)
  const heard = rows.filter(({ verdict }) => HEARD.includes(verdict))
  if (changes.length === 0 && heard.length === 0) return { applied: 0, left: rows.length }
  const begun = { courierId, digest: fileDigest(sheet), name, rows: rows.length, at: now, by }
  const importId = await inTransaction(db, (tx) => storeImport(tx, begun))
  const written = { importId, by, now }
  for (const batch of inBatches(changes)) await inTransaction(db, (tx) => applyBatch(tx, batch, written))
  for (const batch of inBatches(heard)) await inTransaction(db, (tx) => hearBatch(tx, batch, written))
  const applied = await inTransaction(db, (tx) => endImport(tx, importId))
  return { applied, left: rows.length - applied }
}

const isApplied = ({ verdict }: StatusRow): boolean => APPLIED.includes(verdict)

const fileDigest = ({ headings, rows }: Sheet): string => digestOf([headings, rows.map(({ cells }) => cells)])

const changesIn = (courierId: CourierId, rows: readonly StatusRow[]) => [courierId, rows.filter(isApplied)]

/** Each unknown word once, as it is written first. */
function unknownWords(rows: readonly StatusRow[]): string[] {
  const words = new Map<string, string>()
  for (const { verdict, word } of rows)
    if (verdict === 'unknown_word' && !words.has(foldWord(word))) words.set(foldWord(word), word)
  return [...words.values()]
}

/** Rows in the order of their orders, a hundred together. */
const inBatches = (rows: readonly StatusRow[]): StatusRow[][] =>
  batchesOf(
    rows.toSorted((a, b) => a.id! - b.id!),
    BATCH,
  )

interface Written {
  importId: StatusImportId
  by: AccountId
  now: Date
}

/**
 * Brings parcels into their next state, unless somebody moved them or cancelled their orders a moment ago; delivered ones take
 * their orders along.
 */
async function applyBatch(tx: Tx, batch: readonly StatusRow[], { importId, by, now }: Written): Promise<void> {
  const ids = batch.map(({ id }) => id!)
  const held = await holdOrders(tx, ids)
  const deliverable = new Set(held.filter(({ status }) => status !== 'cancelled').map(({ id }) => id))
  const parcels = new Map((await listCandidates(tx, ids)).map((parcel) => [parcel.id, parcel]))
  const entered = batch
    .filter((row) => isStillTrue(row, parcels.get(row.id!)))
    .filter(({ id, after }) => after !== 'delivered' || deliverable.has(id!))
    .map(({ id, after, until, word }) => ({
      ...{ id: id!, state: after!, word },
      followUpAt: followUpAfter(after!, until, now),
    }))
  if (entered.length === 0) return
  await storeStates(tx, entered, now)
  await storeEvents(
    tx,
    entered.map(({ id, state, word }) => ({
      ...{ orderId: id, at: now, by, source: 'import' as const, state, importId },
      theirWord: word || null,
    })),
  )
  const delivered = entered.filter(({ state }) => state === 'delivered').map(({ id }) => id)
  await deliverOrders(tx, delivered, by, now)
}

/** True of a change that the preview showed and nobody made since. */
const isStillTrue = (row: StatusRow, parcel: Candidate | undefined): boolean =>
  parcel?.state === row.before && (row.before !== row.after || isSaidAgain(parcel, row))

/** Writes down words that nobody could read, each once: their parcels are to be looked at. */
async function hearBatch(tx: Tx, batch: readonly StatusRow[], { importId, by, now }: Written): Promise<void> {
  const ids = batch.map(({ id }) => id!)
  await holdOrders(tx, ids)
  const last = await findLastWords(tx, ids)
  const heard = batch.filter(({ id, word }) => last.get(id!) !== word)
  await storeHeard(tx, heard.map(({ id }) => id!) as OrderId[], now)
  await storeEvents(
    tx,
    heard.map(({ id, word }) => ({ orderId: id!, at: now, by, source: 'import' as const, importId, theirWord: word })),
  )
}

/** When somebody is to do something about a parcel that comes into a state: today, or on the day to which it was put off. */
function followUpAfter(state: ParcelState, until: Date | null, now: Date): Date | null {
  switch (state) {
    case 'no_answer':
    case 'wrong_number':
    case 'out_of_zone':
      return now
    case 'postponed':
      return until ?? nineOn(dayAfter(now, 1))
    default:
      return null
  }
}
