import { describe, expect, test } from 'vitest'
import { MAX_PASTED_ROWS } from '#platform/kernel/list-limits.ts'
import { readAmount } from './amounts.ts'
import { chooseColumns } from './columns.ts'
import { readSheet } from './read-sheet.ts'
import { cleanCode, foldWord } from './words.ts'

const NB = '\u00A0'

describe('a table that was pasted or sent', () => {
  const TABLE = {
    headings: ['Suivi', 'Ville'],
    rows: [
      { rowNumber: 2, cells: ['OZ-1', 'Tétouan'] },
      { rowNumber: 4, cells: ['OZ-2', 'Fès'] },
    ],
  }
  const written = (between: string, end = '\n') =>
    [
      ['Suivi', 'Ville'],
      ['OZ-1', 'Tétouan'],
      [' ', ''],
      ['OZ-2', 'Fès'],
    ]
      .map((cells) => cells.join(between))
      .join(end)

  test.each([
    ['tabs, as spreadsheets copy', written('\t')],
    ['tabs and Windows’ ends of lines', written('\t', '\r\n')],
    ['semicolons', written(';')],
    ['commas', written(',')],
    ['a mark at its beginning', `\uFEFF${written(';')}`],
    ['bytes with a mark', new TextEncoder().encode(`\uFEFF${written(',')}`)],
    ['bytes without a mark', new TextEncoder().encode(written(';'))],
    ['bytes of Windows-1252', Uint8Array.from(written(';'), (letter) => letter.charCodeAt(0))],
  ])('is read with %s, without its empty lines', (_, pasted) => {
    expect(readSheet(pasted)).toEqual(TABLE)
  })

  test('loses the sign that guards a cell against being run, and keeps its quoted lines', () => {
    expect(readSheet('A;B\n\'=1+1;"deux\nlignes; ""ici"""').rows[0]!.cells).toEqual(['=1+1', 'deux\nlignes; "ici"'])
  })

  const rows = (count: number) => `A\n${'1\n'.repeat(count)}`
  test.each([
    ['nothing', '', 'file_empty'],
    ['blanks', ' \n\t\n ;;', 'file_empty'],
    ['a workbook', Uint8Array.from([0x50, 0x4b, 3, 4]), 'file_is_workbook'],
    ['zeros', 'A\0B', 'file_not_csv'],
    ['a quote that never ends', 'A;B\n"1;2', 'file_unreadable'],
    ['too many rows', rows(MAX_PASTED_ROWS + 1), 'too_many_rows'],
    ['two columns of one name', 'Statut;Suivi;STATUT \n1;2;3', 'column_named_twice'],
  ])('is refused when it is %s', (_, pasted, code) => {
    expect(() => readSheet(pasted)).toThrow(
      expect.objectContaining({ kind: 'invalid', code, fields: { file: [expect.objectContaining({ code })] } }),
    )
  })

  test('may have as many rows as are allowed, and columns without a name', () => {
    expect(readSheet(rows(MAX_PASTED_ROWS)).rows).toHaveLength(MAX_PASTED_ROWS)
    expect(readSheet('Suivi;;\n1;2;3').headings).toEqual(['Suivi', '', ''])
  })

  test('with the most quotes that fit is read at once', () => {
    expect(() => readSheet(`A\n${'"'.repeat(1_000_001)}`)).toThrow()
    expect(() => readSheet(`A\n${'""'.repeat(90_000)}`)).not.toThrow()
  })
})

test.each([
  [`  LIVRÉ${NB} `, 'livre'],
  ['En\u2011cours \u2013 voyage', 'en-cours - voyage'],
  ['Pas\u200B de  réponse', 'pas de reponse'],
  ['L’envoi', "l'envoi"],
  ['تم التسليم', 'تم التسليم'],
  ['🚚', '🚚'],
  [' \u200B\u00AD\u0301 ', ''],
])('the word « %s » folds to « %s »', (word, folded) => {
  expect(foldWord(word)).toBe(folded)
})

test('a courier’s number has no spaces, and plain hyphens', () => {
  expect(cleanCode(` OZ\u2011881${NB}21\u200B `)).toBe('OZ-88121')
  expect(cleanCode(' \u200B ')).toBe('')
})

test.each([
  ['1 234,50', 123_450],
  [`1${NB}234,50${NB}DH`, 123_450],
  ['1\u202F234\u202F567', 123_456_700],
  ['1,234.50', 123_450],
  ['1.234,50', 123_450],
  ['1.234.567', 123_456_700],
  ['1234.5 DH', 123_450],
  ['35', 3500],
  ['35 Dhs', 3500],
  ['35,00 MAD', 3500],
  ['35.000,00', 3_500_000],
  [',5', 50],
  ['0', 0],
  ['-0', 0],
  ['(35)', -3500],
  ['- 35,5', -3550],
  ['\u221235', -3500],
  ['35-', -3500],
  ['', 'unknown'],
  [` ${NB}`, 'unknown'],
  ['1,234', 'unreadable'],
  ['35.000', 'unreadable'],
  ['1.234', 'unreadable'],
  ['12 34', 'unreadable'],
  ['1,2,3', 'unreadable'],
  ['DH', 'unreadable'],
  ['-', 'unreadable'],
  ['.', 'unreadable'],
  ['gratuit', 'unreadable'],
  ['12abc', 'unreadable'],
  ['1e5', 'unreadable'],
  ['0612345678', 'unreadable'],
  ['10 000 000', 1_000_000_000],
  ['٣٥', 'unreadable'],
  ['99999999999', 'unreadable'],
])('the amount « %s » is %s', (cell, amount) => {
  expect(readAmount(cell)).toBe(amount)
})

describe('columns', () => {
  const FIELDS = {
    tracking: { names: ['Code suivi', 'Suivi'], isRequired: true },
    fee: { names: ['Frais de livraison'] },
  }
  const chosen = (headings: string[], columns?: Record<string, string | null>) => {
    const { headings: found, missing } = chooseColumns({ headings }, FIELDS, columns)
    return [found.tracking, found.fee, [...missing]]
  }

  test('are known by whole names alone', () => {
    expect(chosen(['CODE  SUIVI', 'Frais de Livraison'])).toEqual(['CODE  SUIVI', 'Frais de Livraison', []])
    expect(chosen(['Code suivi du colis', 'Frais'])).toEqual([null, null, ['tracking']])
    expect(chosen(['Code suivi', 'Suivi'])).toEqual([null, null, ['tracking']])
  })

  test('are as somebody chose them', () => {
    expect(chosen(['Suivi', 'Numéro', 'Frais'], { tracking: 'numero', fee: 'Frais' })).toEqual(['Numéro', 'Frais', []])
    expect(chosen(['Suivi'], { tracking: null })).toEqual([null, null, ['tracking']])
    expect(() => chosen(['Suivi'], { tracking: 'Autre' })).toThrow(expect.objectContaining({ code: 'column_unknown' }))
  })

  test('give trimmed cells, and nothing where there is no column or no cell', () => {
    const { read } = chooseColumns({ headings: ['Suivi', 'Frais de livraison'] }, FIELDS)
    expect([read([' a '], 'tracking'), read(['a'], 'fee')]).toEqual(['a', ''])
    expect(chooseColumns({ headings: ['Suivi'] }, FIELDS).read(['a', 'b'], 'fee')).toBe('')
  })
})
