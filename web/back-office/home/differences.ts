import { formatInteger } from '#platform/kernel/text.ts'

const BEFORE = 'les\u00A030\u00A0jours d’avant'

/** A figure beside the one before it, in words: `12 % de plus que les 30 jours d’avant`. */
export function differenceOf(now: number, before: number): string {
  if (before === 0) return now === 0 ? `Rien non plus ${BEFORE}` : `Rien ${BEFORE}`
  const percent = Math.round((100 * (now - before)) / before)
  if (percent === 0) return `Comme ${BEFORE}`
  return `${formatInteger(Math.abs(percent))}\u00A0% ${percent > 0 ? 'de plus' : 'de moins'} que ${BEFORE}`
}

interface Ended {
  delivered: number
  cancelled: number
}

/** The delivered part of the orders that have ended, in percent; null while none has. */
export function deliveredShare({ delivered, cancelled }: Ended): number | null {
  const ended = delivered + cancelled
  return ended === 0 ? null : Math.round((100 * delivered) / ended)
}

/** A share beside the one before it, in words: `3 points de plus que les 30 jours d’avant`. */
export function shareDifferenceOf(now: Ended, before: Ended): string {
  const [share, earlier] = [deliveredShare(now), deliveredShare(before)]
  if (share === null) return 'Aucune commande terminée'
  if (earlier === null) return `Aucune commande terminée ${BEFORE}`
  const points = Math.abs(share - earlier)
  if (points === 0) return `Comme ${BEFORE}`
  return `${points}\u00A0${points > 1 ? 'points' : 'point'} ${share > earlier ? 'de plus' : 'de moins'} que ${BEFORE}`
}
