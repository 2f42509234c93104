import { DAY_MS } from '#platform/kernel/durations.ts'
import { type Problem, Refusal } from '#platform/kernel/refusal.ts'
import { formatMinute } from '#platform/kernel/time.ts'
import { COUNTS_FIELD, type CountedPieces, type LineToCount, type PieceCounts } from '../model.ts'
import { invalidFields, isOutside, type Whereabouts } from '../rules.ts'

/** Days after its departure from which a parcel may be declared lost. */
export const LOST_AFTER_DAYS = 15

/** An earlier settlement of the same parcel. */
export interface EarlierReturn {
  how: 'received' | 'lost'
  /** The author's name; null when it is unknown. */
  by: string | null
}

/** Refuses (409) to settle a parcel whose pieces are not outside: delivered, settled before, or never handed to a courier. */
export function mustBeOutside(order: Whereabouts, earlier: EarlierReturn | null): void {
  if (isOutside(order)) return
  const { code, message } = whyNotOutside(order, earlier)
  throw new Refusal('conflict', code, message)
}

function whyNotOutside({ status, piecesBackAt }: Whereabouts, earlier: EarlierReturn | null): Problem {
  if (status === 'delivered')
    return {
      code: 'return_of_delivered',
      message: 'Cette commande est livrée\u00A0: est-ce un retour du client\u00A0?',
    }
  if (piecesBackAt !== null) {
    const verb = earlier?.how === 'lost' ? 'Déclaré perdu' : 'Déjà reçu'
    const by = earlier?.by ? ` par ${earlier.by}` : ''
    return { code: 'return_settled', message: `${verb} le ${formatMinute(piecesBackAt)}${by}.` }
  }
  return {
    code: 'never_left',
    message: 'Cette commande n’a pas été remise au livreur\u00A0: rien n’est à recevoir.',
  }
}

const daysUntilLost = (leftAt: Date, now: Date): number =>
  Math.ceil((leftAt.getTime() + LOST_AFTER_DAYS * DAY_MS - now.getTime()) / DAY_MS)

/** True `LOST_AFTER_DAYS` after the departure, when a parcel may be declared lost. */
export const hasBeenGoneForLong = (leftAt: Date, now: Date): boolean => daysUntilLost(leftAt, now) <= 0

/** Refuses (409) to declare a parcel lost before that. */
export function mustBeGoneForLong(leftAt: Date, now: Date): void {
  if (hasBeenGoneForLong(leftAt, now)) return
  const days = daysUntilLost(leftAt, now)
  throw new Refusal(
    'conflict',
    'too_early_for_lost',
    `Un colis se déclare perdu ${LOST_AFTER_DAYS} jours après son départ\u00A0: encore ${days} ${days > 1 ? 'jours' : 'jour'}.`,
  )
}

/** A line of an order with the count of its returned pieces. */
export type CountedLine = LineToCount & PieceCounts

/**
 * Checks the count of a parcel against the quantities that left; null counts all pieces as intact. Refuses (422) a line of
 * another order or counted twice, a line that is missing, and counts that do not add up.
 */
export function checkCounts(lines: readonly LineToCount[], counted: readonly CountedPieces[] | null): CountedLine[] {
  if (counted === null) return lines.map((line) => ({ ...line, intact: line.quantity, damaged: 0, missing: 0 }))
  const problems: Record<string, Problem[]> = {}
  const uncounted = new Map(lines.map((line) => [line.id, line]))
  const checked = counted.flatMap(({ lineId, ...counts }, index) => {
    const line = uncounted.get(lineId)
    const problem = line ? countProblem(line, counts) : UNKNOWN_LINE
    uncounted.delete(lineId)
    if (problem) problems[`${COUNTS_FIELD}.${index}`] = [problem]
    return line ? [{ ...line, ...counts }] : []
  })
  const [missing] = uncounted.values()
  if (missing) problems[COUNTS_FIELD] = [{ code: 'line_not_counted', message: `Comptez aussi ${missing.name}.` }]
  if (Object.keys(problems).length > 0) throw invalidFields(problems)
  return checked
}

const UNKNOWN_LINE: Problem = {
  code: 'line_of_another_order',
  message: 'Cette ligne n’est pas de la commande, ou elle est comptée deux fois.',
}

/** The fault of a line's count, in French; null when it adds up to the quantity that left. */
export function countProblem(
  { name, quantity }: Pick<LineToCount, 'name' | 'quantity'>,
  { intact, damaged, missing }: PieceCounts,
): Problem | null {
  const sum = intact + damaged + missing
  if (sum === quantity) return null
  const left = quantity > 1 ? `${quantity} pièces sont parties` : '1 pièce est partie'
  return { code: 'pieces_do_not_add_up', message: `${name}\u00A0: ${left}, vous en comptez ${sum}.` }
}
