import { AUDIENCE_LABELS } from '#features/announcements/model.ts'
import { DECISION_NAMES } from '#features/buyers/model.ts'
import { OUTCOME_NAMES } from '#features/calls/model.ts'
import { CATEGORY_NAMES, STOCK_REASON_NAMES } from '#features/catalogue/model.ts'
import { READ_PAYMENTS, REASON_NAMES, STATUS_NAMES } from '#features/orders/model.ts'
import { PARCEL_STATE_NAMES } from '#features/parcels/model.ts'
import { CLAIM_NAMES, DECISION_NAMES as LINE_DECISION_NAMES } from '#features/settlements/model.ts'
import { type Centimes, centimes, dh, formatDirhams, minus, plus } from '#platform/kernel/money.ts'
import { normaliseForSearch } from '#platform/kernel/text.ts'
import { formatDay, formatMinute } from '#platform/kernel/time.ts'
import {
  type AuditSubject,
  type AuditValue,
  COLUMN_NAMES,
  type FieldChange,
  MONEY_COLUMNS,
  SUBJECT_NAMES,
} from './model.ts'

interface DescribableEntry {
  subject: AuditSubject
  /** Null for what has no number, such as a setting. */
  subjectId: number | null
  act: 'created' | 'changed'
  /** Person or thing concerned, by name. */
  about: { customId: string | null; name: string } | null
  changes: readonly FieldChange[]
}

/** A change in French: `Statut`, from `en attente` to `livré`. */
export interface DescribedChange {
  what: string
  /** Null when there was nothing. */
  before: string | null
  after: string | null
}

const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  payment: READ_PAYMENTS,
  cancel_reason: REASON_NAMES,
  outcome: OUTCOME_NAMES,
  category: CATEGORY_NAMES,
  role: { supplier: 'fournisseur', buyer: 'acheteur', agent: 'agent', admin: 'admin' },
  personal_data: {
    exported: 'exportées',
    anonymised: 'anonymisées',
    noted: 'note ajoutée',
    expired: 'anonymisées, trop anciennes',
    clock_confirmed: 'date du serveur confirmée',
    round_confirmed: 'anonymisation confirmée',
  },
  second_factor: {
    set: 'activée',
    removed: 'désactivée',
    reset: 'réinitialisée depuis le serveur',
    recovery_code: 'code de secours utilisé',
  },
  audience: AUDIENCE_LABELS,
  decision: LINE_DECISION_NAMES,
  kind: CLAIM_NAMES,
  state: PARCEL_STATE_NAMES,
  adminSecondFactor: { required: 'exigée', offered: 'proposée' },
  gainsWithdrawable: { delivered: 'à la livraison', paid: 'au versement du livreur' },
  noCallsOnFriday: { on: 'sans appels', off: 'avec appels' },
}

/** Columns that hold a code instead of the word that people read. */
export const CODED_COLUMNS: readonly string[] = ['status', ...Object.keys(WORDS)]

/** Finds the codes in the database whose French word contains a text. */
export function storedValuesOf(text: string): string[] {
  const wanted = normaliseForSearch(text)
  const tables = [STATUS_NAMES, DECISION_NAMES, STOCK_REASON_NAMES, ...Object.values(WORDS)]
  const values = tables.flatMap((words) =>
    Object.entries(words).filter(([, word]) => normaliseForSearch(word).includes(wanted)),
  )
  return [...new Set(values.map(([value]) => value))]
}

/** Columns whose number stands for a name. */
export const NAMED_COLUMNS: readonly string[] = ['buyer_id', 'courier_id']

/** A typed number: as it is stored, and the bounds in centimes of the amounts that begin with it. */
export interface TypedNumber {
  stored: string
  least: Centimes
  most: Centimes
}

/** Reads a number or an amount, as the journal shows them: `163` is in 163,25 DH too. Null for any other text. */
export function numberIn(text: string): TypedNumber | null {
  const plain = text.replace(/\s/g, '').replace(/DH$/i, '').replace('−', '-').replace(/^\+/, '').replace(',', '.')
  if (!/^-?(0|[1-9]\d{0,8})(\.\d{1,2})?$/.test(plain)) return null
  const amount = dh(Number(plain))
  const cents = plain.includes('.') ? 0 : 99
  return {
    stored: plain,
    least: minus(amount, centimes(plain.startsWith('-') ? cents : 0)),
    most: plus(amount, centimes(plain.startsWith('-') ? 0 : cents)),
  }
}

