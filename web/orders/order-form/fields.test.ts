import { expect, test } from 'vitest'
import { receiptFrom } from '../receipt/receipt.ts'
import { citiesLike } from './city/cities-like.ts'
import { type Draft, draftFrom } from './draft.ts'
import { addressOf, inPairs, isShortAddress, problemInDraft, problemOf, refusalInWords } from './fields.ts'

test('a city is found without its accents and capitals', () => {
  expect(citiesLike('fes')).toEqual(['Fès', 'autre'])
  expect(citiesLike('TÉTOUAN')).toEqual(['Tétouan', 'autre'])
})

test('cities that begin with what is typed come first', () => {
  expect(citiesLike('sa')).toEqual(['Safi', 'Salé', 'Casablanca', 'autre'])
})

test('what is no city still offers the last entry', () => {
  expect(citiesLike('xyz')).toEqual(['autre'])
  expect(citiesLike('')).toHaveLength(30)
})

test('each field says what to do, or nothing', () => {
  expect(problemOf('name', ' ')).toBe('Saisissez le nom complet du destinataire.')
  expect(problemOf('phone', '12')).toMatch(/^Saisissez un numéro/)
  expect(problemOf('phone', '+212 6 12-34-56-78')).toBeNull()
  expect(problemOf('city', 'Paris')).toBe('Choisissez la ville dans la liste.')
  expect(problemOf('address', 'Rue 1')).toBeNull()
})

test('who orders for herself reads *votre*, who orders for a customer does not', () => {
  const empty = draft({ name: '', city: '' })
  expect(problemInDraft('name', empty)).toBe('Saisissez votre nom complet.')
  expect(problemInDraft('city', empty)).toBe('Choisissez votre ville.')
  expect(problemInDraft('name', empty, false)).toBe('Saisissez le nom complet du destinataire.')
  expect(problemInDraft('city', empty, false)).toBe('Choisissez la ville dans la liste.')
  expect(problemInDraft('name', draft({}))).toBeNull()
})

test('a refused form tells what is missing from what is wrong', () => {
  expect(refusalInWords(4, true)).toBe('Il manque 4 informations')
  expect(refusalInWords(1, true)).toBe('Il manque une information')
  expect(refusalInWords(2, false)).toBe('2 informations sont à corriger')
  expect(refusalInWords(1, false)).toBe('Une information est à corriger')
})

const draft = (change: Partial<Draft>): Draft => ({
  name: 'Salma',
  phone: '0612345678',
  city: 'Fès',
  town: '',
  address: '3, rue des Roses',
  note: '',
  ...change,
})

test('a town that the list does not name is asked for, and begins the address', () => {
  const elsewhere = draft({ city: 'autre', town: ' Ifrane ' })
  expect(addressOf(elsewhere)).toBe('Ifrane, 3, rue des Roses')
  expect(problemInDraft('town', elsewhere)).toBeNull()
  expect(problemInDraft('town', draft({ city: 'autre', town: ' ' }))).toBe(
    'Saisissez le nom de votre ville ou village.',
  )
})

test('a town that was typed for another place is no part of an address in a listed city', () => {
  const listed = draft({ town: 'Ifrane' })
  expect(addressOf(listed)).toBe('3, rue des Roses')
  expect(problemInDraft('town', draft({}))).toBeNull()
})

test('town and address fit on the parcel together', () => {
  const elsewhere = { city: 'autre', town: 'Ifrane' }
  expect(problemInDraft('address', draft({ ...elsewhere, address: 'a'.repeat(292) }))).toBeNull()
  expect(problemInDraft('address', draft({ ...elsewhere, address: 'a'.repeat(293) }))).toMatch(/300 lettres/)
  expect(problemInDraft('address', draft({ address: 'a'.repeat(300) }))).toBeNull()
})

test('an address too short to name a street is noticed, and still no error', () => {
  expect(['', 'ici', ' Rue 12 ', 'Rue 1234'].map((address) => isShortAddress(draft({ address })))).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(problemInDraft('address', draft({ address: 'ici' }))).toBeNull()
})

test('a phone number is written in pairs as it is typed, other texts as they are', () => {
  expect(['06', '061', '06 12 3', '0612345678', '06 12 34 56 7'].map(inPairs)).toEqual([
    '06',
    '06 1',
    '06 12 3',
    '06 12 34 56 78',
    '06 12 34 56 7',
  ])
  const others = ['', '0', '+212612345678', '06.12', '00212612345678', '612345678', '06 12 34 56 789']
  expect(others.filter((typed) => inPairs(typed) !== null)).toEqual([])
})

test('a damaged draft is an empty one, and so is one of another account', () => {
  const empty = { name: '', phone: '', city: '', town: '', address: '', note: '' }
  for (const stored of [null, '{', 'null', '7', '{"name":3}']) expect(draftFrom(stored)).toEqual(empty)
  expect(draftFrom('{"name":"Salma","more":1}')).toEqual({ ...empty, name: 'Salma' })
  // Nobody is logged in here.
  expect(draftFrom('{"name":"Salma","accountId":7}')).toEqual(empty)
})

test('a receipt that is not whole is none', () => {
  const recipient = { name: 'Salma', phone: '0612345678', city: 'Fès', address: 'Rue 1' }
  const receipt = { order: { id: 12, total: 41800 }, recipient, lines: [], placedAt: 1 }
  expect(receiptFrom(JSON.stringify(receipt))).toEqual(receipt)
  const { order } = receipt
  const damaged = [{ recipient }, { order }, { order, recipient, placedAt: 1 }, { order, recipient, lines: [] }].map(
    (each) => JSON.stringify(each),
  )
  for (const stored of ['', '{', 'null', '{}', ...damaged]) expect(receiptFrom(stored)).toBeNull()
})
