import { expect, test } from 'vitest'
import { customIdOf, isPromoCode, normalisePromoCode, sessionLife } from './rules.ts'

const HOUR = 60 * 60 * 1000

test.each([
  ['supplier', 1001, 'F-1001'],
  ['buyer', 2001, 'B-2001'],
  ['admin', 1, 'A-1'],
] as const)('the identifier of %s number %d is %s', (role, number, expected) => {
  expect(customIdOf(role, number)).toBe(expected)
})

test.each([
  ['sara10', 'SARA10'],
  ['  Sara10 ', 'SARA10'],
  ['', ''],
])('the code « %s » is compared as « %s »', (typed, expected) => expect(normalisePromoCode(typed)).toBe(expected))

test.each([
  ['SARA10', true],
  ['ABCDEF', true],
  ['123456', true],
  ['ABCDEFGHIJKL', true],
  ['ABCDE', false],
  ['ABCDEFGHIJKLM', false],
  ['sara10', false],
  ['SARA 10', false],
  ['SARÀ10', false],
  ['F-1001', false],
  ['SARA10\n', false],
])('« %s » can be a promo code: %s', (code, can) => expect(isPromoCode(code)).toBe(can))

test('an admin’s session is short, everybody else’s lasts a month and dies after a week unused', () => {
  expect(sessionLife('admin')).toEqual({ life: 12 * HOUR, idle: 2 * HOUR })
  for (const role of ['supplier', 'buyer'] as const)
    expect(sessionLife(role)).toEqual({ life: 30 * 24 * HOUR, idle: 7 * 24 * HOUR })
})
