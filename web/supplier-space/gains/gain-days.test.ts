import { expect, test } from 'vitest'
import { dh } from '#platform/kernel/money.ts'
import { lastGainDays, sumOf } from './gain-days.ts'

const known = [
  { day: '2026-02-27', orders: 2, gain: dh(80) },
  { day: '2026-03-01', orders: 1, gain: dh(39.5) },
]

test('days without an order are there, with nothing', () => {
  expect(lastGainDays(known, '2026-03-01', 3)).toEqual([
    { day: '2026-02-27', orders: 2, gain: 8000 },
    { day: '2026-02-28', orders: 0, gain: 0 },
    { day: '2026-03-01', orders: 1, gain: 3950 },
  ])
})

test('what came before the period is left out of it and of its sum', () => {
  expect(sumOf(lastGainDays(known, '2026-03-01', 2))).toEqual({ orders: 1, gain: 3950 })
  expect(sumOf(lastGainDays(known, '2026-03-01', 90))).toEqual({ orders: 3, gain: 11950 })
})
