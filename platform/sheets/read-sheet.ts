import { CsvError, parse } from 'csv-parse/sync'
import { withoutGuard } from '#platform/http/csv.ts'
import { MAX_PASTED_ROWS, SHEET_FIELD } from '#platform/kernel/list-limits.ts'
import { invalidField } from '#platform/kernel/refusal.ts'
import { foldWord } from './words.ts'

export interface SheetRow {
  /** The number in a spreadsheet: the head is row 1. */
  rowNumber: number
  cells: readonly string[]
}

export interface Sheet {
  headings: readonly string[]
  rows: readonly SheetRow[]
}

const unreadable = (code: string, message: string) => invalidField(SHEET_FIELD, code, message)

/**
 * Reads a table that was pasted or sent as a file. Refuses (422) one that is empty or no table, that has more than
 * `MAX_PASTED_ROWS` rows below its headings, and one in which two columns have the same name.
 */
export function readSheet(pasted: string | Uint8Array): Sheet {
  const sheet = parseSheet(pasted)
  if (sheet.rows.length > MAX_PASTED_ROWS)
    throw unreadable(
      'too_many_rows',
      `Ce tableau compte ${sheet.rows.length} lignes\u00A0: envoyez-en ${MAX_PASTED_ROWS} au plus à la fois.`,
    )
  const names = sheet.headings.map(foldWord)
  const twice = sheet.headings.find((_, index) => names[index] !== '' && names.indexOf(names[index]!) < index)
  if (twice !== undefined)
    throw unreadable(
      'column_named_twice',
      `Deux colonnes s’appellent «\u00A0${twice}\u00A0»\u00A0: renommez l’une des deux, puis recommencez.`,
    )
  return sheet
}

/** Parses a text of rows, with quotes as spreadsheets write them. Rows without any word are left out. */
export function parseSheet(pasted: string | Uint8Array): Sheet {
  const text = typeof pasted === 'string' ? pasted.replace(/^\uFEFF/, '') : decode(pasted)
  if (text.includes('\0')) throw unreadable('file_not_csv', 'Ce fichier n’est pas un fichier CSV.')
  const rows = parseRows(text)
    .map((cells, index) => ({ rowNumber: index + 1, cells: cells.map(withoutGuard) }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const [head, ...others] = rows
  if (!head) throw unreadable('file_empty', 'Ce fichier est vide.')
  return { headings: head.cells.map((cell) => cell.trim()), rows: others }
}

/** Decodes UTF-8, or else the encoding of spreadsheets on Windows, in which no sequence of bytes is wrong. */
function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    throw unreadable(
      'file_is_workbook',
      'Ce fichier est un classeur\u00A0: enregistrez-le au format CSV, puis réessayez.',
    )
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The delimiter that is most frequent in the head, outside of quotes. */
function delimiterOf(text: string): string {
  const [first = ''] = text
    .replace(/"[^"]*"/g, '')
    .replace(/^[\r\n]+/, '')
    .split(/[\r\n]/, 1)
  const count = (delimiter: string) => first.split(delimiter).length
  return [';', ',', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best))
}

function parseRows(text: string): string[][] {
  try {
    return parse(text, { delimiter: delimiterOf(text), relax_column_count: true, max_record_size: 200_000 })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const at = error.lines === undefined ? '' : ` vers la ligne ${error.lines}`
    throw unreadable('file_unreadable', `Ce fichier ne se lit pas comme un CSV${at}\u00A0: vérifiez ses guillemets.`)
  }
}
