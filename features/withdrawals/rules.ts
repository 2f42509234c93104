import type { Role } from '#features/accounts/names.ts'
import { atLeastZero, type Centimes, formatDirhams, minus, ZERO } from '#platform/kernel/money.ts'
import { invalidField, Refusal } from '#platform/kernel/refusal.ts'
import { GAIN_FIELD } from './names.ts'

/** What a buyer can ask for: sold and in no withdrawal that stands, at least 0. */
export const soldAndDue = (sold: Centimes, withdrawn: Centimes): Centimes => atLeastZero(minus(sold, withdrawn))

/** Refuses (422) to withdraw nothing. */
export function mustBeSomething(due: Centimes): void {
  if (due <= ZERO) throw new Refusal('invalid', 'Votre balance est vide.')
}

/** Refuses (422) a gain that is not what is due: the page was older than an order or a payment. */
export function mustBeDue(seen: Centimes, due: Centimes): void {
  mustBeSomething(due)
  if (seen !== due) throw invalidField(GAIN_FIELD, `Votre solde est maintenant de ${formatDirhams(due)}.`)
}

/** Buyers' withdrawals are approved by a call of their own; refuses (409) the other way round. */
export function mustBeOfKind(role: Role, wanted: 'buyer' | 'others'): void {
  if ((role === 'buyer') !== (wanted === 'buyer'))
    throw new Refusal('conflict', 'Ce retrait s’approuve par l’autre appel.')
}

/** Refuses (409) to move money while an invariant of the books does not hold: what is due cannot be trusted then. */
export function mustAddUp(broken: readonly string[]): void {
  if (broken.length > 0)
    throw new Refusal(
      'conflict',
      'Les retraits sont suspendus le temps d’une vérification des comptes. Réessayez plus tard.',
    )
}

export const unknownWithdrawal = () => new Refusal('missing', 'Ce retrait n’existe pas.')
