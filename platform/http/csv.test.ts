import { expect, test } from 'vitest'
import { withoutGuard, writeCsv } from './csv.ts'

const cellOf = (text: string): string =>
  writeCsv([[text]])
    .slice(1)
    .trimEnd()
    .replace(/^"|"$/g, '')

test.each([...'=＝﹦⁼₌+＋﹢⁺₊-－﹣−⁻₋@＠﹫', '\t', '\r', '\n', "'=", "''＝"])(
  'no cell begins with %j, by which a spreadsheet would run it, and it is read back as it was',
  (start) => {
    const text = `${start}HYPERLINK(1)`
    expect(cellOf(text)).toBe(`'${text}`)
    expect(withoutGuard(cellOf(text))).toBe(text)
  },
)

test.each(['Crème', "l'eau", "'eau'", '1 + 1', '¼', ''])('%j stays as it is', (text) => {
  expect(cellOf(text)).toBe(text)
  expect(withoutGuard(text)).toBe(text)
})
