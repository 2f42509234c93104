import { formatDirhams, plus } from '#platform/kernel/money.ts'
import { formatInteger } from '#platform/kernel/text.ts'
import { formatDay, localDay } from '#platform/kernel/time.ts'
import { drawClaimLetter } from '#platform/pdf/claim-letter.ts'
import type { Sender } from '#platform/pdf/style.ts'
import type { ExpectedReturn } from '../contract.ts'

const COLUMNS = [
  { title: 'Commande', width: 62, align: 'left' },
  { title: 'Suivi', width: 96, align: 'left' },
  { title: 'Parti le', width: 68, align: 'left' },
  { title: 'Ville', width: 90, align: 'left' },
  { title: 'Pièces', width: 48, align: 'right' },
  { title: 'Valeur', width: 135, align: 'right' },
] as const

/** Draws the letter to a courier that asks for parcels that should have come back. `courier` is its name. */
export function drawReturnClaim(
  courier: string,
  parcels: readonly ExpectedReturn[],
  sender: Sender,
  now: Date,
): Promise<Buffer> {
  const value = plus(...parcels.map((parcel) => parcel.value))
  const letter = {
    title: `Retours attendus de ${courier}`,
    courier,
    about: 'colis qui ne sont pas revenus',
    request: `${lackInWords(parcels.length)}, ou d’en verser la valeur\u00A0: ${formatDirhams(value)}.`,
    columns: COLUMNS,
    rows: parcels.map(rowOf),
    total: { label: 'Valeur au prix distributeur', amount: value },
  }
  return drawClaimLetter(letter, sender, now)
}

const lackInWords = (count: number): string =>
  count === 1
    ? 'Le colis suivant n’a pas été livré et ne nous est pas revenu. Merci de nous le rendre'
    : `Les ${formatInteger(count)} colis suivants n’ont pas été livrés et ne nous sont pas revenus. Merci de nous les rendre`

const rowOf = ({ id, tracking, leftAt, recipient, pieces, value }: ExpectedReturn) => ({
  cells: [
    `n° ${id}`,
    tracking ?? '',
    formatDay(localDay(leftAt)),
    recipient.city,
    String(pieces),
    formatDirhams(value),
  ],
})
