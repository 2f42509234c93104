import { expect, test } from 'vitest'
import { numbersHolding } from './order-numbers.ts'

const MAX = 23_456
const numbers = Array.from({ length: MAX }, (_, index) => MAX - index)

test.each(['1', '0', '00', '12', '121', '300', '007', '000', '11', '23456', '23457', '99999', '123456'])(
  'those that hold %s are those whose digits do, largest first',
  (part) => {
    expect([...numbersHolding(part, MAX)]).toEqual(numbers.filter((number) => String(number).includes(part)))
  },
)

test('the first of many are found at once', () => {
  const found = numbersHolding('123', 2_000_000_000)
  expect(Array.from({ length: 3 }, () => found.next().value)).toEqual([1_999_999_123, 1_999_998_123, 1_999_997_123])
})

test('an empty list has none', () => {
  expect([...numbersHolding('1', 0)]).toEqual([])
})
