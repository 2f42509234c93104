import { expect, test } from 'vitest'
import { table, wrapped } from './table.ts'

test('a long text is broken between its words', () => {
  expect(wrapped('none of the orders is lost', 10)).toEqual(['none of', 'the orders', 'is lost'])
  expect(wrapped('unbreakable', 4)).toEqual(['unbreakable'])
})

test('each promise says whether it held', () => {
  const row = { promise: 'no order is lost', tried: 'a crash', figure: '0 lost' }
  const [, , first, second] = table([
    { ...row, held: true },
    { ...row, held: false },
  ]).split('\n')
  expect(first).toMatch(/^no order is lost +a crash +yes 0 lost$/)
  expect(second).toMatch(/NO 0 lost$/)
})
