import { expect, test } from 'vitest'
import { receiptFrom } from '../receipt/receipt.ts'
import { draftFrom } from './checkout-draft.ts'
import { problemOf } from './checkout-fields.ts'
import { citiesLike } from './cities-like.ts'

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

test('a damaged draft is an empty one', () => {
  const empty = { name: '', phone: '', city: '', address: '', note: '' }
  for (const stored of [null, '{', 'null', '7', '{"name":3}']) expect(draftFrom(stored)).toEqual(empty)
  expect(draftFrom('{"name":"Salma","more":1}')).toEqual({ ...empty, name: 'Salma' })
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
