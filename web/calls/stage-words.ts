import type { CallState } from '#features/calls/contract.ts'
import type { OrderStatus, PaymentStatus } from '#features/orders/model.ts'
import type { ParcelOfOrder } from '#features/parcels/contract.ts'
import type { Stage } from '#features/tracking/model.ts'
import { stageOf } from '#features/tracking/rules.ts'
import { momentInWords } from '#platform/kernel/time.ts'

interface StagedOrder {
  status: OrderStatus
  payment: PaymentStatus
  confirmation: CallState | null
  parcel: ParcelOfOrder | null
}

/**
 * The stage of an order in words: `à confirmer`, `reportée au 24 novembre à 10 h`, `en livraison depuis hier`; null while its
 * status says as much.
 */
export function stageInWords(order: StagedOrder, now: Date): { stage: Stage; words: string } | null {
  const stage = stageOf({ ...order, parcel: order.parcel?.state ?? null }, now)
  const words = WORDS[stage]?.(order, now)
  return words === undefined ? null : { stage, words }
}

const WORDS: Readonly<Partial<Record<Stage, (order: StagedOrder, now: Date) => string>>> = {
  to_confirm: () => 'à confirmer',
  postponed: ({ confirmation }, now) => `reportée ${dayAndHour(momentInWords(confirmation!.dueAt!, now))}`,
  unreachable: ({ confirmation }) => `injoignable (${callsInWords(confirmation!.calls)})`,
  wrong_number: () => 'faux numéro',
  confirmed: () => 'confirmée',
  on_the_way: () => 'en route',
  out: (order, now) => `en livraison ${sinceDay(order, now)}`,
  to_chase: (order, now) => `à relancer ${sinceDay(order, now)}`,
  refused: (order, now) => `refusée ${sinceDay(order, now)}`,
  delivered: () => 'à encaisser',
  paid: () => 'versée',
  unpaid: () => 'No Payé',
  coming_back: () => 'en retour',
  back: () => 'retour reçu',
  lost: () => 'perdue',
}

const callsInWords = (calls: number): string => `${calls}\u00A0${calls === 1 ? 'appel' : 'appels'}`

/** `le 24 novembre à 10 h` as `au 24 novembre à 10 h`; of today the hour alone. */
const dayAndHour = (moment: string): string =>
  moment.startsWith('le ') ? moment.replace('le ', 'au ') : moment.slice(moment.lastIndexOf('à\u00A0'))

/** The day since which a parcel is in its state: `depuis hier`. */
const sinceDay = ({ parcel }: StagedOrder, now: Date): string => {
  const moment = momentInWords(parcel!.since, now)
  return `depuis ${moment.slice(0, moment.lastIndexOf(' à\u00A0'))}`
}