/** Columns that hold a day. */
const DAY_COLUMNS = ['paid_on', 'last_day']

// The description names the buyer already.
const HIDDEN_COLUMNS = ['buyer_id']

/** Describes the changes of an entry in French, column by column. */
export const describeChanges = ({
  subject,
  changes,
}: Pick<DescribableEntry, 'subject' | 'changes'>): DescribedChange[] =>
  changes
    .filter(({ column }) => !HIDDEN_COLUMNS.includes(column))
    .map(({ column, before, after }) => ({
      what: wordIn(COLUMN_NAMES, column) ?? column,
      before: describeValue(subject, column, before),
      after: describeValue(subject, column, after),
    }))

function describeValue(subject: AuditSubject, column: string, value: AuditValue): string | null {
  // A setting without a value of its own has the one that the shop came with.
  if (value === null) return subject === 'setting' ? 'valeur par défaut' : null
  if (typeof value === 'boolean') return value ? 'oui' : 'non'
  if (typeof value === 'number') return describeNumber(column, value)
  if (column.endsWith('_at')) return formatMinute(new Date(value))
  if (DAY_COLUMNS.includes(column)) return formatDay(value)
  return wordIn(wordsOf(subject, column), value) ?? value
}

/** Finds the French words of a column. A product's `reason` is a code for why its stock changed, elsewhere it is free text. */
function wordsOf(subject: AuditSubject, column: string) {
  if (column === 'status') return subject === 'order' ? STATUS_NAMES : DECISION_NAMES
  return column === 'reason' && subject === 'product' ? STOCK_REASON_NAMES : WORDS[column]
}

/** Looks a word up; undefined for one that old entries have and today's tables lack. */
const wordIn = (words: Readonly<Record<string, string>> | undefined, name: string): string | undefined =>
  words && Object.hasOwn(words, name) ? words[name] : undefined

function describeNumber(column: string, value: number): string {
  if (MONEY_COLUMNS.includes(column)) return formatDirhams(value as Centimes)
  // The journal has a change of stock as a difference.
  return column === 'quantity' && value > 0 ? `+${value}` : String(value)
}

/** Names the subject of an entry in French: `Commande 231`, `Produit 12, Crème`, `Compte F-1007, Sara`. */
export function describeSubject({
  subject,
  subjectId,
  about,
}: Pick<DescribableEntry, 'subject' | 'subjectId' | 'about'>): string {
  const number = subject === 'account' ? (about?.customId ?? subjectId) : subjectId
  const thing = number === null ? SUBJECT_NAMES[subject] : `${SUBJECT_NAMES[subject]} ${number}`
  if (!about) return thing
  return subject === 'account' || about.customId === null
    ? `${thing}, ${about.name}`
    : `${thing}, ${about.name} (${about.customId})`
}

const PERSONAL_DATA_ACTS: Readonly<Record<string, string>> = {
  exported: 'Export des données',
  noted: 'Note',
  clock_confirmed: 'Confirmation',
  round_confirmed: 'Confirmation',
}

/** Names the act of an entry in one or two French words. */
export function describeAct({ subject, act, changes }: Pick<DescribableEntry, 'subject' | 'act' | 'changes'>): string {
  const became = (column: string) => changes.find((change) => change.column === column)?.after
  if (became('deleted_at')) return 'Suppression'
  if (became('banned_at')) return 'Bannissement'
  if (became('banned_at') === null) return 'Rétablissement'
  const personalData = became('personal_data')
  if (personalData !== undefined) return PERSONAL_DATA_ACTS[String(personalData)] ?? 'Anonymisation'
  if (became('staff_note') !== undefined) return 'Note'
  if (became('outcome') !== undefined) return 'Appel'
  if (became('pieces_back_at')) return 'Retour clos'
  if (became('parcel_note') !== undefined || (subject === 'order' && became('state') !== undefined)) return 'Colis'
  if (became('quantity') !== undefined) return became('order_id') === undefined ? 'Entrée de stock' : 'Perte de stock'
  // A courier's tariffs and words are rows of their own: a new one changes the courier.
  if (act === 'changed' || (subject === 'courier' && became('name') === undefined)) return 'Modification'
  if (subject === 'bank_file') return 'Téléchargement'
  return subject === 'sale' ? 'Enregistrement' : 'Création'
}
