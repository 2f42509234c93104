import { expect, test } from 'vitest'
import { dh } from '#platform/kernel/money.ts'
import { amountIn, saleProblem } from './sale-amount.ts'

test.each([
  ['1250,50', 125_050],
  ['1250.5', 125_050],
  ['1 250,50', 125_050],
  ['1\u00A0250', 125_000],
  ['0,01', 1],
  ['12 DH', 1_200],
])('%s is an amount', (typed, centimes) => {
  expect(amountIn(typed)).toBe(centimes)
})

test.each(['', 'abc', '-5', '1,2,3', '1.234,50', '1,005', '1e3', ',5', '99999999999'])('%j is none', (typed) => {
  expect(amountIn(typed)).toBeNull()
})

test('a sale is of something, and of no more than is left', () => {
  const left = dh(100)
  expect(saleProblem('100', left)).toBeNull()
  expect(saleProblem('', left)).toBe('Saisissez le montant vendu.')
  expect(saleProblem('x', left)).toMatch(/^Saisissez un montant/)
  expect(saleProblem('0', left)).toMatch(/supérieur à 0/)
  expect(saleProblem('100,01', left)).toBe('Il ne reste que 100,00\u00A0DH à vendre.')
})
