import { expect, test } from 'vitest'
import { dueClock, dueInWords, promisesFrom, typedMoment } from './moments.ts'

const shown = (now: string) => promisesFrom(new Date(now)).map(({ label, at }) => [label, at.toISOString()])

test('in an hour, this evening, tomorrow at ten, by the clocks of Casablanca', () => {
  expect(shown('2025-11-23T10:00:00Z')).toEqual([
    ['Dans 1\u00A0h', '2025-11-23T11:00:00.000Z'],
    ['Ce soir 18\u00A0h', '2025-11-23T17:00:00.000Z'],
    ['Demain 10\u00A0h', '2025-11-24T09:00:00.000Z'],
  ])
})

test('in Ramadan the clocks show what UTC shows', () => {
  expect(shown('2026-02-23T10:00:00Z').map(([, at]) => at)).toEqual([
    '2026-02-23T11:00:00.000Z',
    '2026-02-23T18:00:00.000Z',
    '2026-02-24T10:00:00.000Z',
  ])
})

test('an evening that is over is tomorrow’s, and past midnight in Casablanca it is another day already', () => {
  expect(shown('2025-11-23T17:00:00Z')[1]).toEqual(['Demain 18\u00A0h', '2025-11-24T17:00:00.000Z'])
  expect(shown('2025-11-23T23:30:00Z')[1]).toEqual(['Ce soir 18\u00A0h', '2025-11-24T17:00:00.000Z'])
})

test('a moment to come has the day that people call it by', () => {
  const now = new Date('2025-11-23T10:00:00Z')
  const words = (at: string) => [dueInWords(new Date(at), now), dueClock(new Date(at), now)]
  expect(words('2025-11-23T15:30:00Z')).toEqual(['à\u00A016\u00A0h\u00A030', '16\u00A0h\u00A030'])
  expect(words('2025-11-24T08:00:00Z')).toEqual(['demain à\u00A09\u00A0h', 'demain 9\u00A0h'])
  expect(words('2025-12-01T09:00:00Z')).toEqual([
    'lundi 1er\u00A0décembre à\u00A010\u00A0h',
    'lundi 1er\u00A0décembre 10\u00A0h',
  ])
})

test('a typed hour is one of Casablanca, an empty field none', () => {
  expect(typedMoment('2025-11-24T10:00')?.toISOString()).toBe('2025-11-24T09:00:00.000Z')
  expect(typedMoment('')).toBeNull()
})
