import type { OrderStatus } from '#features/orders/model.ts'
import { nineOn } from '#platform/kernel/days/days-ahead.ts'
import { idIn, type OrderId } from '#platform/kernel/ids.ts'
import { normalisePhone } from '#platform/kernel/phone.ts'
import { readAmount } from '#platform/sheets/amounts.ts'
import type { Columns, SheetField } from '#platform/sheets/columns.ts'
import type { Sheet, SheetRow } from '#platform/sheets/read-sheet.ts'
import { cleanCode, foldWord } from '#platform/sheets/words.ts'
import { isAlwaysAsked, meaningOf } from '../couriers/courier-words.ts'
import { type Matchable, type MatchKeys, matcher } from '../matching.ts'
import { type CourierState, MAX_WORD, type ParcelState } from '../model.ts'
import { stepOf } from '../rules.ts'
import type { StatusRow } from './contract.ts'
import { readDay } from './days.ts'
import { APPLIED, type Decision, type StatusField, type StatusVerdict } from './rules.ts'

/** The whole names by which couriers' files are known to call their columns. */
export const STATUS_COLUMNS: Readonly<Record<StatusField, SheetField>> = {
  tracking: {
    names: [
      'Code suivi',
      'code_suivi',
      'Code de suivi',
      'Numéro de suivi',
      'N° de suivi',
      'Suivi',
      'Tracking',
      'tracking-number',
    ],
  },
  number: {
    names: ['Identifiant marchand', 'Réf', 'Référence', 'Code interne', 'N° de commande', 'Notre numéro', 'order_num'],
  },
  phone: { names: ['Téléphone', 'Tél', 'GSM', 'Phone'] },
  amount: { names: ['Prix COD', 'Prix', 'CRBT', 'Montant', 'mtt_crbt'] },
  status: { names: ['Statut', 'État', 'Status', 'dernier_statut'], isRequired: true },
  date: { names: ['Date du statut', 'Date de statut', 'Date statut', 'Dernière mise à jour', 'Date'] },
  until: { names: ['Reporté au', 'Date de report'] },
}

/** A parcel that a row may be about. */
export interface Candidate extends Matchable {
  state: ParcelState
  followUpAt: Date | null
  /** The word that its courier wrote last; null for none. */
  lastWord: string | null
  /** True while its follow-up is the one that its courier's word brought. */
  isFollowUpTheirs: boolean
  status: OrderStatus
  isDeleted: boolean
}

export interface RowKeys extends MatchKeys {
  row: SheetRow
  word: string
  /** When the courier wrote it, as `readDay` reads it. */
  day: string | null
  until: string | null
}

export function keysOf(sheet: Sheet, columns: Columns<StatusField>): RowKeys[] {
  return sheet.rows.map((row) => {
    const read = (field: StatusField) => columns.read(row.cells, field)
    const amount = readAmount(read('amount'))
    return {
      row,
      tracking: cleanCode(read('tracking')) || null,
      number: idIn<OrderId>(cleanCode(read('number'))),
      phone: normalisePhone(read('phone')),
      amount: typeof amount === 'number' ? amount : null,
      word: read('status').slice(0, MAX_WORD),
      day: readDay(read('date')),
      until: readDay(read('until')),
    }
  })
}

interface Known {
  candidates: readonly Candidate[]
  words: ReadonlyMap<string, CourierState>
  /** They count instead of the words of their rows. */
  decisions: readonly Decision[]
}

/** A decision that names the state; the other one leaves the row. */
const isState = (decision: Decision['state'] | undefined): decision is CourierState =>
  decision !== undefined && decision !== 'ignore'

/** Says of each row which order it is about, and what would become of its parcel. */
export function planStatuses(rows: readonly RowKeys[], { candidates, words, decisions }: Known): StatusRow[] {
  const find = matcher(rows, candidates)
  const found = rows.map((row) => ({ row, ...find(row) }))
  const decided = new Map(decisions.map(({ row, state }) => [row, state]))
  const newest = newestOf(found, decided)
  return found.map(({ row, found: parcel, why }): StatusRow => {
    const word = row.word
    const plain = { row: row.row.rowNumber, tracking: row.tracking ?? '', word, until: null }
    if (!parcel) return { ...plain, id: null, before: null, after: null, verdict: why }
    const known = { ...plain, id: parcel.id, before: parcel.state }
    const other = newest.get(parcel.id)
    if (other === null) return { ...known, after: null, verdict: 'twice' }
    if (other !== row) return { ...known, after: null, verdict: 'older' }
    const decision = decided.get(plain.row)
    const after = isState(decision) ? decision : meaningOf(word, words)
    if (after === null) return { ...known, after, verdict: unknown(word) }
    const until = after === 'postponed' ? putOffUntil(row.until) : null
    const judged = judge(parcel, { after, word, until }, isState(decision))
    if (decision === 'ignore' && APPLIED.includes(judged)) return { ...known, after, verdict: 'left' }
    return { ...known, after, until, verdict: judged }
  })
}

/** Nine o'clock of the day to which a parcel is put off. */
const putOffUntil = (day: string | null): Date | null => (day === null ? null : nineOn(day.slice(0, 10)))

const unknown = (word: string): StatusVerdict =>
  foldWord(word) === '' ? 'no_word' : isAlwaysAsked(word) ? 'always_asked' : 'unknown_word'

type Said = Pick<StatusRow, 'after' | 'word' | 'until'>

/**
 * True of a parcel that is put off or not answered once more: its courier says so in another word than last, or for another day
 * than the follow-up that it brought itself. Files repeat what they said before, and a day that somebody chose since stays.
 */
export function isSaidAgain(parcel: Candidate, { after, word, until }: Said): boolean {
  if (parcel.state !== after || (after !== 'no_answer' && after !== 'postponed')) return false
  if (foldWord(word) !== '' && foldWord(word) !== foldWord(parcel.lastWord ?? '')) return true
  return until !== null && parcel.isFollowUpTheirs && until.getTime() !== parcel.followUpAt?.getTime()
}

function judge(parcel: Candidate, said: Said & { after: CourierState }, isTicked: boolean): StatusVerdict {
  const { state, status, isDeleted } = parcel
  const { after } = said
  const step = stepOf(state, after)
  if (step === 'same') return isSaidAgain(parcel, said) ? 'moves' : 'same'
  if (state === 'delivered') return 'delivered_before'
  if (step === 'backward') return 'backward'
  if (after !== 'delivered') return 'moves'
  if (isDeleted || status === 'cancelled') return 'closed'
  return step === 'forward' || isTicked ? 'delivers' : 'ask'
}

/** The row that counts for each order: its only one, else the one that a person decided about, else the one of the latest day; null when nothing tells. */
function newestOf(
  found: readonly { row: RowKeys; found: Candidate | null }[],
  decided: ReadonlyMap<number, Decision['state']>,
): Map<OrderId, RowKeys | null> {
  const matched = found.flatMap(({ row, found: parcel }) => (parcel ? [{ row, id: parcel.id }] : []))
  const newest = new Map<OrderId, RowKeys | null>()
  for (const [id, of] of Map.groupBy(matched, (each) => each.id)) {
    const meant = of.filter(({ row }) => isState(decided.get(row.row.rowNumber)))
    const days = of.map(({ row }) => row.day)
    const latest = days.includes(null) ? null : days.reduce((a, b) => (b! > a! ? b : a))
    const last = of.filter(({ row }) => of.length === 1 || (latest !== null && row.day === latest))
    const one = meant.length > 0 ? meant : last
    newest.set(id, one.length === 1 ? one[0]!.row : null)
  }
  return newest
}
