import { expect, test } from 'vitest'
import { callPromise, promiseToday } from './call-promise.ts'

const HOURS = 'lundi 09:00-12:30 14:30-18:00; vendredi 09:00-18:00; samedi 10:00-14:00'

// 21 November 2025 is a Friday; Casablanca is an hour ahead of UTC.
test.each([
  ['2025-11-21T07:00:00Z', 'aujourd’hui avant 18 h'],
  ['2025-11-21T16:00:00Z', 'aujourd’hui avant 18 h'],
  ['2025-11-21T16:01:00Z', 'demain entre 10 h et 14 h'],
  // Half past midnight, on Saturday already.
  ['2025-11-21T23:30:00Z', 'aujourd’hui avant 14 h'],
  ['2025-11-22T12:30:00Z', 'lundi entre 9 h et 18 h'],
  ['2025-11-23T12:00:00Z', 'demain entre 9 h et 18 h'],
  ['2025-11-24T17:30:00Z', 'vendredi entre 9 h et 18 h'],
])('an order of %s: we call %s', (at, words) => {
  expect(callPromise(HOURS, new Date(at))?.replaceAll('\u00A0', ' ')).toBe(words)
})

test('a shop that is open once a week calls in a week', () => {
  expect(callPromise('vendredi 09:00-12:00', new Date('2025-11-21T12:00:00Z'))).toBe(
    'vendredi entre 9\u00A0h et 12\u00A0h',
  )
})

test('without opening hours nothing is promised', () => {
  expect(callPromise('', new Date('2025-11-21T12:00:00Z'))).toBeNull()
})

test('the next day nothing is promised: `demain` would be another day', () => {
  const placed = new Date('2025-11-21T16:01:00Z')
  expect(promiseToday(HOURS, placed, new Date('2025-11-21T22:00:00Z'))).toBe('demain entre 10\u00A0h et 14\u00A0h')
  expect(promiseToday(HOURS, placed, new Date('2025-11-22T08:00:00Z'))).toBeNull()
})
