import { expect, test } from 'vitest'
import { writeCsv } from '#platform/http/csv.ts'
import { dh } from '#platform/kernel/money.ts'
import type { FileColumn } from '../model.ts'
import { type FileParcel, rowsFor } from './courier-file.ts'
import { readTrackingLines, sumInWords } from './rules.ts'

const NB = '\u00A0'

const parcel = (id: number, amount: number, more: Partial<FileParcel> = {}): FileParcel => ({
  id,
  tracking: null,
  name: 'ليلى بناني',
  phone: '0612345678',
  city: 'Béni Mellal',
  theirName: 'BENI MELLAL',
  theirNumber: '4',
  address: '@12, rue du Port; 2e étage',
  collected: dh(amount),
  products: '2 × Huile',
  pieces: 2,
  note: null,
  ...more,
})

const REQUIRED: FileColumn[] = [
  { heading: 'Nom', field: 'name' },
  { heading: 'Tél', field: 'phone', as: '+212' },
  { heading: 'Ville', field: 'city', as: 'number' },
  { heading: 'Adresse', field: 'address' },
  { heading: 'CRBT', field: 'amount', as: ',' },
]

const linesOf = (columns: FileColumn[], parcels: FileParcel[]) =>
  writeCsv(rowsFor(columns, parcels)).slice(1).trimEnd().split('\r\n')

test('each field is written in the courier’s own way, and no cell is a formula', () => {
  const columns: FileColumn[] = [
    ...REQUIRED,
    { heading: 'Ouverture', field: 'opening', as: 'YES/NO' },
    { heading: 'Échange', field: 'exchange', as: '1/0' },
    { heading: 'Type', field: 'fixed', as: 'Livraison' },
    { heading: 'Fragile', field: 'empty' },
    { heading: 'Qté', field: 'pieces' },
  ]
  expect(linesOf(columns, [parcel(7, 418.5)])).toEqual([
    'Nom;Tél;Ville;Adresse;CRBT;Ouverture;Échange;Type;Fragile;Qté',
    `ليلى بناني;+212612345678;4;"'@12, rue du Port; 2e étage";418,50;YES;0;Livraison;;2`,
  ])
})

test('where whole dirhams alone are taken, amounts with centimes come first and stay as they are', () => {
  const whole = [...REQUIRED.slice(0, 4), { heading: 'Prix', field: 'amount', as: 'whole' } as const]
  const amounts = linesOf(whole, [parcel(1, 200), parcel(2, 418.5), parcel(3, 99), parcel(4, 0.05)])
    .slice(1)
    .map((line) => line.split(';').at(-1))
  expect(amounts).toEqual(['418.50', '0.05', '200', '99'])
})

test('a number of a city that nobody knows is no number, though its name is known', () => {
  expect(() => rowsFor(REQUIRED, [parcel(12, 100, { theirNumber: null })])).toThrow(`Béni Mellal (n°${NB}12)`)
})

test('of a pasted line only its first number is the order’s, and nothing is guessed', () => {
  expect(readTrackingLines(`1042\tOZ 1\nn°1043;OZ-2\n#7, A\n9\n\nOZ-3 1044\n12345678901\tX`)).toEqual([
    { id: 1042, tracking: 'OZ 1' },
    { id: 1043, tracking: 'OZ-2' },
    { id: 7, tracking: 'A' },
    { id: 9, tracking: '' },
    { id: null, tracking: '' },
    { id: null, tracking: '' },
  ])
})

test('the foot counts the orders, sums what is to be collected and says which are not confirmed', () => {
  const order = (collected: number, isConfirmed: boolean) => ({ collected: dh(collected), isConfirmed })
  expect(sumInWords([order(418.5, true)])).toBe(`1${NB}commande, 418,50${NB}DH à encaisser`)
  expect(sumInWords([order(17000, false), order(860, false), order(0, true)])).toBe(
    `3${NB}commandes, 17${NB}860,00${NB}DH à encaisser, 2${NB}non confirmées`,
  )
})
