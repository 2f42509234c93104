import { GRADES, type Role } from '#features/accounts/model.ts'
import type { OrderStatus } from '#features/orders/model.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { atLeastZero, type Centimes, dh, formatDirhams, minus, ZERO } from '#platform/kernel/money.ts'
import { invalidField, Refusal } from '#platform/kernel/refusal.ts'
import { type BrokenInvariant, GAIN_FIELD, RIB_FIELD } from './model.ts'

/** What a buyer can ask for: sold and in no withdrawal that stands, at least 0. */
export const salesDue = (sold: Centimes, withdrawn: Centimes): Centimes => atLeastZero(minus(sold, withdrawn))

/** Refuses (422) to withdraw nothing. */
export function mustHaveBalance(due: Centimes): void {
  if (due <= ZERO) throw new Refusal('invalid', 'nothing_to_withdraw', 'Votre balance est vide.')
}

/** Refuses (422) a gain that is not what is due: the page was older than an order or a payment. */
export function mustMatchBalance(seen: Centimes, due: Centimes): void {
  mustHaveBalance(due)
  if (seen !== due)
    throw invalidField(GAIN_FIELD, 'balance_changed', `Votre solde est maintenant de ${formatDirhams(due)}.`)
}

/** Refuses (422) a withdrawal that could be paid nowhere. */
export function mustHaveRib(rib: string | null): void {
  if (rib === null) throw invalidField(RIB_FIELD, 'rib_missing', "Ajoutez d'abord votre RIB dans votre profil.")
}

const RECENT_RIB_MS = 7 * 24 * 60 * 60 * 1000

/** Whether a RIB was changed so lately that whoever pays out should ask before. */
export const isRibRecent = (changedAt: Date | null, now: Date): boolean =>
  changedAt !== null && now.getTime() - changedAt.getTime() <= RECENT_RIB_MS

/** Buyers' withdrawals are approved by a call of their own; refuses (409) the other way round. */
export function mustBeOfKind(role: Role, wanted: 'buyer' | 'others'): void {
  if ((role === 'buyer') !== (wanted === 'buyer'))
    throw new Refusal('conflict', 'withdrawal_of_other_kind', 'Ce retrait s’approuve par l’autre appel.')
}

/**
 * Refuses (409) to move an account's money while an invariant of the books does not hold that names it, or that names
 * nobody: what is due cannot be trusted then.
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

/** Refuses (409) to give up the money of an order whose gain is in a withdrawal that was not refused. */
export function mustNotBeInWithdrawal(payment: 'paid' | 'void', withdrawalId: number | null): void {
  if (payment === 'void' && withdrawalId !== null)
    throw new Refusal(
      'conflict',
      'gain_in_withdrawal',
      `Le gain de cette commande est dans le retrait n° ${withdrawalId}\u00A0: refusez d’abord ce retrait.`,
    )
}

type Grade = (typeof GRADES)[number]

/** From how much of delivered gains on a supplier has each grade. */
const GRADE_THRESHOLDS: Record<Grade, Centimes> = {
  Bronze: dh(0),
  Argent: dh(2_000),
  Or: dh(10_000),
  Diamant: dh(50_000),
}

export const gradeOf = (gains: Centimes): Grade =>
  GRADES.findLast((grade) => gains >= GRADE_THRESHOLDS[grade]) ?? GRADES[0]
