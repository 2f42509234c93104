import { expect, test } from 'vitest'
import { table, wrapped } from './table.ts'
import { exitCodeOf, summaryOf, type Verdict } from './verdict.ts'

test('a long text is broken between its words', () => {
  expect(wrapped('none of the orders is lost', 10)).toEqual(['none of', 'the orders', 'is lost'])
  expect(wrapped('unbreakable', 4)).toEqual(['unbreakable'])
})

const row = { claim: 'no order is lost', tried: 'a crash', figure: '0 lost' }
const [held, broken, untried] = [true, false, null].map((held) => ({ ...row, held })) as [Verdict, Verdict, Verdict]

test('each promise says whether it held, or was not tried', () => {
  const [, , first, second, third] = table([held, broken, untried]).split('\n')
  expect(first).toMatch(/^no order is lost +a crash +yes 0 lost$/)
  expect(second).toMatch(/NO 0 lost$/)
  expect(third).toMatch(/not tried: 0 lost$/)
})

test('what was not tried does not count as held', () => {
  expect(exitCodeOf([held, held])).toBe(0)
  expect(exitCodeOf([held, untried])).toBe(3)
  expect(exitCodeOf([held, untried, broken])).toBe(1)
  expect(summaryOf([held, held])).toBe('2 of 2 promises held.')
  expect(summaryOf([held, untried, broken])).toBe('1 of 3 promises held, 1 did not, 1 not tried.')
})
