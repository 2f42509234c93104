import { expect, test } from 'vitest'
import { centimes } from '#platform/kernel/money.ts'
import { totalInWords } from './total-in-words.ts'

const NB = '\u00A0'
const total = (fees: Record<string, number>, otherFee: number) =>
  totalInWords(centimes(21_850), {
    fees: Object.fromEntries(Object.entries(fees).map(([city, fee]) => [city, centimes(fee)])),
    otherFee: centimes(otherFee),
    discountPercent: 5,
  })

test('a total without a city lies between those of the cheapest and the dearest', () => {
  expect(total({ Casablanca: 2000 }, 3500)).toBe(`entre 238,50 et 253,50${NB}DH`)
  expect(total({ Casablanca: 0, Dakhla: 4500 }, 3500)).toBe(`entre 218,50 et 263,50${NB}DH`)
})

test('one fee for all cities makes one total', () => {
  expect(total({}, 3500)).toBe(`253,50${NB}DH`)
  expect(total({ Casablanca: 3500 }, 3500)).toBe(`253,50${NB}DH`)
})
