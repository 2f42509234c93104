import { dateInWords } from '#platform/kernel/days/day-in-words.ts'
import type { CourierId } from '#platform/kernel/ids.ts'
import { type Centimes, formatDirhams, ZERO } from '#platform/kernel/money.ts'
import { invalidField, Refusal } from '#platform/kernel/refusal.ts'
import { localDay } from '#platform/kernel/time.ts'
import type { LineDecision } from './model.ts'
import type { Totals } from './rules.ts'

export const unknownStatement = () => new Refusal('missing', 'unknown_statement', 'Ce relevé n’existe pas.')

export const unknownLine = () =>
  new Refusal('missing', 'unknown_statement_line', 'Cette ligne n’est pas dans le relevé.')

export const unknownCourier = () =>
  invalidField('courier_id', 'statement_courier', 'Choisissez le livreur de ce relevé.')

/** Refuses (422) a payment of a day to come. */
export function mustNotBeFuture(paidOn: string, now: Date): void {
  if (paidOn > localDay(now))
    throw invalidField('paid_on', 'paid_on_future', 'Cette date est à venir\u00A0: indiquez le jour du versement.')
}

/** Refuses (422) a list without a line. */
export function mustHaveLines(count: number): void {
  if (count === 0) throw invalidField('file', 'statement_without_lines', 'Ce tableau n’a aucune ligne sous ses titres.')
}

/** Refuses (422) a statement that brings nothing although its lines do. */
export function mustBringMoney({ received, net }: Totals): void {
  if (received <= ZERO && net > ZERO)
    throw invalidField(
      'received',
      'received_nothing',
      'Indiquez la somme que vous avez vraiment reçue, sur le compte ou en main propre.',
    )
}

/** Refusal (409) of a reference or a list that was entered before; null for one that somebody enters at the same time. */
export function enteredBefore(twin: { createdAt: Date; by: string; hasReference: boolean } | null): Refusal {
  const how = twin ? `le ${dateInWords(localDay(twin.createdAt), 'short')} par ${twin.by}` : 'à l’instant'
  return twin?.hasReference
    ? new Refusal('conflict', 'reference_entered', `Un relevé de cette référence a déjà été saisi ${how}.`)
    : new Refusal('conflict', 'statement_entered', `Ce relevé a déjà été saisi ${how}.`)
}

export const orderInOtherStatement = () =>
  new Refusal(
    'conflict',
    'order_in_other_statement',
    'Une commande de ce relevé vient d’être comptée dans un autre\u00A0: rechargez la page.',
  )

/** Refusal (409) of a line whose order another line of the same statement pays. */
export const orderOnOtherLine = (row: number) =>
  new Refusal('conflict', 'order_on_other_line', `Déjà comptée à la ligne ${row}\u00A0: écartez-la d’abord.`)

/** Refuses (409) to change a closed statement. */
export function mustBeOpen({ closedAt }: { closedAt: Date | null }): void {
  if (closedAt !== null)
    throw new Refusal(
      'conflict',
      'statement_closed',
      'Ce relevé est clos. Une erreur se corrige par un relevé correctif, avec des montants négatifs.',
    )
}

/** Refuses (422) a decision that the verdict of a line does not allow. */
export function mustBePossible(decision: LineDecision, options: readonly LineDecision[]): void {
  if (!options.includes(decision))
    throw invalidField('decision', 'line_decision', 'Cette ligne ne permet pas ce choix\u00A0: rechargez la page.')
}

/** Refuses (422) an order that nobody knows. */
export function mustKnowOrder(isKnown: boolean): void {
  if (!isKnown) throw invalidField('OrderID', 'line_order', 'Aucune commande n’a ce numéro.')
}

/** Refuses (422) an order that left with another courier. */
export function mustBeOfCourier(courierId: CourierId | null, statementOf: CourierId): void {
  if (courierId !== null && courierId !== statementOf)
    throw invalidField('OrderID', 'line_of_other_courier', 'Cette commande est partie avec un autre livreur.')
}

/** Refuses (409) to close while lines wait for a decision: because of their verdict, or because it changed. */
export function mustBeDecided({ undecided }: Totals): void {
  if (undecided > 0)
    throw new Refusal(
      'conflict',
      'lines_undecided',
      undecided === 1 ? 'Une ligne attend encore votre choix.' : `${undecided} lignes attendent encore votre choix.`,
    )
}

/** Refuses (409) to close when lines are judged otherwise than when somebody decided. */
export function mustBeJudgedTheSame(changed: number): void {
  if (changed > 0)
    throw new Refusal(
      'conflict',
      'verdicts_changed',
      changed === 1
        ? 'Une ligne a changé depuis\u00A0: vérifiez-la, puis choisissez de nouveau.'
        : `${changed} lignes ont changé depuis\u00A0: vérifiez-les, puis choisissez de nouveau.`,
    )
}

/** Refuses (422) a gap that nobody accepted, or without a reason, and (409) one that is another than what was accepted. */
export function mustAcceptGap(gap: Centimes, accepted: Centimes | undefined, reason: string | null): void {
  if (gap === ZERO) return
  if (accepted === undefined)
    throw invalidField(
      'accept_gap',
      'gap_not_accepted',
      `Le net et la somme reçue diffèrent de ${formatDirhams(gap)}\u00A0: acceptez cet écart ou revoyez les lignes.`,
    )
  if (accepted !== gap)
    throw new Refusal('conflict', 'gap_changed', `L’écart est maintenant de ${formatDirhams(gap)}\u00A0: vérifiez.`)
  if (!reason) throw invalidField('reason', 'gap_reason', 'Écrivez pourquoi vous acceptez cet écart.')
}

export const unknownClaim = () => new Refusal('missing', 'unknown_claim', 'Cette réclamation n’existe pas.')

/** Refuses (409) to settle a claim again. */
export function mustBeOpenClaim({ settledAt }: { settledAt: Date | null }): void {
  if (settledAt !== null) throw new Refusal('conflict', 'claim_settled', 'Cette réclamation est déjà réglée.')
}

/** Refuses (422) a sum below nothing or above what was claimed. */
export function mustBeWithinClaim(amount: Centimes, due: Centimes): void {
  if (amount < ZERO || amount > due)
    throw invalidField('settled_amount', 'claim_amount', `Indiquez la somme reçue, de 0 à ${formatDirhams(due)}.`)
}

/** Refuses (409) to claim orders of which one is not missing any more. */
export function mustAllBeMissing(wanted: number, missing: number): void {
  if (missing < wanted)
    throw new Refusal(
      'conflict',
      'order_not_missing',
      'Une de ces commandes est payée, réclamée ou dans un relevé depuis\u00A0: rechargez la page.',
    )
}
