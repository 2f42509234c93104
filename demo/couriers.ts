import { eq } from 'drizzle-orm'
import { storeCourier, storeTariffs } from '#features/parcels/couriers/queries.ts'
import type { FileColumn } from '#features/parcels/model.ts'
import { couriers } from '#features/parcels/tables.ts'
import type { Tx } from '#platform/db/database.ts'
import { CITIES, OTHER_CITY } from '#platform/kernel/cities.ts'
import type { CourierId } from '#platform/kernel/ids.ts'
import { type Centimes, dh } from '#platform/kernel/money.ts'
import { normaliseForSearch } from '#platform/kernel/text.ts'

interface DemoCourier {
  name: string
  phone: string
  trackingAddress: string
  settlesEveryDays: number
  tolerance: Centimes
  /** Letters before its tracking numbers. */
  prefix: string
  columns: FileColumn[]
  isAccepted: boolean
  /** Cities that it does not serve, and those whose tariff nobody has asked yet. */
  without: readonly string[]
  feeless: readonly string[]
  fees: { home: number; near: number; far: number; refused: number; returned: number }
}

/** Two couriers with their tariffs: all figures and addresses are invented. */
export const demoCouriers: readonly DemoCourier[] = [
  {
    name: 'Ozon Express',
    phone: '0522000110',
    trackingAddress: 'https://ozon.demo.example/suivi/{tracking}',
    settlesEveryDays: 30,
    tolerance: dh(1),
    prefix: 'OZ-',
    columns: [
      { heading: 'Code interne', field: 'number' },
      { heading: 'Nom complet', field: 'name' },
      { heading: 'Téléphone', field: 'phone' },
      { heading: 'Ville', field: 'city' },
      { heading: 'Adresse', field: 'address' },
      { heading: 'Prix', field: 'amount', as: 'whole' },
      { heading: 'Nature', field: 'products' },
      { heading: 'Ouverture colis', field: 'opening', as: 'Oui/Non' },
      { heading: 'Commentaire', field: 'note' },
    ],
    isAccepted: false,
    without: [OTHER_CITY],
    feeless: ['Guelmim', 'Larache', 'Khémisset'],
    fees: { home: 20, near: 35, far: 45, refused: 10, returned: 5 },
  },
  {
    name: 'Sendit',
    phone: '0522000120',
    trackingAddress: 'https://sendit.demo.example/colis/{tracking}',
    settlesEveryDays: 4,
    tolerance: dh(0),
    prefix: 'SD',
    columns: [
      { heading: 'Référence', field: 'number' },
      { heading: 'Destinataire', field: 'name' },
      { heading: 'GSM', field: 'phone', as: '+212' },
      { heading: 'Ville', field: 'city' },
      { heading: 'Adresse', field: 'address' },
      { heading: 'CRBT', field: 'amount', as: ',' },
      { heading: 'Produit', field: 'products' },
      { heading: 'Remarque', field: 'note' },
    ],
    isAccepted: true,
    without: ['Dakhla', 'Guelmim', 'Laâyoune', 'Errachidia', OTHER_CITY],
    feeless: [],
    fees: { home: 19, near: 32, far: 39, refused: 8, returned: 0 },
  },
]

/** Days for which the first courier has not paid what it delivered: they are in the statement that is open. */
export const UNPAID_DAYS = 30

const SERVED_BY_SECOND = ['Rabat', 'Salé', 'Marrakech']

/** The place in the list of the courier that the shop gives a city's parcels to. */
export const demoCourierOf = (city: string): number => (SERVED_BY_SECOND.includes(city) ? 1 : 0)

const HOME = 'Casablanca'
const NEAR = ['Rabat', 'Salé', 'Témara', 'Mohammédia', 'Berrechid', 'Settat', 'El Jadida', 'Kénitra']

/** Stores the couriers with their tariffs and the columns of their files, in the order of the list. */
export async function storeCouriers(tx: Tx, now: Date): Promise<CourierId[]> {
  const ids: CourierId[] = []
  for (const { prefix: _, columns, isAccepted, without, feeless, fees, ...courier } of demoCouriers) {
    const id = await storeCourier(tx, { ...courier, isActive: true }, now)
    const format = { fileColumns: columns, formatAcceptedAt: isAccepted ? now : null }
    await tx.update(couriers).set(format).where(eq(couriers.id, id))
    const served = CITIES.filter((city) => !without.includes(city))
    const tariffs = served.map((city, nth) => {
      const isKnown = !feeless.includes(city)
      const fee = city === HOME ? fees.home : NEAR.includes(city) ? fees.near : fees.far
      return {
        city,
        theirName: normaliseForSearch(city).toUpperCase(),
        theirNumber: String(nth + 1),
        feeDelivered: isKnown ? dh(fee) : null,
        feeRefused: isKnown ? dh(fees.refused) : null,
        feeReturned: isKnown ? dh(fees.returned) : null,
        delay: city === HOME ? '24 h' : NEAR.includes(city) ? '24 à 48 h' : '48 à 72 h',
      }
    })
    await storeTariffs(tx, id, tariffs)
    ids.push(id)
  }
  return ids
}
