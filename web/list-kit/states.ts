import type { Decision } from '#features/buyers/model.ts'
import { type OrderStatus, type PaymentStatus, STATUS_NAMES } from '#features/orders/model.ts'
import type { IconName } from '#web/ui/icon.tsx'

/** The look of a state: always an icon and a word, never a colour alone. */
export interface StateLook {
  name: string
  tone: 'warn' | 'info' | 'violet' | 'ok' | 'neutral'
  icon: IconName
}

const LOOKS: Readonly<Record<OrderStatus, Omit<StateLook, 'name'>>> = {
  pending: { tone: 'warn', icon: 'clock' },
  assigned: { tone: 'info', icon: 'user-check' },
  in_transit: { tone: 'violet', icon: 'truck' },
  delivered: { tone: 'ok', icon: 'check' },
  cancelled: { tone: 'neutral', icon: 'close' },
}

export const lookOfStatus = (status: OrderStatus): StateLook => ({ name: STATUS_NAMES[status], ...LOOKS[status] })

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
