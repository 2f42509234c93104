import { CsvError, parse } from 'csv-parse/sync'
import { withoutGuard } from '#platform/http/csv.ts'
import { invalidField } from '#platform/kernel/refusal.ts'
import { IMPORT_FIELDS, IMPORT_LINES } from '../model.ts'

export interface SheetRow {
  /** The number in a spreadsheet: the head is row 1. */
  rowNumber: number
  cells: readonly string[]
}

export interface Sheet {
  head: readonly string[]
  rows: readonly SheetRow[]
}

const unreadable = (code: string, message: string) => invalidField(IMPORT_FIELDS.file, code, message)

/** Parses a CSV file of a spreadsheet or a shop. Refuses (422) any other file, and one of more than `IMPORT_LINES` products. */
export function readSheet(bytes: Uint8Array): Sheet {
  const text = readText(bytes)
  const delimiter = delimiterOf(text)
  const records = parseCsv(text, delimiter)
  const rows = records.map((cells, index) => ({ rowNumber: index + 1, cells: cells.map(withoutGuard) }))
  const [head, ...products] = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (!head) throw unreadable('file_empty', 'Ce fichier est vide.')
  if (products.length > IMPORT_LINES)
    throw unreadable(
      'file_too_long',
      `Ce fichier compte ${products.length} produits\u00A0: importez-en ${IMPORT_LINES} au plus à la fois.`,
    )
  return { head: head.cells.map((cell) => cell.trim()), rows: products }
}

function readText(bytes: Uint8Array): string {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    throw unreadable(
      'file_is_workbook',
      'Ce fichier est un classeur\u00A0: enregistrez-le au format CSV, puis réessayez.',
    )
  const text = decode(bytes)
  if (text.includes('\0')) throw unreadable('file_not_csv', 'Ce fichier n’est pas un fichier CSV.')
  return text
}

/** Decodes UTF-8, or else the encoding of spreadsheets on Windows, in which no sequence of bytes is wrong. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The delimiter that is most frequent in the head, outside of quotes. */
function delimiterOf(text: string): string {
  const [first = ''] = text.replace(/"[^"]*"/g, '').split(/\r?\n/, 1)
  const count = (delimiter: string) => first.split(delimiter).length
  return [';', ',', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best))
}

function parseCsv(text: string, delimiter: string): string[][] {
  try {
    return parse(text, { delimiter, relax_column_count: true, max_record_size: 200_000 })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const at = error.lines === undefined ? '' : ` vers la ligne ${error.lines}`
    throw unreadable('file_unreadable', `Ce fichier ne se lit pas comme un CSV${at}\u00A0: vérifiez ses guillemets.`)
  }
}
