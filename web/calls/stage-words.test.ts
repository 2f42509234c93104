import { expect, test } from 'vitest'
import type { Contact } from '#features/calls/model.ts'
import { stageInWords } from './stage-words.ts'

const now = new Date('2026-11-23T10:00:00Z')
const words = (contact: Contact, due?: string) =>
  stageInWords(
    {
      status: 'pending',
      confirmation: { contact, dueAt: due === undefined ? null : new Date(due), lastAt: now, calls: 4 },
    },
    now,
  )?.words.replaceAll('\u00A0', ' ')

test('the stage of a pending order in words', () => {
  expect(stageInWords({ status: 'pending', confirmation: null }, now)?.words).toBe('à confirmer')
  expect(stageInWords({ status: 'assigned', confirmation: null }, now)).toBeNull()
  expect(words('postponed', '2026-11-24T10:00:00Z')).toBe('reportée au 24 novembre à 10 h')
  expect(words('postponed', '2026-11-23T16:30:00Z')).toBe('reportée à 16 h 30')
  expect(words('postponed', '2026-11-23T09:00:00Z')).toBe('à confirmer')
  expect(words('unreachable')).toBe('injoignable (4 appels)')
  expect(words('wrong_number')).toBe('faux numéro')
  expect(words('confirmed')).toBe('confirmée')
})
