import { expect, test } from 'vitest'
import { CALL_OUTCOMES } from '#features/calls/model.ts'
import { actOfDigit, OUTCOMES } from './outcomes.ts'

const HOURS = [new Date('2026-11-23T11:00:00Z'), new Date('2026-11-23T17:00:00Z')]

test('the digits 1 to 6 are the outcomes; 4 and 6 open a question', () => {
  expect(OUTCOMES.map(({ outcome }) => outcome)).toEqual(CALL_OUTCOMES)
  expect(['1', '2', '3', '4', '5', '6', '7', '0'].map((digit) => actOfDigit(digit, null, HOURS))).toEqual([
    { settle: 'confirmed' },
    { settle: 'no_answer' },
    { settle: 'busy' },
    { ask: 'hour' },
    { settle: 'wrong_number' },
    { ask: 'reason' },
    null,
    null,
  ])
})

test('while hours are offered a digit is one of them, the one after the last is another hour', () => {
  expect(actOfDigit('2', 'hour', HOURS)).toEqual({ settle: 'postponed', at: HOURS[1] })
  expect(actOfDigit('3', 'hour', HOURS)).toEqual({ typeHour: true })
  expect(actOfDigit('4', 'hour', HOURS)).toBeNull()
})

test('while the reason is open a digit is one, and never one that needs a parcel on its way', () => {
  expect(actOfDigit('1', 'reason', HOURS)).toEqual({ settle: 'cancelled', reason: 'changed_mind' })
  expect(actOfDigit('7', 'reason', HOURS)).toEqual({ settle: 'cancelled', reason: 'other' })
  expect(actOfDigit('8', 'reason', HOURS)).toBeNull()
  const reasons = [1, 2, 3, 4, 5, 6, 7].map((nth) => actOfDigit(String(nth), 'reason', HOURS))
  expect(reasons).not.toContainEqual(expect.objectContaining({ reason: 'refused' }))
})
