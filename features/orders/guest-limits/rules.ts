import type { Settings } from '#features/settings/model.ts'
import { type Centimes, dh, formatDirhams } from '#platform/kernel/money.ts'
import { type Problem, Refusal } from '#platform/kernel/refusal.ts'
import { lineField, TOTAL_FIELD } from '../model.ts'

// One visitor must not empty the shelves: nobody has paid yet, and nobody is known. Browser-safe: pages say it first.

/** What a visitor may order at once, and how to reach the shop for more. */
export interface GuestLimits {
  /** Of one product. */
  pieces: number
  total: Centimes
  contact: string
}

export const guestLimitsOf = (settings: Settings): GuestLimits => ({
  pieces: Number(settings.maxPieces),
  total: dh(Number(settings.maxGuestTotal)),
  contact: contactInWords(settings),
})

function contactInWords({ phone, email, chatNumber }: Settings): string {
  const ways = [
    phone && `appelez-nous au ${phone.replace(/\d\d(?=(?:\d\d)+$)/g, '$&\u00A0')}`,
    chatNumber && `écrivez-nous sur WhatsApp (+${chatNumber})`,
    email && `écrivez-nous à ${email}`,
  ].filter(Boolean)
  return ways.slice(0, 2).join(' ou ') || 'contactez-nous'
}

/** What is wrong with a line of so many pieces; null when nothing is. */
export const piecesProblem = (quantity: number, { pieces, contact }: GuestLimits): string | null =>
  quantity > pieces ? `Pour plus de ${pieces}\u00A0pièces d’un produit, ${contact}.` : null

/** What is wrong with an order that costs so much; null when nothing is. */
export const totalProblem = (total: Centimes, { total: most, contact }: GuestLimits): string | null =>
  total > most ? `Pour une commande de plus de ${formatDirhams(most).replace(',00', '')}, ${contact}.` : null

/** Refuses (422) a visitor's order above what one may order at once. */
export function mustBeOfUsualSize(lines: readonly { quantity: number }[], total: Centimes, limits: GuestLimits): void {
  const problems: Record<string, Problem[]> = {}
  lines.forEach(({ quantity }, index) => {
    const message = piecesProblem(quantity, limits)
    if (message !== null) problems[lineField('quantity', index)] = [{ code: 'too_many_pieces', message }]
  })
  const message = totalProblem(total, limits)
  if (message !== null) problems[TOTAL_FIELD] = [{ code: 'total_too_high', message }]
  const [first] = Object.values(problems).flat()
  if (first) throw new Refusal('invalid', first.code, first.message, problems)
}

/** Above half of it the admin looks twice. */
export const isLarge = (lines: readonly { quantity: number }[], total: Centimes, limits: GuestLimits): boolean =>
  total * 2 > limits.total || lines.some(({ quantity }) => quantity * 2 > limits.pieces)
