import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Centimes } from '#platform/kernel/money.ts'

/**
 * Text, a whole number, an amount in centimes, which is written in dirhams with a decimal comma and no unit, or a phone of
 * digits alone, which may begin with `+`: it is written as it is, since no formula is made of digits.
 */
export type CsvCell = string | number | { amount: Centimes } | { digits: string }

// Spreadsheets run cells that begin with these signs, also in their wide, small and raised forms.
const STARTS_FORMULA = String.raw`'*[=＝﹦⁼₌+＋﹢⁺₊\-－﹣−⁻₋@＠﹫\t\r\n\0]`
const FORMULA = new RegExp(`^${STARTS_FORMULA}`)
const GUARDED = new RegExp(`^'(?=${STARTS_FORMULA})`)

/** Removes the apostrophe that `writeCsv` puts before a text that could be a formula. */
export const withoutGuard = (cell: string): string => cell.replace(GUARDED, '')

type CsvRow = readonly CsvCell[]

const MARK = '\uFEFF'

const writeRows = (rows: readonly CsvRow[]): string => rows.map((row) => `${row.map(writeCell).join(';')}\r\n`).join('')

/** Writes CSV for French spreadsheets: UTF-8 with a byte order mark, `;` between cells, no cell that could be a formula. */
export const writeCsv = (rows: readonly CsvRow[]): string => MARK + writeRows(rows)

function writeCell(cell: CsvCell): string {
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'object' && 'digits' in cell)
    return /^\+?\d+$/.test(cell.digits) ? cell.digits : writeCell(cell.digits)
  if (typeof cell === 'object') return `${cell.amount < 0 ? '-' : ''}${decimal(Math.abs(cell.amount))}`
  const guarded = FORMULA.test(cell) ? `'${cell}` : cell
  return /[";\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}

const decimal = (amount: number): string => `${Math.floor(amount / 100)},${String(amount % 100).padStart(2, '0')}`

const asDownload = (reply: FastifyReply, name: string): FastifyReply =>
  reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${name}"`)

/** Sends rows as a CSV download. */
export const sendCsv = (reply: FastifyReply, name: string, rows: readonly CsvRow[]) =>
  asDownload(reply, name).send(writeCsv(rows))

const BATCH = 1_000

/**
 * Sends a list of any length, a thousand rows at a time. `load` returns the rows after the given one (null: from the start)
 * in a stable order, such as by id, so that a list that changes meanwhile gives no row twice. An error of the first `load`
 * becomes the answer; a later one breaks the download off.
 */
export async function sendLongCsv<Row>(
  reply: FastifyReply,
  name: string,
  head: readonly string[],
  { load, cells }: { load: (after: Row | null, limit: number) => Promise<Row[]>; cells: (row: Row) => CsvRow },
) {
  // Loaded before anything is sent, so that an error can still be answered.
  const first = await load(null, BATCH)
  async function* text() {
    yield MARK + writeRows([head])
    for (let rows = first; rows.length > 0; rows = rows.length < BATCH ? [] : await load(rows.at(-1)!, BATCH))
      yield writeRows(rows.map(cells))
  }
  return asDownload(reply, name).send(Readable.from(text()))
}

/** Writes a phone as `06 61 20 45 18`: spreadsheets would drop the leading zero of digits alone. */
export const phoneCell = (digits: string): string => digits.replace(/\d\d(?!$)/g, '$& ')
