import type { CallState } from '#features/calls/contract.ts'
import type { OrderStatus } from '#features/orders/model.ts'
import { type Stage, stageOf } from '#features/tracking/rules.ts'
import { momentInWords } from '#platform/kernel/time.ts'

interface StagedOrder {
  status: OrderStatus
  confirmation: CallState | null
}

/** The stage of a pending order in words: `à confirmer`, `reportée au 24 novembre à 10 h`; null once its status says all. */
export function stageInWords(order: StagedOrder, now: Date): { stage: Stage; words: string } | null {
  const stage = stageOf(order, now)
  return stage && { stage, words: WORDS[stage](order.confirmation, now) }
}

const WORDS: Readonly<Record<Stage, (state: CallState | null, now: Date) => string>> = {
  to_confirm: () => 'à confirmer',
  postponed: (state, now) => `reportée ${dayAndHour(momentInWords(state!.dueAt!, now))}`,
  unreachable: (state) => `injoignable (${callsInWords(state!.calls)})`,
  wrong_number: () => 'faux numéro',
  confirmed: () => 'confirmée',
}

const callsInWords = (calls: number): string => `${calls}\u00A0${calls === 1 ? 'appel' : 'appels'}`

/** `le 24 novembre à 10 h` as `au 24 novembre à 10 h`; of today the hour alone. */
const dayAndHour = (moment: string): string =>
  moment.startsWith('le ') ? moment.replace('le ', 'au ') : moment.slice(moment.lastIndexOf('à\u00A0'))
