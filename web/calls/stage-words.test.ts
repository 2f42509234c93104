import { expect, test } from 'vitest'
import type { Contact } from '#features/calls/model.ts'
import type { OrderStatus, PaymentStatus } from '#features/orders/model.ts'
import type { ParcelState } from '#features/parcels/model.ts'
import { stageInWords } from './stage-words.ts'

const now = new Date('2026-11-23T10:00:00Z')
const words = (contact: Contact, due?: string) =>
  stageInWords(
    {
      status: 'pending',
      payment: 'pending',
      confirmation: { contact, dueAt: due === undefined ? null : new Date(due), lastAt: now, calls: 4 },
      parcel: null,
    },
    now,
  )?.words.replaceAll('\u00A0', ' ')

test('the stage of a pending order in words', () => {
  expect(stageInWords({ status: 'pending', payment: 'pending', confirmation: null, parcel: null }, now)?.words).toBe(
    'à confirmer',
  )
  expect(stageInWords({ status: 'assigned', payment: 'pending', confirmation: null, parcel: null }, now)).toBeNull()
  expect(words('postponed', '2026-11-24T10:00:00Z')).toBe('reportée au 24 novembre à 10 h')
  expect(words('postponed', '2026-11-23T16:30:00Z')).toBe('reportée à 16 h 30')
  expect(words('postponed', '2026-11-23T09:00:00Z')).toBe('à confirmer')
  expect(words('unreachable')).toBe('injoignable (4 appels)')
  expect(words('wrong_number')).toBe('faux numéro')
  expect(words('confirmed')).toBe('confirmée')
})

test('the stage of an order with a parcel in words, where its status does not say as much', () => {
  const stage = (status: OrderStatus, state: ParcelState, since = '2026-11-22T15:00:00Z') =>
    stageInWords({ status, payment: 'pending', confirmation: null, parcel: { state, since: new Date(since) } }, now)
      ?.words
  expect(stage('in_transit', 'out')).toBe('en livraison depuis hier')
  expect(stage('in_transit', 'no_answer', '2026-11-23T08:00:00Z')).toBe('à relancer depuis ce matin')
  expect(stage('in_transit', 'refused', '2026-11-20T15:00:00Z')?.replaceAll('\u00A0', ' ')).toBe(
    'refusée depuis le 20 novembre',
  )
  expect(stage('in_transit', 'handed')).toBeUndefined()
  expect([stage('cancelled', 'returning'), stage('cancelled', 'back')]).toEqual(['en retour', 'retour reçu'])
})

test('the money of a delivered order in words: the courier has it, the shop has it, nobody paid it', () => {
  const stage = (payment: PaymentStatus) =>
    stageInWords({ status: 'delivered', payment, confirmation: null, parcel: null }, now)?.words
  expect([stage('pending'), stage('paid'), stage('void')]).toEqual(['à encaisser', 'versée', 'No Payé'])
})
