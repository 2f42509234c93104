import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatMinute, localMoment } from '#platform/kernel/time.ts'
import { foldAttempts, inTurn } from '#test/call-model.ts'
import { callHoursOf, nextInParts, nextOpen, partOf } from './hours/rules.ts'
import type { Outcome } from './model.ts'
import { type Attempt, laneOf, NEVER_CALLED, nextCall, type Pending } from './rules.ts'

const hours = callHoursOf({ openingHours: '', noCallsOnFriday: 'on' })
const timing = { hours, tries: 4 }
const at = (day: string, clock: string) => localMoment(day, clock)
const shown = (moment: Date | null) => moment && formatMinute(moment)

// 2026-11-23 is a Monday.
const MONDAY = '2026-11-23'
const FRIDAY = '2026-11-27'

describe('the hours of calls', () => {
  test('are nine to half past eight without opening hours of the shop, with a pause on Friday', () => {
    const rows = [
      [MONDAY, '10:15', '23/11/2026 10:15'],
      [MONDAY, '07:00', '23/11/2026 09:00'],
      [MONDAY, '20:30', '24/11/2026 09:00'],
      [FRIDAY, '12:30', '27/11/2026 14:00'],
      [FRIDAY, '13:59', '27/11/2026 14:00'],
    ] as const
    for (const [day, clock, next] of rows) expect(shown(nextOpen(at(day, clock), hours))).toBe(next)
  })

  test('are the shop’s own where it has entered some: a closed day is passed over', () => {
    const own = callHoursOf({
      openingHours: 'lundi 09:00-12:00 14:00-18:00; mercredi 10:00-16:00',
      noCallsOnFriday: 'on',
    })
    expect(shown(nextOpen(at(MONDAY, '12:30'), own))).toBe('23/11/2026 14:00')
    expect(shown(nextOpen(at(MONDAY, '18:00'), own))).toBe('25/11/2026 10:00')
    expect(nextInParts(at(MONDAY, '09:00'), ['evening'], own)).toBeNull()
  })

  test('have the pause on Friday in the shop’s own hours too, and none where the owner wants none', () => {
    const next = (openingHours: string, noCallsOnFriday: string, clock: string) =>
      shown(nextOpen(at(FRIDAY, clock), callHoursOf({ openingHours, noCallsOnFriday })))
    const own = 'vendredi 10:00-13:00 13:30-17:00; samedi 10:00-12:00'
    expect(next(own, 'on', '12:45')).toBe('27/11/2026 14:00')
    expect(next(own, 'on', '12:15')).toBe('27/11/2026 12:15')
    expect(next(own, 'off', '12:45')).toBe('27/11/2026 12:45')
    expect(next('', 'off', '13:00')).toBe('27/11/2026 13:00')
    expect(next('samedi 10:00-12:00', 'on', '13:00')).toBe('28/11/2026 10:00')
  })

  test('follow the clocks of Morocco, which go back an hour in Ramadan', () => {
    // In 2026 it began on 18 February.
    expect(nextOpen(at('2026-02-02', '06:00'), hours).toISOString()).toBe('2026-02-02T08:00:00.000Z')
    expect(nextOpen(at('2026-02-23', '06:00'), hours).toISOString()).toBe('2026-02-23T09:00:00.000Z')
  })
})

describe('after a call that was not answered', () => {
  /** Calls of an order one after another, each when it is due. */
  function series(day: string, clock: string, outcomes: readonly ('no_answer' | 'busy')[]) {
    let [now, state] = [at(day, clock), NEVER_CALLED]
    const attempts: Attempt[] = []
    return outcomes.map((outcome) => {
      const tried = [...attempts.map((attempt) => attempt.at), now]
      const dueAt = nextCall(state, outcome, tried, now, timing)
      attempts.push(attemptOf({ at: now, outcome, dueAt }))
      state = foldAttempts(attempts)
      now = dueAt ?? now
      return dueAt ? shown(dueAt) : state.contact
    })
  }

  test('the next is in two hours, at another part of the day, the next day at yet another, then nobody calls', () => {
    expect(series(MONDAY, '10:00', ['no_answer', 'no_answer', 'no_answer', 'no_answer'])).toEqual([
      '23/11/2026 12:00',
      '23/11/2026 14:00',
      '24/11/2026 18:00',
      'unreachable',
    ])
  })

  test('nobody calls after as many as the owner wants', () => {
    const [first, second] = [at(MONDAY, '10:00'), at(MONDAY, '12:00')]
    const once = foldAttempts([attemptOf({ at: first, outcome: 'no_answer', dueAt: second })])
    expect(nextCall(once, 'no_answer', [first, second], second, { hours, tries: 2 })).toBeNull()
    expect(nextCall(once, 'no_answer', [first, second], second, { hours, tries: 3 })).not.toBeNull()
  })

  test('in the evening the two hours end with the next morning', () => {
    expect(series(MONDAY, '19:00', ['no_answer', 'no_answer'])).toEqual(['24/11/2026 09:00', '24/11/2026 14:00'])
  })

  test('a busy line is tried again in a quarter of an hour, twice, and counts half', () => {
    expect(series(MONDAY, '10:00', ['busy', 'busy', 'busy', 'no_answer', 'no_answer'])).toEqual([
      '23/11/2026 10:15',
      '23/11/2026 10:30',
      '23/11/2026 14:00',
      '24/11/2026 18:00',
      'unreachable',
    ])
  })

  test('the next one lies in the future and within the hours, whenever it was', () => {
    const moments = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
    const tries = fc.array(fc.constantFrom('no_answer' as const, 'busy' as const), { maxLength: 7 })
    fc.assert(
      fc.property(moments, tries, (start, outcomes) => {
        let [now, state] = [start, NEVER_CALLED]
        const attempts: Attempt[] = []
        for (const outcome of outcomes) {
          const dueAt = nextCall(state, outcome, [...attempts.map((attempt) => attempt.at), now], now, timing)
          attempts.push(attemptOf({ at: now, outcome, dueAt }))
          state = foldAttempts(attempts)
          if (dueAt === null) {
            expect(state.halves).toBeGreaterThanOrEqual(8)
            return
          }
          expect(dueAt.getTime()).toBeGreaterThan(now.getTime())
          expect(nextOpen(dueAt, hours)).toEqual(dueAt)
          now = dueAt
        }
        expect(state.halves).toBeLessThan(8)
      }),
    )
  })
})

