import type { Contact } from '#features/calls/model.ts'
import type { OrderStatus } from '#features/orders/model.ts'

/** How far an order is, for screens: what the axes of its way come to. It is never stored, and lists filter by each axis. */
export type Stage = 'to_confirm' | 'postponed' | 'unreachable' | 'wrong_number' | 'confirmed'

/** What each axis says about an order. */
interface Axes {
  status: OrderStatus
  /** Null when nobody has called. */
  confirmation: { contact: Contact; dueAt: Date | null } | null
}

/** The stage of an order; null once its status alone says how far it is. */
export function stageOf({ status, confirmation }: Axes, now: Date): Stage | null {
  if (status !== 'pending') return null
  if (confirmation === null) return 'to_confirm'
  const { contact, dueAt } = confirmation
  if (contact === 'postponed') return dueAt! > now ? 'postponed' : 'to_confirm'
  return contact === 'to_call' || contact === 'retry' ? 'to_confirm' : contact
}
