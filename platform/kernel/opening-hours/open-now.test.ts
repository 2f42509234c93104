import { expect, test } from 'vitest'
import { openState } from './open-now.ts'

const HOURS = 'lundi 09:00-12:30 14:30-18:00; vendredi 09:00-18:00; samedi 10:00-14:00'

// 21 November 2025 is a Friday; Casablanca is an hour ahead of UTC.
test.each([
  ['2025-11-21T07:59:59Z', 'Ouvre à 9 h'],
  ['2025-11-21T08:00:00Z', 'Ouvert jusqu’à 18 h'],
  ['2025-11-21T16:59:59Z', 'Ouvert jusqu’à 18 h'],
  ['2025-11-21T17:00:00Z', 'Ouvre demain à 10 h'],
  // Half past midnight, on Saturday already.
  ['2025-11-21T23:30:00Z', 'Ouvre à 10 h'],
  ['2025-11-22T13:00:00Z', 'Ouvre lundi à 9 h'],
  ['2025-11-24T11:29:00Z', 'Ouvert jusqu’à 12 h 30'],
  ['2025-11-24T11:30:00Z', 'Ouvre à 14 h 30'],
  ['2025-11-24T13:30:00Z', 'Ouvert jusqu’à 18 h'],
  ['2025-11-24T17:00:00Z', 'Ouvre vendredi à 9 h'],
  // In Ramadan Casablanca is on UTC: 9 h is 9 h there.
  ['2026-02-20T08:30:00Z', 'Ouvre à 9 h'],
])('at %s the shop says « %s »', (at, words) => {
  const state = openState(HOURS, new Date(at))
  expect(state?.words.replaceAll('\u00A0', ' ')).toBe(words)
  expect(state?.isOpen).toBe(words.startsWith('Ouvert'))
})

test('a shop that opens once a week says that day a week ahead', () => {
  expect(openState('vendredi 09:00-12:00', new Date('2025-11-21T12:00:00Z'))?.words).toBe(
    'Ouvre vendredi à\u00A09\u00A0h',
  )
})

test('without opening hours nothing is said', () => {
  expect(openState('', new Date('2025-11-21T12:00:00Z'))).toBeNull()
})
