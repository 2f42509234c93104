import { GRADES, type Role } from '#features/accounts/model.ts'
import type { OrderStatus, PaymentStatus } from '#features/orders/model.ts'
import type { GainChoice } from '#features/settings/model.ts'
import { DAY_MS } from '#platform/kernel/durations.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { atLeastZero, type Centimes, dh, formatDirhams, minus, ZERO } from '#platform/kernel/money.ts'
import { invalidField, Refusal } from '#platform/kernel/refusal.ts'
import { type BrokenInvariant, GAIN_FIELD, RIB_FIELD } from './model.ts'

/**
 * True for the gain of a delivered order that cannot be requested yet: the shop waits for its money. Where gains can be requested
 * from the delivery on, none waits.
 */
export const isWaitingForPayment = (
  { payment, isWithdrawn }: { payment: PaymentStatus; isWithdrawn: boolean },
  when: GainChoice,
): boolean => when === 'paid' && payment === 'pending' && !isWithdrawn

/** The sum that a buyer can withdraw, in centimes: sales less withdrawals that were not refused, at least 0. */
export const salesDue = (sold: Centimes, withdrawn: Centimes): Centimes => atLeastZero(minus(sold, withdrawn))

/** Refuses (422) a withdrawal from an empty balance. */
export function mustHaveBalance(due: Centimes): void {
  if (due <= ZERO) throw new Refusal('invalid', 'nothing_to_withdraw', 'Votre balance est vide.')
}

/** Refuses (422) a balance on the page that is not today's: an order or a payment has changed it since. */
export function mustMatchBalance(shown: Centimes, due: Centimes): void {
  mustHaveBalance(due)
  if (shown !== due)
    throw invalidField(GAIN_FIELD, 'balance_changed', `Votre solde est maintenant de ${formatDirhams(due)}.`)
}

/** Refuses (422) a withdrawal without a RIB to pay it to. */
export function mustHaveRib(rib: string | null): void {
  if (rib === null) throw invalidField(RIB_FIELD, 'rib_missing', "Ajoutez d'abord votre RIB dans votre profil.")
}

const RECENT_RIB_MS = 7 * DAY_MS

/** True for a week after a change of RIB, in which whoever pays out should check with the account's owner. */
export const isRibRecent = (changedAt: Date | null, now: Date): boolean =>
  changedAt !== null && now.getTime() - changedAt.getTime() <= RECENT_RIB_MS

/** Refuses (409) a file for the bank that would pay withdrawals that do not wait any more, or nothing. */
export function mustAllWait(wanted: number | null, waiting: number): void {
  if (wanted !== null && waiting < wanted)
    throw new Refusal(
      'conflict',
      'withdrawal_not_waiting',
      'Un des retraits choisis n’est plus en attente\u00A0: rechargez la liste.',
    )
  if (waiting === 0) throw new Refusal('conflict', 'nothing_waits', 'Aucun retrait n’est en attente.')
}

/** Refuses (409) to approve a buyer's withdrawal by the call for the others', and the other way round. */
export function mustBeOfKind(role: Role, wanted: 'buyer' | 'others' | 'any'): void {
  if (wanted !== 'any' && (role === 'buyer') !== (wanted === 'buyer'))
    throw new Refusal('conflict', 'withdrawal_of_other_kind', 'Ce retrait s’approuve par l’autre appel.')
}

/**
 * Refuses (409) to move an account's money while a broken invariant of the books names it, or names no account: its balance
 * cannot be trusted then.
 */
export function mustHaveSoundBooks(account: AccountId, broken: readonly BrokenInvariant[]): void {
  if (broken.some(({ accounts }) => accounts === null || accounts.includes(account)))
    throw new Refusal(
      'conflict',
      'withdrawals_suspended',
      'Les retraits sont suspendus le temps d’une vérification des comptes. Réessayez plus tard.',
    )
}

export const unknownWithdrawal = () => new Refusal('missing', 'unknown_withdrawal', 'Ce retrait n’existe pas.')

/** Refuses (409) to settle the payment of an order that has not been delivered. */
export function mustBeDelivered(status: OrderStatus): void {
  if (status !== 'delivered')
    throw new Refusal('conflict', 'order_not_delivered', 'Seule une commande livrée peut être payée ou non payée.')
}

/** Refuses (409) to pay an order whose payment was settled already. */
export function mustWaitForPayment(id: number, payment: PaymentStatus): void {
  if (payment !== 'pending')
    throw new Refusal('conflict', 'payment_settled', `Le paiement de la commande ${id} est déjà réglé.`)
}

/** Refuses (409) to void the payment of an order whose gain is in a withdrawal that was not refused. */
export function mustNotBeInWithdrawal(payment: 'paid' | 'void', withdrawalId: number | null): void {
  if (payment === 'void' && withdrawalId !== null)
    throw new Refusal(
      'conflict',
      'gain_in_withdrawal',
      `Le gain de cette commande est dans le retrait n° ${withdrawalId}\u00A0: refusez d’abord ce retrait.`,
    )
}

type Grade = (typeof GRADES)[number]

/** Delivered gains from which a supplier has each grade. */
const GRADE_THRESHOLDS: Record<Grade, Centimes> = {
  Bronze: dh(0),
  Argent: dh(2_000),
  Or: dh(10_000),
  Diamant: dh(50_000),
}

/** The grade of a supplier with these delivered gains, in centimes. */
export const gradeOf = (gains: Centimes): Grade =>
  GRADES.findLast((grade) => gains >= GRADE_THRESHOLDS[grade]) ?? GRADES[0]

/** The grade above that of these gains, and what is missing before it, in centimes; null above the last one. */
export function nextGradeOf(gains: Centimes): { grade: Grade; missing: Centimes } | null {
  const grade = GRADES.find((each) => GRADE_THRESHOLDS[each] > gains)
  return grade ? { grade, missing: minus(GRADE_THRESHOLDS[grade], gains) } : null
}

const THURSDAY = 4

/** Rule: transfers are made on Thursdays. Gives the next one from a day on, that day included: `2026-11-26`. */
export function nextPayday(today: string): string {
  const day = new Date(`${today}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + ((THURSDAY - day.getUTCDay() + 7) % 7))
  return day.toISOString().slice(0, 10)
}

/** Result of a withdrawal in a call for several that failed for another reason than a rule. */
export const NOT_APPROVED = 'Ce retrait n’a pas pu être approuvé. Réessayez.'
