import type { CsvCell } from '#platform/http/csv.ts'
import type { Centimes } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { FileColumn } from '../model.ts'
import { hasCentimes, missingFields, takesWholeDirhams } from './rules.ts'

/** A parcel as a courier's file may say it. Centimes. */
export interface FileParcel {
  id: number
  tracking: string | null
  name: string
  phone: string
  city: string
  theirName: string | null
  theirNumber: string | null
  address: string
  collected: Centimes
  products: string
  pieces: number
  note: string | null
}

/**
 * Writes parcels into the columns of a courier's own file, the headings first. Parcels whose amount has centimes come first
 * where the courier takes whole dirhams: their amount stays as it is. Refuses (422) a city that the courier has no name for,
 * naming the orders, and a file without a column that it cannot do without.
 */
export function rowsFor(columns: readonly FileColumn[] | null, parcels: readonly FileParcel[]): CsvCell[][] {
  if (columns === null)
    throw new Refusal(
      'invalid',
      'no_file_columns',
      'Collez d’abord la première ligne du modèle de ce livreur, dans sa fiche.',
    )
  const missing = missingFields(columns)
  if (missing.length > 0)
    throw new Refusal(
      'invalid',
      'file_column_missing',
      `Le fichier de ce livreur n’a pas de colonne\u00A0: ${missing.join(', ')}.`,
    )
  mustKnowCities(columns, parcels)
  const inOrder = takesWholeDirhams(columns)
    ? [...parcels].sort((a, b) => Number(hasCentimes(b.collected)) - Number(hasCentimes(a.collected)))
    : parcels
  return [
    columns.map(({ heading }) => heading),
    ...inOrder.map((parcel) => columns.map((column) => cellOf(column, parcel))),
  ]
}

const cityIn = ({ as }: FileColumn, { theirName, theirNumber }: FileParcel): string | null =>
  as === 'number' ? theirNumber : theirName

function mustKnowCities(columns: readonly FileColumn[], parcels: readonly FileParcel[]): void {
  const cities = columns.filter(({ field }) => field === 'city')
  const unknown = parcels.filter((parcel) => cities.some((column) => cityIn(column, parcel) === null))
  if (unknown.length === 0) return
  const byCity = Map.groupBy(unknown, ({ city }) => city)
  const named = [...byCity].map(([city, of]) => `${city} (n°\u00A0${of.map(({ id }) => id).join(', ')})`).join(', ')
  throw new Refusal('invalid', 'city_without_name', `Ce livreur n’a pas de nom pour ces villes\u00A0: ${named}.`)
}

function cellOf(column: FileColumn, parcel: FileParcel): CsvCell {
  const { field, as } = column
  switch (field) {
    case 'number':
      return parcel.id
    case 'tracking':
      return parcel.tracking ?? ''
    case 'name':
      return parcel.name
    case 'phone':
      return { digits: as === '+212' ? parcel.phone.replace(/^0/, '+212') : parcel.phone }
    case 'city':
      return cityIn(column, parcel) ?? ''
    case 'address':
      return parcel.address
    case 'amount':
      return amountIn(parcel.collected, as)
    case 'products':
      return parcel.products
    case 'pieces':
      return parcel.pieces
    case 'note':
      return parcel.note ?? ''
    case 'opening':
      return answersIn(as)[0]
    case 'exchange':
      return answersIn(as)[1]
    case 'fixed':
      return as ?? ''
    case 'empty':
      return ''
  }
}

/** An amount in dirhams: with a point, with a comma, or whole when it has no centimes. */
function amountIn(amount: Centimes, as: string | undefined): string {
  if (as === 'whole' && !hasCentimes(amount)) return String(amount / 100)
  return (amount / 100).toFixed(2).replace('.', as === ',' ? ',' : '.')
}

/** The words for yes and for no, of `Oui/Non`. */
function answersIn(as: string | undefined): [yes: string, no: string] {
  const [yes = 'Oui', no = 'Non'] = (as ?? '').split('/')
  return [yes || 'Oui', no]
}
