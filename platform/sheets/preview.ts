import { createHash } from 'node:crypto'
import { MAX_PASTED_BYTES, SHEET_COLUMNS_FIELD, SHEET_FIELD } from '#platform/kernel/list-limits.ts'
import { invalidField, Refusal } from '#platform/kernel/refusal.ts'

/** A name for what would change: the same changes have the same one. */
export const digestOf = (changes: unknown): string =>
  createHash('sha256').update(JSON.stringify(changes)).digest('base64url')

/** Refuses (409) to apply anything else than what was previewed. */
export function mustBeAsPreviewed(digest: string | undefined, changes: unknown): void {
  if (digest !== digestOf(changes))
    throw new Refusal(
      'conflict',
      'changed_since_preview',
      'Quelque chose a changé depuis l’aperçu\u00A0: vérifiez-le à nouveau avant d’appliquer.',
    )
}

/** Refuses (422) to apply a table that lacks a column. */
export function mustHaveColumns(missing: readonly string[]): void {
  if (missing.length > 0)
    throw invalidField(
      SHEET_COLUMNS_FIELD,
      'columns_missing',
      'Choisissez d’abord une colonne pour chaque information nécessaire.',
    )
}

/** The bytes of a form's table. Refuses (422) a form without one. */
export function mustBeSent(uploaded: Uint8Array | null): Uint8Array {
  if (!uploaded) throw invalidField(SHEET_FIELD, 'required', `The ${SHEET_FIELD} field is required.`)
  return uploaded
}

/** The upload of a route that takes a table. */
export const sheetUpload = { field: SHEET_FIELD, bytes: MAX_PASTED_BYTES }
