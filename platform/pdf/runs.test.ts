import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ARABIC_LETTERS, LATIN_LETTERS } from './font-characters.ts'
import { directionOf, isLatin, printable, runsOf } from './runs.ts'

const onPaper = (line: string) => runsOf(line, directionOf(line)).map(({ text }) => text)

describe('the order of a line on paper, from left to right', () => {
  test('a French one is drawn at one go', () => {
    expect(onPaper('12, rue de l’Église (Fès)')).toEqual(['12, rue de l’Église (Fès)'])
  })

  test('an Arabic one begins on the right, word after word; each word stays as it is read', () => {
    expect(onPaper('فاطمة الزهراء بنعلي')).toEqual(['بنعلي', ' ', 'الزهراء', ' ', 'فاطمة'])
  })

  test('French within Arabic is read from left to right, and so are its figures', () => {
    expect(onPaper('حي الرياض, rue 12, الرباط')).toEqual(['الرباط', ' ,rue 12 ,', 'الرياض', ' ', 'حي'])
    expect(onPaper('هاتف 06 12 34')).toEqual(['34 12 06 ', 'هاتف'])
    expect(onPaper('هاتف 06\u00A012\u00A034')).toEqual(['06\u00A012\u00A034 ', 'هاتف'])
  })

  test('Arabic within French turns round alone', () => {
    expect(onPaper('Savon noir (صابون بلدي) 250 g')).toEqual(['Savon noir (', 'بلدي', ' ', 'صابون', ') 250 g'])
  })

  test('brackets open towards what they hold', () => {
    expect(onPaper('عمارة (الطابق 3)')).toEqual(['(3 ', 'الطابق', ') ', 'عمارة'])
  })

  test('digits of both kinds stand from left to right', () => {
    expect(onPaper('عمارة ٢٤')).toEqual(['٢', '٤', ' ', 'عمارة'])
    expect(onPaper('عمارة ۲۴')).toEqual(['۲', '۴', ' ', 'عمارة'])
  })

  test('vowel marks stay with their letters', () => {
    expect(onPaper('كِرِيمٌ')).toEqual(['كِرِيمٌ'])
  })

  test('what chats put around a number steers and is not drawn', () => {
    expect(onPaper('\u202A06 12\u202C الرباط \u2066A\u2069')).toEqual(['A ', 'الرباط', ' 06 12'])
  })
})

test('the first letter decides, whatever stands before it', () => {
  expect(['12 – الرباط, rue 12', 'rue 12, الرباط', '12 – 14', ''].map(directionOf)).toEqual([
    'rtl',
    'ltr',
    'ltr',
    'ltr',
  ])
})

describe('what there is no glyph for', () => {
  test('loses its accents, comes apart, becomes a question mark or is left out', () => {
    for (const [typed, shown] of [
      ['Şükrü Núñez Ÿ', 'Sükrü Núñez Y\u0308'],
      ['e\u0301te\u0301', 'été'],
      ['ﻻ ﷲ', 'لا الله'],
      ['李雷 ⴰⵎⵉⵏ', '?? ????'],
      ['🌹 Eau de rose 👩🏽‍🦰 ماء الورد ✨', 'Eau de rose ماء الورد '],
      ['a\tb\u202Fc\u0000', 'a b c'],
      ['\u064F🌹\u064D', '\u064D\u064F'],
    ] as const)
      expect(printable(typed)).toBe(shown)
  })

  test('is never drawn, whatever is typed', () => {
    const drawable = new Set(LATIN_LETTERS + ARABIC_LETTERS)
    const typed = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(...ARABIC_LETTERS, ...'aé 12,()\n', '🌹', '\u202B', '\u2069', '\uD83C') }),
    )
    fc.assert(
      fc.property(typed, (text) => {
        const shown = printable(text)
        expect(printable(shown)).toBe(shown)
        const runs = shown.split('\n').flatMap((line) => runsOf(line, directionOf(line)))
        const strays = runs.flatMap((run) =>
          [...run.text].filter((letter) => !drawable.has(letter) || isLatin(letter) !== (run.script === 'latin')),
        )
        expect(strays).toEqual([])
      }),
    )
  })
})
