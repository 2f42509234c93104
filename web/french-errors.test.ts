import { expect, test } from 'vitest'
import { ApiError, NetworkError } from './api.ts'
import { errorSentence, fieldSentence, waitSentence } from './french-errors.ts'

test('a refusal of the shop’s rules is said in its own words', () => {
  expect(errorSentence(new ApiError(403, 'Vous ne pouvez pas passer des commandes en tant que acheteur.'))).toBe(
    'Vous ne pouvez pas passer des commandes en tant que acheteur.',
  )
})

test.each([
  new ApiError(500, 'Server Error'),
  new ApiError(422, 'The customer_id field is required.'),
  new ApiError(404, 'Not Found'),
  new ApiError(409, ''),
  new Error('bug'),
])('nothing English reaches the page: %s', (error) => {
  expect(errorSentence(error)).toBe('Il y a eu un problème, veuillez réessayer')
})

test('no answer is a matter of the connection', () => {
  expect(errorSentence(new NetworkError())).toBe('Problème de connexion réseau, veuillez réessayer')
})

test('too many tries name the wait', () => {
  expect(errorSentence(new ApiError(429, 'Too Many Attempts.', {}, 45))).toBe(
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

test('a field’s message is French', () => {
  expect(fieldSentence('The email has already been taken.')).toBe('Cet email est utilisé.')
  expect(fieldSentence('The password field must be at least 8 characters.')).toBe(
    'Le mot de passe doit comporter au moins 8 caractères.',
  )
  expect(fieldSentence('The Name field must not be greater than 120 characters.')).toBe(
    'Écrivez 120 caractères au plus.',
  )
  expect(fieldSentence('The password field is too common.')).toBe(
    'Ce mot de passe est trop courant\u00A0: choisissez-en un autre.',
  )
  expect(fieldSentence('The selected City is invalid.')).toBe('Vérifiez ce champ.')
  expect(fieldSentence('Il ne reste que 2 unités en stock.')).toBe('Il ne reste que 2 unités en stock.')
})
