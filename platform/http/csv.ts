import type { FastifyReply } from 'fastify'
import type { Centimes } from '#platform/kernel/money.ts'

/** Text, a whole number, or an amount, which is written with a decimal comma and no unit. */
export type CsvCell = string | number | { amount: Centimes }

// Spreadsheets run what begins with these.
const FORMULA = /^[=+\-@\t\r\0]/

/** A file as French spreadsheets open it: UTF-8 with its mark, `;` between cells, no cell that could be a formula. */
export const writeCsv = (rows: readonly (readonly CsvCell[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(writeCell).join(';')).join('\r\n')}\r\n`

function writeCell(cell: CsvCell): string {
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'object') return `${cell.amount < 0 ? '-' : ''}${decimal(Math.abs(cell.amount))}`
  const guarded = FORMULA.test(cell) ? `'${cell}` : cell
  return /[";\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}

const decimal = (amount: number): string => `${Math.floor(amount / 100)},${String(amount % 100).padStart(2, '0')}`

export const sendCsv = (reply: FastifyReply, name: string, rows: readonly (readonly CsvCell[])[]) =>
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'private, no-store')
    .send(writeCsv(rows))
