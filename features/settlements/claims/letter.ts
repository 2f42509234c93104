import type { CsvCell } from '#platform/http/csv.ts'
import { type Centimes, formatDirhams, minus, plus } from '#platform/kernel/money.ts'
import { formatDay, localDay } from '#platform/kernel/time.ts'
import { drawClaimLetter } from '#platform/pdf/claim-letter.ts'
import type { Sender } from '#platform/pdf/style.ts'
import { CLAIM_NAMES } from '../model.ts'
import type { FullClaim } from './queries.ts'

/** A claim of a letter: what was expected, what the courier counted, and the difference between them. */
interface ClaimedRow {
  claim: FullClaim
  /** Null where nothing was counted: a lost parcel. */
  expected: Centimes | null
  counted: Centimes | null
}

function claimedRow(claim: FullClaim): ClaimedRow {
  const { kind, amount, received, fee, due } = claim
  if (kind === 'gap' && received !== null) return { claim, expected: plus(received, due), counted: received }
  if (kind === 'fee' && fee !== null) return { claim, expected: minus(fee, due), counted: fee }
  if ((kind === 'amount' || kind === 'missing') && amount !== null)
    return { claim, expected: amount, counted: minus(amount, due) }
  return { claim, expected: null, counted: null }
}

const dayOf = (at: Date | null): string => (at === null ? '' : formatDay(localDay(at)))

const HEAD = ['Commande', 'Suivi', 'Livrée le', 'Objet', 'Attendu (DH)', 'Compté (DH)', 'Différence (DH)']

/** The claims of a statement as a spreadsheet. */
export const claimTable = (claims: readonly FullClaim[]): CsvCell[][] => [
  HEAD,
  ...claims
    .map(claimedRow)
    .map(({ claim, expected, counted }): CsvCell[] => [
      claim.orderId ?? '',
      claim.tracking ?? '',
      dayOf(claim.deliveredAt),
      CLAIM_NAMES[claim.kind],
      expected === null ? '' : { amount: expected },
      counted === null ? '' : { amount: counted },
      { amount: claim.due },
    ]),
]

const COLUMNS = [
  { title: 'Commande', width: 66, align: 'left' },
  { title: 'Suivi', width: 86, align: 'left' },
  { title: 'Livrée le', width: 62, align: 'left' },
  { title: 'Objet', width: 97, align: 'left' },
  { title: 'Attendu', width: 62, align: 'right' },
  { title: 'Compté', width: 62, align: 'right' },
  { title: 'Différence', width: 64, align: 'right' },
] as const

interface Letter {
  courier: string
  reference: string
  paidOn: string
  claims: readonly FullClaim[]
}

/** Draws the letter to a courier that asks for what is lacking. */
export function drawMoneyClaim(
  { courier, reference, paidOn, claims }: Letter,
  sender: Sender,
  now: Date,
): Promise<Buffer> {
  const total = plus(...claims.map(({ due }) => due))
  const letter = {
    title: `Réclamation ${reference}`,
    courier,
    about: `versement du ${formatDay(paidOn)}, relevé ${reference}`,
    request: `Après vérification du relevé ${reference} et de vos livraisons, il nous manque ${formatDirhams(total)}. Le détail est dans le tableau ci-dessous. Merci de nous verser cette somme avec votre prochain versement, ou de nous écrire pour chaque ligne la raison de la différence.`,
    columns: COLUMNS,
    rows: claims.map(claimedRow).map(rowOf),
    total: { label: 'Total réclamé', amount: total },
    closing: 'Nous restons à votre disposition pour vérifier ensemble ces lignes.',
  }
  return drawClaimLetter(letter, sender, now)
}

const rowOf = ({ claim, expected, counted }: ClaimedRow) => {
  const sum = (amount: Centimes | null) => (amount === null ? '' : plain(amount))
  return {
    cells: [
      claim.orderId === null ? '' : `n° ${claim.orderId}`,
      claim.tracking ?? '',
      dayOf(claim.deliveredAt),
      SHORT_NAMES[claim.kind],
      sum(expected),
      sum(counted),
      sum(claim.due),
    ],
  }
}

const SHORT_NAMES: Readonly<Record<FullClaim['kind'], string>> = {
  amount: 'Montant trop bas',
  fee: 'Frais trop hauts',
  missing: 'Jamais versée',
  lost: 'Colis perdu',
  gap: 'Versé en moins',
}

const plain = (amount: Centimes): string => formatDirhams(amount).replace('\u00A0DH', '')
