import { expect, test } from 'vitest'
import { BUILT_IN_SETTINGS, ratesOf } from './model.ts'
import { deliveryInWords, feeSpan, feesInWords } from './words.ts'

const NB = '\u00A0'
const words = (cityFees: string, deliveryFee = '35') =>
  feesInWords(ratesOf({ ...BUILT_IN_SETTINGS, cityFees, deliveryFee }))

test.each([
  ['Casablanca 20', `20${NB}DH à Casablanca, 35${NB}DH ailleurs`],
  ['Casablanca 20; Rabat 25,50', `20${NB}DH à Casablanca, 25,50${NB}DH à Rabat, 35${NB}DH ailleurs`],
  ['Casablanca 20; Fès 30; Rabat 20', `20${NB}DH à Casablanca et Rabat, 30${NB}DH à Fès, 35${NB}DH ailleurs`],
  ['Casablanca 0; Rabat 35', `offerte à Casablanca, 35${NB}DH ailleurs`],
  ['', `35${NB}DH partout`],
  ['Agadir 45; Casablanca 20; Fès 30; Rabat 20; Salé 20', `de 20 à 45${NB}DH selon la ville`],
  ['autre 60,50', `de 35 à 60,50${NB}DH selon la ville`],
])('fees of « %s » are said as they are', (cityFees, said) => expect(words(cityFees)).toBe(said))

test('delivery that costs nothing anywhere is said to be free', () => expect(words('', '0')).toBe('offerte partout'))

test.each([
  ['Agadir 45; Casablanca 20', { least: 2000, most: 4500 }],
  ['', { least: 3500, most: 3500 }],
])('the cheapest and the dearest of « %s » are known', (cityFees, span) =>
  expect(feeSpan(ratesOf({ ...BUILT_IN_SETTINGS, cityFees, deliveryFee: '35' }))).toEqual(span),
)

test('today’s fees stand in the owner’s words where they are asked for', () => {
  const said = (deliveryText: string) => deliveryInWords({ ...BUILT_IN_SETTINGS, deliveryText })
  expect(said('Livraison {frais}.')).toBe(`Livraison 20${NB}DH à Casablanca, 35${NB}DH ailleurs.`)
  expect(said('Livraison offerte.')).toBe('Livraison offerte.')
})
