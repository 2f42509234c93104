import type { Contact } from '#features/calls/model.ts'
import type { OrderStatus, PaymentStatus } from '#features/orders/model.ts'
import type { ParcelState } from '#features/parcels/model.ts'
import type { Stage } from './model.ts'

/** The word of each axis about an order. */
interface Axes {
  status: OrderStatus
  payment: PaymentStatus
  /** Null when nobody has called. */
  confirmation: { contact: Contact; dueAt: Date | null } | null
  /** Null when there is no parcel. */
  parcel: ParcelState | null
}

/** The stage of an order. The status goes first: a parcel that contradicts it is listed elsewhere, and says nothing here. */
export function stageOf({ status, payment, confirmation, parcel }: Axes, now: Date): Stage {
  switch (status) {
    case 'pending':
      return stageOfPending(confirmation, now)
    case 'assigned':
      return 'to_ship'
    case 'in_transit':
      return ON_THE_WAY[parcel ?? 'handed']
    case 'delivered':
      return DELIVERED[payment]
    case 'cancelled':
      return CANCELLED[parcel ?? 'prepared']
  }
}

function stageOfPending(confirmation: Axes['confirmation'], now: Date): Stage {
  if (confirmation === null) return 'to_confirm'
  const { contact, dueAt } = confirmation
  if (contact === 'postponed') return dueAt! > now ? 'postponed' : 'to_confirm'
  return contact === 'to_call' || contact === 'retry' ? 'to_confirm' : contact
}

const ON_THE_WAY: Readonly<Record<ParcelState, Stage>> = {
  prepared: 'handed',
  handed: 'handed',
  in_network: 'on_the_way',
  out: 'out',
  no_answer: 'to_chase',
  postponed: 'to_chase',
  wrong_number: 'to_chase',
  out_of_zone: 'to_chase',
  delivered: 'handed',
  refused: 'refused',
  returning: 'refused',
  back: 'handed',
  lost: 'handed',
}

const DELIVERED: Readonly<Record<PaymentStatus, Stage>> = { pending: 'delivered', paid: 'paid', void: 'unpaid' }

const CANCELLED: Readonly<Record<ParcelState, Stage>> = {
  prepared: 'cancelled',
  handed: 'coming_back',
  in_network: 'coming_back',
  out: 'coming_back',
  no_answer: 'coming_back',
  postponed: 'coming_back',
  wrong_number: 'coming_back',
  out_of_zone: 'coming_back',
  delivered: 'cancelled',
  refused: 'coming_back',
  returning: 'coming_back',
  back: 'back',
  lost: 'lost',
}
