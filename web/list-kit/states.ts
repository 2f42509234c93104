import type { Decision } from '#features/buyers/model.ts'
import type { PaymentStatus } from '#features/orders/model.ts'
import type { StateLook } from '#web/status-look.ts'

export { lookOfStatus, type StateLook } from '#web/status-look.ts'

export const PAYMENT_LOOKS: Readonly<Record<PaymentStatus, StateLook>> = {
  pending: { name: 'en attente', tone: 'warn', icon: 'clock' },
  paid: { name: 'payé', tone: 'ok', icon: 'coins' },
  void: { name: 'No Payé', tone: 'neutral', icon: 'close' },
}

/** Looks of an answer to a purchase of stock or a withdrawal. */
export const DECISION_LOOKS: Readonly<Record<Decision, StateLook>> = {
  pending: { name: 'En attente', tone: 'warn', icon: 'clock' },
  approved: { name: 'Approuvé', tone: 'ok', icon: 'check' },
  refused: { name: 'Refusé', tone: 'neutral', icon: 'close' },
}
