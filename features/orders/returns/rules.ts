import { type Problem, Refusal } from '#platform/kernel/refusal.ts'
import { formatMinute } from '#platform/kernel/time.ts'
import { COUNTS_FIELD, type CountedPieces, type LineToCount, type PieceCounts } from '../model.ts'
import { invalidFields, isOutside, type Whereabouts } from '../rules.ts'

/** A parcel is given up when it has been gone for so many days. */
export const LOST_AFTER_DAYS = 15

const DAY_MS = 24 * 60 * 60 * 1000

/** Why an order's pieces came back before; null when they did not. */
export interface EarlierReturn {
  how: 'received' | 'lost'
  /** Null of those that came back before there was a list of them. */
  by: string | null
}

/** Refuses (409) to take back what is not outside, each time with its own sentence. */
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

/** Whether a parcel that left at a moment may be given up. */
export const hasBeenGoneForLong = (leftAt: Date, now: Date): boolean => daysUntilLost(leftAt, now) <= 0

/** Refuses (409) to give up a parcel that has not been gone for long enough. */
export function mustBeGoneForLong(leftAt: Date, now: Date): void {
  if (hasBeenGoneForLong(leftAt, now)) return
  const days = daysUntilLost(leftAt, now)
  throw new Refusal(
    'conflict',
    'too_early_for_lost',
    `Un colis se déclare perdu ${LOST_AFTER_DAYS} jours après son départ\u00A0: encore ${days} ${days > 1 ? 'jours' : 'jour'}.`,
  )
}

/** A line of an order, and how its pieces came back. */
export type CountedLine = LineToCount & PieceCounts

/** What was counted of a parcel against what had left with it; nothing counted means that all is intact. */
export function checkCounts(lines: readonly LineToCount[], counted: readonly CountedPieces[] | null): CountedLine[] {
  if (counted === null) return lines.map((line) => ({ ...line, intact: line.quantity, damaged: 0, missing: 0 }))
  const problems: Record<string, Problem[]> = {}
  const known = new Map(lines.map((line) => [line.id, line]))
  const checked = counted.flatMap(({ lineId, ...counts }, index) => {
    const line = known.get(lineId)
    const problem = line ? countProblem(line, counts) : UNKNOWN_LINE
    known.delete(lineId)
    if (problem) problems[`${COUNTS_FIELD}.${index}`] = [problem]
    return line ? [{ ...line, ...counts }] : []
  })
  const [forgotten] = known.values()
  if (forgotten) problems[COUNTS_FIELD] = [{ code: 'line_not_counted', message: `Comptez aussi ${forgotten.name}.` }]
  if (Object.keys(problems).length > 0) throw invalidFields(problems)
  return checked
}

const UNKNOWN_LINE: Problem = {
  code: 'line_of_another_order',
  message: 'Cette ligne n’est pas de la commande, ou elle est comptée deux fois.',
}

/** What is wrong with the pieces counted of a line; null when they are those that left. */
export function countProblem(
  { name, quantity }: Pick<LineToCount, 'name' | 'quantity'>,
  { intact, damaged, missing }: PieceCounts,
): Problem | null {
  const sum = intact + damaged + missing
  if (sum === quantity) return null
  const left = quantity > 1 ? `${quantity} pièces sont parties` : '1 pièce est partie'
  return { code: 'pieces_do_not_add_up', message: `${name}\u00A0: ${left}, vous en comptez ${sum}.` }
}
