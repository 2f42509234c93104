import { expect, test } from 'vitest'
import { dateInWords, dayInWords } from './day-in-words.ts'

test.each([
  ['2026-11-26', 'jeudi 26\u00A0novembre'],
  ['2026-12-01', 'mardi 1er\u00A0décembre'],
  ['2026-12-11', 'vendredi 11\u00A0décembre'],
])('%s is %s', (day, words) => {
  expect(dayInWords(day)).toBe(words)
})

test('a day that may be long ago is told without its name', () => {
  expect(dateInWords('2026-12-01')).toBe('1er\u00A0décembre')
})
