import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startOfTomorrow } from '#platform/kernel/days/days-ahead.ts'
import { foldAttempts } from '#test/call-model.ts'
import { CALL_FILTERS, CALL_LISTS, CONTACTS } from '../model.ts'
import { listOf, listsOf, unansweredCalls } from './rules.ts'

// A Monday, eleven at night in Casablanca.
const now = new Date('2026-11-23T23:00:00Z')

test.each([
  ['to_call', null, 'none'],
  ['retry', '2026-11-24T09:00:00Z', 'none'],
  ['postponed', '2026-11-23T09:00:00Z', 'promised'],
  ['postponed', '2026-11-23T23:59:59Z', 'promised'],
  ['postponed', '2026-11-24T00:00:00Z', 'later'],
  ['unreachable', null, 'unreachable'],
  ['wrong_number', null, 'wrong_number'],
  ['confirmed', null, 'confirmed'],
] as const)('%s until %s stands in the list %s', (contact, due, list) => {
  expect(listOf({ contact, dueAt: due && new Date(due) }, startOfTomorrow(now))).toBe(list)
})

test('the five values of the wire take every list once, and so do the open and the confirmed', () => {
  const wire = ['none', 'postponed', 'unreachable', 'wrong_number', 'confirmed'] as const
  expect(wire.flatMap(listsOf).toSorted()).toEqual([...CALL_LISTS].toSorted())
  expect([...listsOf('open'), ...listsOf('confirmed')].toSorted()).toEqual([...CALL_LISTS].toSorted())
  expect(CALL_FILTERS.every((filter) => listsOf(filter).length > 0)).toBe(true)
  expect(CONTACTS).toHaveLength(6)
})

test('the calls that nobody answered are as many as were made since it was to be called anew', () => {
  const outcome = fc.constantFrom('no_answer' as const, 'busy' as const, 'reopened' as const, 'corrected' as const)
  fc.assert(
    fc.property(fc.array(outcome, { maxLength: 12 }), (outcomes) => {
      const attempts = outcomes.map((each) => ({
        at: now,
        outcome: each,
        by: 1,
        via: 'phone' as const,
        dueAt: now,
        wishDay: null,
        reason: null,
      }))
      const since = outcomes.slice(outcomes.lastIndexOf('corrected') + 1).filter((each) => each !== 'reopened')
      expect(unansweredCalls(foldAttempts(attempts))).toBe(since.length)
    }),
  )
})
