import { type Centimes, centimes, minus, ZERO } from '#platform/kernel/money.ts'
import { normalisePhone } from '#platform/kernel/phone.ts'
import { readAmount } from '#platform/sheets/amounts.ts'
import { type ChosenColumns, type Columns, chooseColumns, type SheetField } from '#platform/sheets/columns.ts'
import type { Sheet } from '#platform/sheets/read-sheet.ts'
import { cleanCode } from '#platform/sheets/words.ts'
import { hasFees } from './judge-lines.ts'
import { MAX_REFERENCE, type StatementField } from './model.ts'

/** The whole names by which couriers' statements are known to call their columns. */
const COLUMNS: Readonly<Record<StatementField, SheetField>> = {
  tracking: {
    names: [
      'Suivi',
      'Code suivi',
      'Code de suivi',
      'Numéro de suivi',
      'N° de suivi',
      'Tracking',
      'Code colis',
      'code_suivi',
    ],
  },
  reference: {
    names: ['N°', 'Numéro', 'Commande', 'N° commande', 'Référence', 'Réf', 'Identifiant marchand', 'Code interne'],
  },
  phone: { names: ['Téléphone', 'Tél', 'GSM', 'Phone'] },
  collected: {
    names: ['Montant encaissé', 'Montant', 'CRBT', 'Prix', 'Prix COD', 'COD', 'Encaissé', 'Total encaissé'],
    isRequired: true,
  },
  fee: { names: ['Frais', 'Frais de livraison', 'Frais livraison', 'frais_livraison', 'Tarif'] },
  net: { names: ['Net', 'Net à payer', 'Total net', 'total_net', 'Montant net'] },
}

/** A line as the courier wrote it. */
export interface WrittenLine {
  row: number
  tracking: string | null
  reference: string | null
  phone: string | null
  /** Null when it could not be read: an empty cell is not zero. */
  collected: Centimes | null
  fee: Centimes | null
}

export interface ReadList {
  headings: Columns<StatementField>['headings']
  missing: string[]
  lines: WrittenLine[]
  hasFees: boolean
}

/** Reads the lines of a courier's statement. Where a net is written, the fee is what it lacks from the amount. */
export function readLines(sheet: Sheet, chosen?: ChosenColumns): ReadList {
  const columns = chooseColumns(sheet, COLUMNS, chosen)
  const missing = [...columns.missing, ...(hasKeys(columns) ? [] : ['tracking'])]
  if (missing.length > 0) return { headings: columns.headings, missing, lines: [], hasFees: false }
  const lines = withPlainFees(sheet.rows.map(({ rowNumber, cells }) => readLine(rowNumber, cells, columns)))
  return { headings: columns.headings, missing, lines, hasFees: hasFees(lines) }
}

const hasKeys = ({ headings }: Columns<StatementField>): boolean =>
  headings.tracking !== null || headings.reference !== null || headings.phone !== null

function readLine(row: number, cells: readonly string[], { read }: Columns<StatementField>): WrittenLine {
  const code = (field: 'tracking' | 'reference') => cleanCode(read(cells, field)).slice(0, MAX_REFERENCE) || null
  const amount = (field: 'collected' | 'fee' | 'net') => {
    const found = readAmount(read(cells, field))
    return typeof found === 'number' ? found : null
  }
  const [collected, net] = [amount('collected'), amount('net')]
  const fee = collected !== null && net !== null ? minus(collected, net) : amount('fee')
  return {
    row,
    tracking: code('tracking'),
    reference: code('reference'),
    phone: normalisePhone(read(cells, 'phone')),
    collected,
    fee,
  }
}

/** Some couriers write fees as what they take off, below zero. In a list without corrections these are costs. */
function withPlainFees(lines: WrittenLine[]): WrittenLine[] {
  const isTakenOff = lines.every(({ collected, fee }) => (fee ?? ZERO) <= ZERO && (collected ?? ZERO) >= ZERO)
  if (!isTakenOff) return lines
  return lines.map((line) => ({ ...line, fee: line.fee === null ? null : centimes(Math.abs(line.fee)) }))
}
