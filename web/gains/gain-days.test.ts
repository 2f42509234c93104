import { expect, test } from 'vitest'
import { type Centimes, dh } from '#platform/kernel/money.ts'
import { lastDays, longDay, roundTop, shortDay, sumOf } from './gain-days.ts'

const known = [
  { day: '2026-02-27', orders: 2, gain: dh(80) },
  { day: '2026-03-01', orders: 1, gain: dh(39.5) },
]

test('days without an order are there, with nothing', () => {
  expect(lastDays(known, '2026-03-01', 4)).toEqual([
    { day: '2026-02-26', orders: 0, gain: 0 },
    { day: '2026-02-27', orders: 2, gain: 8000 },
    { day: '2026-02-28', orders: 0, gain: 0 },
    { day: '2026-03-01', orders: 1, gain: 3950 },
  ])
})

test('what came before the period is left out of it and of its sum', () => {
  expect(sumOf(lastDays(known, '2026-03-01', 2))).toEqual({ orders: 1, gain: 3950 })
  expect(sumOf(lastDays(known, '2026-03-01', 90))).toEqual({ orders: 3, gain: 11950 })
})

test.each([
  [[], 100],
  [[0], 100],
  [[3950], 5000],
  [[5000], 5000],
  [[5001, 12], 10000],
  [[123456], 200000],
])('a chart of %j ends at %i', (amounts, top) => {
  expect(roundTop(amounts as Centimes[])).toBe(top)
})

test('days are written in French, wherever the browser is', () => {
  expect(shortDay('2026-11-20')).toBe('20 nov.')
  expect(longDay('2026-11-20')).toBe('vendredi 20 novembre')
})
