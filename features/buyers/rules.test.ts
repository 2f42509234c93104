import { expect, test } from 'vitest'
import { centimes, dh, ZERO } from '#platform/kernel/money.ts'
import { STOCK_AMOUNTS } from './model.ts'
import { mustBeSellable, mustBeStockAmount, mustBeUndecided, stockOf } from './rules.ts'

const refusal = (kind: string, fields?: readonly string[]) =>
  expect.objectContaining({
    kind,
    ...(fields
      ? {
          fields: Object.fromEntries(
            fields.map((field) => [field, [{ code: expect.any(String), message: expect.any(String) }]]),
          ),
        }
      : {}),
  })

test('what is left is what was bought less what was sold', () => {
  expect(stockOf(dh(15_000), dh(4_000.5))).toEqual({
    totalStock: 1_500_000,
    stockSold: 400_050,
    stockLeft: 1_099_950,
  })
  expect(stockOf(dh(5_000), dh(5_000)).stockLeft).toBe(0)
})

test('stock is bought in four sums and in no other', () => {
  expect(STOCK_AMOUNTS).toEqual([dh(5_000), dh(10_000), dh(15_000), dh(20_000)])
  for (const amount of STOCK_AMOUNTS) {
    expect(() => mustBeStockAmount(amount)).not.toThrow()
    for (const other of [amount - 1, amount + 1, amount / 100])
      expect(() => mustBeStockAmount(centimes(other))).toThrow(refusal('invalid', ['amount']))
  }
  expect(() => mustBeStockAmount(ZERO)).toThrow(refusal('invalid', ['amount']))
})

test('all that is left can be sold, and not a centime more', () => {
  const stock = stockOf(dh(5_000), dh(3_200.75))
  for (const amount of [centimes(1), dh(1_799.25)]) expect(() => mustBeSellable(amount, stock)).not.toThrow()
  for (const amount of [dh(1_799.26), dh(5_000), ZERO, centimes(-1)])
    expect(() => mustBeSellable(amount, stock)).toThrow(refusal('invalid', ['amount']))
})

test('a purchase is decided once', () => {
  expect(() => mustBeUndecided('pending')).not.toThrow()
  for (const status of ['approved', 'refused'] as const)
    expect(() => mustBeUndecided(status)).toThrow(refusal('conflict'))
})
