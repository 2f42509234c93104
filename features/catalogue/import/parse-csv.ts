import { invalidField } from '#platform/kernel/refusal.ts'
import { parseSheet, type Sheet } from '#platform/sheets/read-sheet.ts'
import { IMPORT_FIELDS, IMPORT_LINES } from '../model.ts'

/** Parses a CSV file of a spreadsheet or a shop. Refuses (422) any other file, and one of more than `IMPORT_LINES` products. */
export function readProductSheet(bytes: Uint8Array): Sheet {
  const sheet = parseSheet(bytes)
  if (sheet.rows.length > IMPORT_LINES)
    throw invalidField(
      IMPORT_FIELDS.file,
      'file_too_long',
      `Ce fichier compte ${sheet.rows.length} produits\u00A0: importez-en ${IMPORT_LINES} au plus à la fois.`,
    )
  return sheet
}
