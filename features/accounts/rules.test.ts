import { expect, test } from 'vitest'
import { HOUR_MS } from '#platform/kernel/durations.ts'
import { sessionLife } from './lifetimes.ts'
import { isPromoCode, normalisePromoCode } from './promo-codes/rules.ts'
import { customIdOf, firstNameOf } from './rules.ts'

test.each([
  ['supplier', 1001, 'F-1001'],
  ['buyer', 2001, 'B-2001'],
  ['agent', 3001, 'C-3001'],
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

test.each([
  ['Sara El Amrani', 'Sara'],
  [' Jean-Marc Petit', 'Jean-Marc'],
  ['سارة العمراني', 'سارة'],
  ['S. El Amrani', null],
  ['2M Distribution', null],
  ['sara@mail.example', null],
  ['Sara, gratuit', null],
  [`${'a'.repeat(21)} Bennani`, null],
  ['', null],
])('of the name « %s » everybody may read « %s »', (name, said) => expect(firstNameOf(name)).toBe(said))

test('sessions of admins and agents are short, everybody else’s lasts a month and dies after a week unused', () => {
  for (const role of ['admin', 'agent'] as const)
    expect(sessionLife(role)).toEqual({ life: 12 * HOUR_MS, idle: 2 * HOUR_MS })
  for (const role of ['supplier', 'buyer'] as const)
    expect(sessionLife(role)).toEqual({ life: 30 * 24 * HOUR_MS, idle: 7 * 24 * HOUR_MS })
})
