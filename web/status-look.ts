import { type OrderStatus, STATUS_NAMES } from '#features/orders/model.ts'
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
