import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '#platform/db/database.ts'
import { publish } from '#platform/db/events.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { invalidField, Refusal } from '#platform/kernel/refusal.ts'
import type { ImportAnswer } from '../contract.ts'
import { IMPORT_FIELDS, type ImportAction } from '../model.ts'
import { holdCatalogue, listProducts, storeImportedEdits, storeProducts } from '../queries.ts'
import type { FullProduct } from '../rules.ts'
import { type PlannedLine, planImport } from './plan.ts'
import type { ImportRows } from './read-rows.ts'

export interface ImportRequest {
  wishes: ImportRows
  /** Of the public price: a new product's distributor price where the file has none. */
  distributorPercent: number
}

/** What a file would change of the catalogue as it is now. */
export async function previewImport(db: DbOrTx, request: ImportRequest): Promise<ImportAnswer> {
  return answerOf(request.wishes, planned(request, await listProducts(db)))
}

/**
 * Does what the preview with this fingerprint showed, all of it or nothing. Refuses (422) a file with a wrong line, and
 * (409) when the catalogue has changed so that it would now do something else.
 */
export async function applyImport(
  tx: Tx,
  request: ImportRequest & { fingerprint: string; image: string },
  by: AccountId,
  now: Date,
): Promise<ImportAnswer> {
  // One import at a time: two could create the same product.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('import of products'))`)
  const lines = planned(request, await holdCatalogue(tx))
  const answer = answerOf(request.wishes, lines)
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
  await store(tx, lines, request.image, by, now)
  if (answer.counts.created + answer.counts.updated > 0) await publish(tx, 'catalogue changed', {})
  return answer
}

const counted = (lines: number): string => (lines === 1 ? 'Une ligne est' : `${lines} lignes sont`)

const planned = ({ wishes, distributorPercent }: ImportRequest, catalogue: readonly FullProduct[]) =>
  planImport(wishes.wishes, catalogue, distributorPercent)

async function store(tx: Tx, lines: readonly PlannedLine[], image: string, by: AccountId, now: Date): Promise<void> {
  const outcomes = lines.flatMap(({ outcome }) => outcome ?? [])
  const added = outcomes.flatMap(({ existing, product }) => (existing ? [] : { ...product, image }))
  const edited = lines.flatMap(({ action, outcome }) =>
    action === 'update' && outcome?.existing ? { existing: outcome.existing, product: outcome.product } : [],
  )
  await storeProducts(tx, added, by, now)
  await storeImportedEdits(tx, edited, by, now)
}

function answerOf({ format, notes }: ImportRows, planned: readonly PlannedLine[]): ImportAnswer {
  const lines = planned.map(({ outcome: _, changes, errors, ...line }) => ({
    ...line,
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
      errors: count('error'),
    },
    lines,
    notes: [...notes],
    fingerprint: createHash('sha256')
      .update(JSON.stringify([format, lines]))
      .digest('base64url'),
  }
}
