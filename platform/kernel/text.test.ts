import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { normaliseForSearch, ordinal, withoutSpaces } from './text.ts'

test.each([
  ['Fès ', 'fes'],
  ['FE\u0300S', 'fes'],
  ['  Béni \t Mellal\n', 'beni mellal'],
  ['Laâyoune', 'laayoune'],
  ['Témara\u00A0centre', 'temara centre'],
  ['ﬁltre', 'filtre'],
  ['Ｃａｓａ', 'casa'],
  ['', ''],
  ['   ', ''],
  ['الدار البيضاء', 'الدار البيضاء'],
])('« %s » is looked for as « %s »', (typed, folded) => {
  expect(normaliseForSearch(typed)).toBe(folded)
})

test.each(['SARA10', ' SARA 10\n', '\u2068SARA10\u2069', 'SARA10\u200E', '\uFEFFSA\u00A0RA\u200B10'])(
  'what a chat puts around a code is dropped: %j',
  (copied) => {
    expect(withoutSpaces(copied)).toBe('SARA10')
  },
)

test('folding twice changes nothing, for anything that can be typed', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      (text) => normaliseForSearch(normaliseForSearch(text)) === normaliseForSearch(text),
    ),
  )
})

test('neither case nor accents nor the number of spaces matter', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'abcdeéèêàâïçôû -’ÉÀ'), maxLength: 20 })
  fc.assert(
    fc.property(letters, (text) => {
      expect(normaliseForSearch(text.toUpperCase())).toBe(normaliseForSearch(text))
      expect(normaliseForSearch(text.normalize('NFD'))).toBe(normaliseForSearch(text))
      expect(normaliseForSearch(` ${text.replaceAll(' ', '  ')} `)).toBe(normaliseForSearch(text))
    }),
  )
})

test('a row of a million marks takes no longer than its letters: Unicode would sort it in the square of them', () => {
  expect(normaliseForSearch(`a${'\u0315'.repeat(500_000)}${'\u0300'.repeat(500_000)}b`)).toBe('ab')
})

test('the first in a row is « 1er », the others « 2e », « 3e »', () => {
  expect([1, 2, 3, 21].map(ordinal)).toEqual(['1er', '2e', '3e', '21e'])
})
