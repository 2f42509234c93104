import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '#platform/db/database.ts'
import { publish } from '#platform/db/events.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { invalidField, Refusal } from '#platform/kernel/refusal.ts'
import type { ImportAnswer } from '../contract.ts'
import { IMPORT_FIELDS, type ImportAction } from '../model.ts'
import { listPacked } from '../pack-contents.ts'
import { listWithHidden } from '../queries.ts'
import type { AdminProduct } from '../rules.ts'
import { type CategoryMap, exportNamesIn, type PlannedRow, planImport, unknownCategories } from './plan.ts'
import { holdCatalogue, listImportedStocks, storeImportedEdits, storeProducts } from './queries.ts'
import type { ImportFile } from './read-rows.ts'

export interface ImportRequest {
  file: ImportFile
  /** The distributor price of new products for which the file has none, in percent of the public one. */
  distributorPercent: number
  /** Our categories for those of the file that we do not know. */
  mapped: CategoryMap
}

/** Says for each row of a file how it would change the catalogue as it is now. */
export async function previewImport(db: DbOrTx, request: ImportRequest): Promise<ImportAnswer> {
  return answerOf(request, await planned(db, request, await listWithHidden(db)))
}

/**
 * Applies exactly the changes of the preview with this fingerprint, all or none. Refuses (409) when the catalogue has changed
 * so that these are others now, and (422) a file with a wrong row.
 */
export async function applyImport(
  tx: Tx,
  request: ImportRequest & { fingerprint: string; image: string },
  by: AccountId,
  now: Date,
): Promise<ImportAnswer> {
  // Two imports at once could create the same product.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('import of products'))`)
  const rows = await planned(tx, request, await holdCatalogue(tx))
  const answer = answerOf(request, rows)
  if (answer.fingerprint !== request.fingerprint)
    throw new Refusal(
      'conflict',
      'catalogue_changed',
      'Le catalogue a changé depuis l’aperçu\u00A0: vérifiez-le à nouveau avant d’appliquer.',
    )
  if (answer.counts.errors > 0)
    throw invalidField(
      IMPORT_FIELDS.file,
      'lines_to_correct',
      `${counted(answer.counts.errors)} à corriger dans le fichier avant d’appliquer.`,
    )
  if (answer.counts.choices > 0)
    throw invalidField(
      IMPORT_FIELDS.file,
      'categories_to_choose',
      'Choisissez d’abord une catégorie pour chacune de celles que la boutique ne connaît pas.',
    )
  await store(tx, rows, request.image, by, now)
  if (answer.counts.created + answer.counts.updated > 0) await publish(tx, 'catalogue changed', {})
  return answer
}

const counted = (rows: number): string => (rows === 1 ? 'Une ligne est' : `${rows} lignes sont`)

async function planned(
  db: DbOrTx,
  { file, distributorPercent, mapped }: ImportRequest,
  catalogue: readonly AdminProduct[],
): Promise<PlannedRow[]> {
  const ids = catalogue.map(({ id }) => id)
  const packed = await listPacked(db, ids)
  const imported = await listImportedStocks(db, exportNamesIn(file.rows))
  return planImport(file.rows, catalogue, distributorPercent, mapped, packed, imported)
}

async function store(tx: Tx, rows: readonly PlannedRow[], image: string, by: AccountId, now: Date): Promise<void> {
  const added = rows
    .flatMap(({ result }) => result ?? [])
    .flatMap(({ existing, product, imported }) => (existing ? [] : { ...product, image, imported }))
  const edited = rows.flatMap(({ action, result }) =>
    action === 'update' && result?.existing ? { ...result, existing: result.existing } : [],
  )
  await storeProducts(tx, added, by, now)
  await storeImportedEdits(tx, edited, by, now)
}

function answerOf({ file, mapped }: ImportRequest, planned: readonly PlannedRow[]): ImportAnswer {
  const { format, notes } = file
  const lines = planned.map(({ result: _, rowNumber, changes, errors, ...row }) => ({
    line: rowNumber,
    ...row,
    changes: [...changes],
    errors: [...errors],
  }))
  const count = (action: ImportAction) => lines.filter((line) => line.action === action).length
  return {
    format,
    counts: {
      created: count('create'),
      updated: count('update'),
      unchanged: count('same'),
      skipped: count('skip'),
      choices: count('choice'),
      errors: count('error'),
    },
    lines,
    unknown_categories: unknownCategories(file.rows, mapped),
    notes: [...notes],
    fingerprint: createHash('sha256')
      .update(JSON.stringify([format, lines]))
      .digest('base64url'),
  }
}
