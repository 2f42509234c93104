import type { CallOutcome } from '#features/calls/model.ts'
import { type CancelReason, REASON_NAMES } from '#features/orders/model.ts'

/** A question that the bar below the card puts before an outcome can be sent. */
export type Question = 'hour' | 'reason'

interface OutcomeButton {
  key: string
  outcome: CallOutcome
  label: string
  /** Its act in the list of keys. */
  does: string
  /** The outcome as the line of the last order says it. */
  done: string
  question?: Question
}

/** The outcomes of a call in the order of their keys. */
export const OUTCOMES: readonly OutcomeButton[] = [
  { key: '1', outcome: 'confirmed', label: 'Confirmée', does: 'Noter «\u00A0confirmée\u00A0»', done: 'confirmée' },
  {
    key: '2',
    outcome: 'no_answer',
    label: 'Pas de réponse',
    does: 'Noter «\u00A0pas de réponse\u00A0»',
    done: 'pas de réponse',
  },
  { key: '3', outcome: 'busy', label: 'Occupé', does: 'Noter «\u00A0occupé\u00A0»', done: 'occupé' },
  {
    key: '4',
    outcome: 'postponed',
    label: 'Rappeler à…',
    does: 'Choisir l’heure d’un rappel',
    done: 'reportée',
    question: 'hour',
  },
  {
    key: '5',
    outcome: 'wrong_number',
    label: 'Faux numéro',
    does: 'Noter «\u00A0faux numéro\u00A0»',
    done: 'faux numéro',
  },
  {
    key: '6',
    outcome: 'cancelled',
    label: 'Annuler…',
    does: 'Annuler la commande, avec son motif',
    done: 'annulée',
    question: 'reason',
  },
]

/** An outcome in the words of the line that stays of an order. */
export const doneInWords = (outcome: CallOutcome): string => OUTCOMES.find((each) => each.outcome === outcome)!.done

/** Reasons that a customer may give before her parcel has left, most frequent first. */
const REASONS = [
  'changed_mind',
  'address',
  'out_of_stock',
  'duplicate',
  'unreachable',
  'wrong_number',
  'other',
] as const satisfies readonly CancelReason[]

/** The reasons with the digit that chooses each. */
export const REASON_CHOICES = REASONS.map((reason, nth) => ({
  key: String(nth + 1),
  reason,
  label: REASON_NAMES[reason].replace(/^./, (letter) => letter.toUpperCase()),
}))

/** A digit settles the card, opens a question, or answers the open one. Null for one that means nothing here. */
export type DigitAct =
  | { settle: CallOutcome; reason?: CancelReason; at?: Date }
  | { ask: Question }
  | { typeHour: true }
  | null

/** The act of a digit while a question is open, or none is. `hours` are the hours that are offered. */
export function actOfDigit(digit: string, open: Question | null, hours: readonly Date[]): DigitAct {
  const nth = Number(digit) - 1
  if (open === 'hour') {
    const at = hours[nth]
    if (at) return { settle: 'postponed', at }
    return nth === hours.length ? { typeHour: true } : null
  }
  if (open === 'reason') {
    const choice = REASON_CHOICES[nth]
    return choice ? { settle: 'cancelled', reason: choice.reason } : null
  }
  const button = OUTCOMES[nth]
  if (!button) return null
  return button.question ? { ask: button.question } : { settle: button.outcome }
}
