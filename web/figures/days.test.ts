import { expect, test } from 'vitest'
import { evenTop, roundTop, shortDay, weekdayAndDay, withEveryDay } from './days.ts'

const known = [
  { day: '2026-02-27', orders: 2 },
  { day: '2026-03-01', orders: 1 },
]

test('days of which nothing is known are there, with nothing', () => {
  expect(withEveryDay(known, '2026-03-01', 4, { orders: 0 })).toEqual([
    { day: '2026-02-26', orders: 0 },
    { day: '2026-02-27', orders: 2 },
    { day: '2026-02-28', orders: 0 },
    { day: '2026-03-01', orders: 1 },
  ])
})

test.each([
  [[], 100],
  [[0], 100],
  [[3950], 4000],
  [[5000], 5000],
  [[5001, 12], 6000],
  [[123456], 200000],
])('a chart of the amounts %j ends at %i', (amounts, top) => {
  expect(roundTop(amounts)).toBe(top)
})

test.each([
  [[], 2],
  [[0, 1], 2],
  [[3], 4],
  [[5], 6],
  [[9], 10],
  [[10], 10],
  [[11], 20],
  [[37], 40],
  [[41], 60],
])('a chart of the counts %j ends at %i', (counts, top) => {
  expect(evenTop(counts)).toBe(top)
})

test('days are written in French, wherever the browser is', () => {
  expect(shortDay('2026-11-20')).toBe('20 nov.')
  expect(shortDay('2026-11-01')).toBe('1er nov.')
  expect(weekdayAndDay('2026-11-26')).toBe('Jeudi 26')
  expect(weekdayAndDay('2026-10-01')).toBe('Jeudi 1er')
})
