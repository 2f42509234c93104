import { expect, test } from 'vitest'
import { ApiError, NetworkError } from './api.ts'
import { errorSentence, fieldSentence, fieldSentences, translated, waitSentence } from './french-errors.ts'

const ofField = (field: string, code: string, message = 'The field is wrong.') =>
  fieldSentence(field, { code, message })

test('a refusal of the shop’s rules is said in its own words', () => {
  const sentence = 'Vous ne pouvez pas passer des commandes en tant que acheteur.'
  expect(errorSentence(new ApiError(403, 'buyers_do_not_order', sentence))).toBe(sentence)
})

test.each([
  new ApiError(500, 'server_error', 'Server Error'),
  new ApiError(422, 'required', 'The customer_id field is required.'),
  new ApiError(404, 'not_found', 'Not Found'),
  new ApiError(403, 'forbidden', 'Forbidden.'),
  new ApiError(409, '', ''),
  new ApiError(404, '', '<h1>Not Found</h1>'),
  new Error('bug'),
])('nothing English reaches the page: %s', (error) => {
  expect(errorSentence(error)).toBe('Il y a eu un problème, veuillez réessayer')
})

test('a banned account is told so', () => {
  const error = new ApiError(403, 'account_deleted', 'Your account has been deleted.')
  expect(errorSentence(error)).toBe('Votre compte a été supprimé.')
})

test('no answer is a matter of the connection', () => {
  expect(errorSentence(new NetworkError())).toBe('Problème de connexion réseau, veuillez réessayer')
})

test('too many tries name the wait', () => {
  expect(errorSentence(new ApiError(429, 'too_many_attempts', 'Too many attempts.', {}, 45))).toBe(
    'Trop de tentatives. Réessayez dans 45 secondes.',
  )
})

test('a wait is said in the unit that people count in', () => {
  expect([null, 1, 59, 60, 61, 3600, 7200].map(waitSentence)).toEqual([
    'Réessayez dans un instant.',
    'Réessayez dans 1 seconde.',
    'Réessayez dans 59 secondes.',
    'Réessayez dans 1 minute.',
    'Réessayez dans 2 minutes.',
    'Réessayez dans 1 heure.',
    'Réessayez dans 2 heures.',
  ])
})

test('a field’s problem is said in French by its code, whatever the wire’s sentence is', () => {
  expect(ofField('email', 'taken')).toBe('Cet email est utilisé.')
  expect(ofField('email', 'required')).toBe("L'adresse email est obligatoire.")
  expect(ofField('address', 'required')).toBe('Remplissez ce champ.')
  expect(ofField('phone', 'digits')).toBe('Le numéro de téléphone ne doit contenir que des chiffres.')
  expect(ofField('City', 'not_listed')).toBe('Vérifiez ce champ.')
  expect(ofField('password', 'password_too_common')).toBe(
    'Ce mot de passe est trop courant\u00A0: choisissez-en un autre.',
  )
})

test('a bound is named as the wire names it', () => {
  expect(ofField('password', 'min_length', 'The password field must be at least 8 characters.')).toBe(
    'Le mot de passe doit comporter au moins 8 caractères.',
  )
  expect(ofField('lines.3.Name', 'max_length', 'The lines.3.Name field must not be greater than 120 characters.')).toBe(
    'Écrivez 120 caractères au plus.',
  )
})

test('what the shop’s own rules say of a field is French already', () => {
  const problem = { code: 'stock_short', message: 'Il ne reste que 2 unités en stock.' }
  expect(fieldSentence('quantities.0', problem)).toBe(problem.message)
  expect(translated('quantities.0', problem)).toBeNull()
})

test('a form hears the first problem of each of its fields, under its own names', () => {
  const required = { code: 'required', message: 'The Name field is required.' }
  const error = new ApiError(422, 'required', required.message, { Name: [required, required], other: [required] })
  expect(fieldSentences(error, ['name', 'city'], { name: 'Name', city: 'City' })).toEqual({
    name: 'Remplissez ce champ.',
  })
})
