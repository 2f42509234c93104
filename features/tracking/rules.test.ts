import { expect, test } from 'vitest'
import { CONTACTS } from '#features/calls/model.ts'
import { ORDER_STATUSES } from '#features/orders/model.ts'
import { type Stage, stageOf } from './rules.ts'

const now = new Date('2026-11-23T10:00:00Z')
const soon = new Date(now.getTime() + 1)

/** The stages of a pending order, spelled out: by its contact, and by whether the hour of the next call has come. */
const PENDING: Readonly<Record<(typeof CONTACTS)[number], [hourToCome: Stage, hourHere: Stage]>> = {
  to_call: ['to_confirm', 'to_confirm'],
  retry: ['to_confirm', 'to_confirm'],
  postponed: ['postponed', 'to_confirm'],
  unreachable: ['unreachable', 'unreachable'],
  wrong_number: ['wrong_number', 'wrong_number'],
  confirmed: ['confirmed', 'confirmed'],
}

test('every combination of the axes has its stage', () => {
  for (const status of ORDER_STATUSES) {
    expect(stageOf({ status, confirmation: null }, now)).toBe(status === 'pending' ? 'to_confirm' : null)
    for (const contact of CONTACTS)
      for (const [nth, dueAt] of [soon, now].entries())
        expect([status, contact, nth, stageOf({ status, confirmation: { contact, dueAt } }, now)]).toEqual([
          status,
          contact,
          nth,
          status === 'pending' ? PENDING[contact][nth]! : null,
        ])
  }
})
