import { expect, test } from 'vitest'
import { COURIER_STATES, PARCEL_STATES } from './model.ts'
import { leave, stepOf } from './rules.ts'

test('a file moves parcels forward, within an attempt of delivery to and fro, and final ones never', () => {
  expect(stepOf('handed', 'in_network')).toBe('forward')
  expect(stepOf('no_answer', 'out')).toBe('forward')
  expect(stepOf('out', 'handed')).toBe('backward')
  expect(stepOf('prepared', 'delivered')).toBe('forward')
  for (const after of COURIER_STATES) {
    for (const before of ['delivered', 'back', 'lost'] as const) {
      expect(stepOf(before, after)).toBe(before === (after as string) ? 'same' : 'backward')
    }
  }
})

test('a refusal that became a delivery is a question', () => {
  expect([stepOf('refused', 'delivered'), stepOf('returning', 'delivered')]).toEqual(['ask', 'ask'])
  expect(stepOf('out', 'delivered')).toBe('forward')
})

test('no word of a courier brings a parcel back or gives it up', () => {
  expect(PARCEL_STATES.filter((state) => !(COURIER_STATES as readonly string[]).includes(state))).toEqual([
    'prepared',
    'back',
    'lost',
  ])
})

test('a cancelled order’s parcel comes back when its pieces are outside, else it leaves its list whatever a file said', () => {
  for (const state of PARCEL_STATES) {
    expect(leave(state, true), state).toBe(state === 'returning' ? 'as it is' : 'returning')
    expect(leave(state, false), state).toBe(['back', 'lost'].includes(state) ? 'as it is' : 'off the list')
  }
  expect([leave(null, true), leave(null, false)]).toEqual(['returning', 'as it is'])
})
