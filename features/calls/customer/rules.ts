import type { OrderStatus } from '#features/orders/model.ts'
import { nextDays } from '#platform/kernel/days/next-days.ts'
import { DAY_MS } from '#platform/kernel/durations.ts'
import { type Centimes, formatDirhams, formatShortDirhams } from '#platform/kernel/money.ts'
import { invalidField, Refusal } from '#platform/kernel/refusal.ts'
import { CUSTOMER_REASONS, type CustomerReason, LONGEST_PROMISE_DAYS } from '../model.ts'

/** A link works for seven days from when it was last sent. */
export const LINK_LIFE_MS = 7 * DAY_MS

export const deadLink = () => new Refusal('missing', 'link_dead', 'Ce lien n’est plus valable.')

/** The refusal (409) of an answer about an order that is over or has left. */
export const tooLate = (status: OrderStatus) =>
  status === 'cancelled'
    ? new Refusal('conflict', 'cancelled_meanwhile', 'Cette commande est déjà annulée.')
    : new Refusal('conflict', 'left_meanwhile', 'Votre colis est déjà parti\u00A0: le livreur vous appellera.')

/** Days from which a customer may be there: the next fourteen, from tomorrow on. */
export const offeredDays = (now: Date): { day: string; words: string }[] => nextDays(now, LONGEST_PROMISE_DAYS)

/** Refuses (422) a day that is not among those offered. */
export function mustBeOffered(day: string | null, now: Date): string {
  if (day === null) throw invalidField('day', 'required', 'The day field is required.')
  if (!offeredDays(now).some((offered) => offered.day === day))
    throw invalidField('day', 'day_not_offered', `Choisissez un jour parmi les ${LONGEST_PROMISE_DAYS} prochains.`)
  return day
}

/** Refuses (422) a reason that is not a customer's. */
export function mustBeOfCustomer(reason: string | null): CustomerReason {
  if (reason !== null && reason in CUSTOMER_REASONS) return reason as CustomerReason
  throw invalidField('Reason', 'reason_of_customer', 'Choisissez une raison.')
}

export const wrongDigits = () =>
  invalidField('last4', 'wrong_digits', 'Ce ne sont pas les 4 derniers chiffres du téléphone de la commande.')

/** True when these are the last four digits of a phone, whatever stands between them. */
export const areLastDigits = (typed: string, phone: string): boolean =>
  typed.replace(/\D/g, '') === phone.slice(-4) && phone.length >= 4

/** The sentence about another fee, before it is agreed to. */
export const newTotalInWords = (city: string, delivery: Centimes, collected: Centimes): string =>
  `La livraison à ${city} coûte ${formatShortDirhams(delivery)}\u00A0: le total devient ${formatDirhams(collected)}.`

export const noMobile = () =>
  invalidField('Phone', 'no_mobile', 'Ce numéro n’est pas un mobile\u00A0: WhatsApp ne le connaît pas.')
