import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatMinute, lastDays, localDay, momentInWords, startOfDays } from './time.ts'

const at = (text: string) => new Date(text)

// In Ramadan the clocks of Morocco showed UTC, in the rest of the year an hour more.
const RAMADAN_2026 = { begins: at('2026-02-15T02:00:00Z'), ends: at('2026-03-22T02:00:00Z') }

test.each([
  ['2025-11-20T05:25:59.999Z', '20/11/2025 06:25', '2025-11-20'],
  ['2025-11-19T23:30:00Z', '20/11/2025 00:30', '2025-11-20'],
  ['2025-11-19T22:59:59Z', '19/11/2025 23:59', '2025-11-19'],
  ['2025-12-31T23:00:00Z', '01/01/2026 00:00', '2026-01-01'],
  ['2026-03-01T23:30:00Z', '01/03/2026 23:30', '2026-03-01'],
  ['2026-03-02T00:00:00Z', '02/03/2026 00:00', '2026-03-02'],
  ['2026-09-20T00:59:59Z', '20/09/2026 01:59', '2026-09-20'],
  ['2026-09-20T01:00:00Z', '20/09/2026 01:00', '2026-09-20'],
  ['2026-11-28T23:30:00Z', '28/11/2026 23:30', '2026-11-28'],
  ['2028-02-29T12:00:00Z', '29/02/2028 12:00', '2028-02-29'],
])('%s is %s in Casablanca', (moment, minute, day) => {
  expect(formatMinute(at(moment))).toBe(minute)
  expect(localDay(at(moment))).toBe(day)
})

test('the law of September 2026 is still the newest that the zone data know', () => {
  const known = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Africa/Casablanca',
    dateStyle: 'short',
    timeStyle: 'short',
  })
  for (let month = 0; month < 36; month++) {
    const noon = new Date(Date.UTC(2026, 9 + month, 15, 12))
    const [day, clock] = known.format(noon).split(' ')
    expect(`${localDay(noon)} ${formatMinute(noon).slice(-5)}`).toBe(`${day} ${clock}`)
  }
})

test('the clocks go back at the beginning of Ramadan and forth at its end', () => {
  const before = (moment: Date) => new Date(moment.getTime() - 1000)
  expect(formatMinute(before(RAMADAN_2026.begins))).toBe('15/02/2026 02:59')
  expect(formatMinute(RAMADAN_2026.begins)).toBe('15/02/2026 02:00')
  expect(formatMinute(before(RAMADAN_2026.ends))).toBe('22/03/2026 01:59')
  expect(formatMinute(RAMADAN_2026.ends)).toBe('22/03/2026 03:00')
})

test.each([
  ['2025-11-20T12:00:00Z', 1, '2025-11-19T23:00:00.000Z'],
  ['2025-11-20T12:00:00Z', 7, '2025-11-13T23:00:00.000Z'],
  ['2025-11-19T22:59:59Z', 1, '2025-11-18T23:00:00.000Z'],
  ['2026-03-10T12:00:00Z', 1, '2026-03-10T00:00:00.000Z'],
  // The day the clocks went back began an hour ahead of UTC, the day they went forth with it.
  ['2026-02-15T12:00:00Z', 1, '2026-02-14T23:00:00.000Z'],
  ['2026-03-22T12:00:00Z', 1, '2026-03-22T00:00:00.000Z'],
  ['2026-03-25T12:00:00Z', 30, '2026-02-24T00:00:00.000Z'],
  ['2026-02-20T12:00:00Z', 30, '2026-01-21T23:00:00.000Z'],
])('at %s the last %d days began at %s', (now, days, begin) => {
  expect(startOfDays(at(now), days).toISOString()).toBe(begin)
})

const moments = fc.date({ min: at('2024-01-01T00:00:00Z'), max: at('2032-01-01T00:00:00Z'), noInvalidDate: true })

test('a day begins at its first moment: that one is in it, the one before is not', () => {
  fc.assert(
    fc.property(moments, fc.integer({ min: 1, max: 60 }), (now, days) => {
      const begin = startOfDays(now, days)
      expect(formatMinute(begin)).toMatch(/ 00:00$/)
      expect(localDay(new Date(begin.getTime() - 1))).not.toBe(localDay(begin))
      const passed = (Date.parse(localDay(now)) - Date.parse(localDay(begin))) / 86_400_000
      expect(passed).toBe(days - 1)
    }),
  )
})

test('the last days are each day once, from its midnight, over a change of the hour too', () => {
  const days = lastDays(at('2026-03-02T08:00:00Z'), 30)
  expect([days[0], days.at(-1)]).toEqual([
    { day: '2026-02-01', start: at('2026-01-31T23:00:00Z') },
    { day: '2026-03-02', start: at('2026-03-02T00:00:00Z') },
  ])
  for (const { day, start } of days) expect([day, formatMinute(start).slice(-5)]).toEqual([localDay(start), '00:00'])
  expect(new Set(days.map(({ day }) => day)).size).toBe(30)
})

test.each([
  ['2025-11-20T03:55:00Z', 'ce matin à 4 h 55'],
  ['2025-11-20T11:00:00Z', 'cet après-midi à 12 h'],
  ['2025-11-20T17:05:00Z', 'ce soir à 18 h 05'],
  // Half past midnight in Casablanca, where it is still the day before in UTC.
  ['2025-11-19T23:30:00Z', 'ce matin à 0 h 30'],
  ['2025-11-19T17:00:00Z', 'hier à 18 h'],
  ['2025-11-18T22:59:00Z', 'le 18 novembre à 23 h 59'],
  ['2025-11-01T08:00:00Z', 'le 1er novembre à 9 h'],
])('in the evening of 20 November 2025 in Casablanca, %s is %s', (moment, words) => {
  const spaced = momentInWords(at(moment), at('2025-11-20T20:00:00Z'))
  expect(spaced.replaceAll('\u00A0', ' ')).toBe(words)
})