const attemptOf = (attempt: Partial<Attempt> & { outcome: Outcome }): Attempt => ({
  at: at(MONDAY, '10:00'),
  by: 1,
  via: 'phone',
  dueAt: null,
  wishDay: null,
  reason: null,
  ...attempt,
})

describe('what attempts add up to', () => {
  test.each([
    [
      'confirmed',
      { via: 'whatsapp', wishDay: '2026-11-30' },
      { contact: 'confirmed', confirmedVia: 'whatsapp', wishDay: '2026-11-30' },
    ],
    ['postponed', { dueAt: at(MONDAY, '18:00') }, { contact: 'postponed', dueAt: at(MONDAY, '18:00') }],
    ['wrong_number', {}, { contact: 'wrong_number', dueAt: null }],
    ['no_answer', {}, { contact: 'unreachable' }],
    ['link_sent', {}, { contact: 'to_call', attempts: 1 }],
    ['cancelled', {}, { contact: 'to_call', attempts: 1 }],
  ] as const)('%s', (outcome, attempt, state) => {
    expect(foldAttempts([attemptOf({ outcome, ...attempt })])).toMatchObject(state)
  })

  test('a number that staff or supplier corrected, and a reopened order, are called as new; her own address is not', () => {
    const wrong = attemptOf({ outcome: 'wrong_number' })
    const later = at(MONDAY, '11:00')
    expect(foldAttempts([wrong, attemptOf({ outcome: 'corrected', at: later })])).toEqual({
      ...NEVER_CALLED,
      attempts: 2,
      lastAt: later,
      anewAt: later,
    })
    const confirmed = attemptOf({ outcome: 'confirmed' })
    expect(foldAttempts([confirmed, attemptOf({ outcome: 'reopened' })]).contact).toBe('to_call')
    expect(foldAttempts([confirmed, attemptOf({ outcome: 'corrected', by: null })]).contact).toBe('confirmed')
  })
})

test('what was to be called later is called now once it is taken back, and its tries count on', () => {
  const later = at(MONDAY, '11:00')
  const missed = attemptOf({ outcome: 'no_answer', dueAt: at(MONDAY, '12:00') })
  const taken = foldAttempts([missed, attemptOf({ outcome: 'reopened', at: later })])
  expect(taken).toMatchObject({ contact: 'retry', halves: 2, dueAt: later, lastAt: later, anewAt: null })
  const promised = attemptOf({ outcome: 'postponed', dueAt: at(MONDAY, '18:00') })
  expect(foldAttempts([missed, promised, attemptOf({ outcome: 'reopened', at: later })])).toMatchObject({
    contact: 'postponed',
    halves: 2,
    dueAt: later,
  })
})

describe('the next to call', () => {
  const now = at(MONDAY, '12:00')
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  const order = (id: number, pending: Partial<Pending>): Pending => ({
    id,
    createdAt: ago(600),
    contact: 'to_call',
    dueAt: null,
    anewAt: null,
    ...pending,
  })

  test('is a promise that has come, then the newest arrivals before they cool, then retries, then what was left', () => {
    const pending = [
      order(1, { createdAt: ago(3 * 24 * 60) }),
      order(2, { createdAt: ago(2 * 24 * 60) }),
      order(3, { createdAt: ago(600) }),
      order(4, { createdAt: ago(90) }),
      order(5, { createdAt: ago(200) }),
      order(6, { contact: 'retry', dueAt: ago(5) }),
      order(7, { contact: 'retry', dueAt: ago(50) }),
      order(8, { createdAt: ago(20) }),
      order(9, { createdAt: ago(59) }),
      order(10, { createdAt: ago(14) }),
      order(11, { createdAt: ago(2) }),
      order(12, { contact: 'postponed', dueAt: ago(0) }),
      order(13, { contact: 'postponed', dueAt: ago(-1) }),
      order(14, { contact: 'retry', dueAt: ago(-1) }),
      order(15, { contact: 'confirmed' }),
      order(16, { contact: 'unreachable' }),
      order(17, { contact: 'wrong_number' }),
      order(18, { contact: 'to_call', anewAt: ago(3) }),
    ]
    expect(inTurn(pending, now).map(({ id }) => id)).toEqual([12, 10, 18, 11, 9, 8, 7, 6, 5, 4, 3, 2, 1])
  })

  test('of two at the same moment is the lower number', () => {
    expect(inTurn([order(2, {}), order(1, {})], now).map(({ id }) => id)).toEqual([1, 2])
  })

  test.each([
    [14, 'new'],
    [15, 'recent'],
    [59, 'recent'],
    [60, 'late'],
  ] as const)('after %i minutes stands in the lane %s', (minutes, lane) => {
    expect(laneOf(order(1, { createdAt: ago(minutes) }), now)).toBe(lane)
  })

  test('partOf knows the gaps of a day', () => {
    expect(['08:59', '09:00', '12:00', '14:00', '18:00', '20:30'].map((clock) => partOf(at(MONDAY, clock)))).toEqual([
      null,
      'morning',
      null,
      'afternoon',
      'evening',
      null,
    ])
  })
})
