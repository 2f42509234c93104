import { expect, test } from 'vitest'
import { isUnusualPhone, problemOf, ribProblem, SIGNUP_FIELDS, withoutPhoneMarks } from './account-fields.ts'

const COMPLETE = {
  name: 'Amal Idrissi',
  email: 'amal@exemple.ma',
  phone: '0612345678',
  address: '12, rue des Roses, Rabat',
  password: 'jardin des oudayas',
  confirmation: 'jardin des oudayas',
}

const wrongIn = (typed: typeof COMPLETE) => SIGNUP_FIELDS.filter((field) => problemOf(field, typed[field]) !== null)

test('a complete form has no problem', () => {
  expect(wrongIn(COMPLETE)).toEqual([])
})

test('every empty field says what to do, spaces or not', () => {
  const empty = { name: ' ', email: '', phone: '', address: '\t', password: '', confirmation: '' }
  expect(wrongIn(empty)).toEqual([...SIGNUP_FIELDS])
  expect(problemOf('email', '')).toBe("L'adresse email est obligatoire.")
})

test.each(['06 12 34 56 78', '+212612345678', '06-12-34-56-78', '٠٦١٢٣٤٥٦٧٨'])('%s is not digits only', (phone) => {
  expect(problemOf('phone', phone)).toBe('Le numéro de téléphone ne doit contenir que des chiffres.')
})

test('a phone has 6 to 15 digits', () => {
  expect(
    ['12345', '123456', '123456789012345', '1234567890123456'].map((phone) => problemOf('phone', phone) === null),
  ).toEqual([false, true, true, false])
})

test('only a phone that could be right and looks foreign is asked about', () => {
  expect(
    ['0612345678', ' 0522000001 ', '212612345678', '33612345678', '0912345678', '06 12', ''].map(isUnusualPhone),
  ).toEqual([false, false, false, true, true, false, false])
})

test('a password counts its spaces and has eight characters', () => {
  expect(problemOf('password', '1234567')).toBe('Le mot de passe doit comporter au moins 8 caractères.')
  expect(problemOf('password', ' 123456 ')).toBeNull()
})

test('a RIB has 24 digits, however they are spaced; none is no problem', () => {
  expect(ribProblem('')).toBeNull()
  expect(ribProblem('011 780 0000123456789012 34')).toBeNull()
  expect(ribProblem('0117')).toBe('Un RIB compte 24 chiffres\u00A0: vous en avez saisi 4.')
  expect(ribProblem('MA64 0117')).toBe('Un RIB ne contient que des chiffres.')
})

test.each([
  ['06 12 34 56 78', '0612345678'],
  ['06.12.34.56.78', '0612345678'],
  ['06-12-34-56-78', '0612345678'],
  ['+212 6 12\u00A034\u202F56–78', '212612345678'],
  ['06 12 AB', '0612AB'],
  ['\u202A+212 6 12 34 56 78\u202C', '212612345678'],
  ['\u200E06 12 34 56 78', '0612345678'],
  ['+212 (0)6 12 34 56 78', '2120612345678'],
  ['06/12/34/56/78', '0612345678'],
])('the field makes of « %s » « %s » as one types', (typed, kept) => {
  expect(withoutPhoneMarks(typed)).toBe(kept)
})
