import type { Settings } from '#features/settings/model.ts'
import { type Centimes, dh, formatShortDirhams } from '#platform/kernel/money.ts'
import { readablePhone } from '#platform/kernel/readable-phone.ts'
import { type Problem, Refusal } from '#platform/kernel/refusal.ts'
import { lineField, TOTAL_FIELD } from '../model.ts'

// Limits of a visitor's order: it is unpaid and anonymous, and must not sell the shop out. Browser-safe: the checkout checks
// first.

/** The most that a visitor may order at once, and the shop's contact for more. */
export interface GuestLimits {
  /** Pieces of one product. */
  pieces: number
  total: Centimes
  contact: string
}

/** The limits and the contact that the owner has set, the total in centimes. */
export const guestLimitsOf = (settings: Contact & Pick<Settings, 'maxPieces' | 'maxGuestTotal'>): GuestLimits => ({
  pieces: Number(settings.maxPieces),
  total: dh(Number(settings.maxGuestTotal)),
  contact: contactInWords(settings),
})

type Contact = Pick<Settings, 'phone' | 'email' | 'chatNumber'>

function contactInWords({ phone, email, chatNumber }: Contact): string {
  const ways = [
    phone && `appelez-nous au ${readablePhone(phone)}`,
    chatNumber && `écrivez-nous sur WhatsApp (+${chatNumber})`,
    email && `écrivez-nous à ${email}`,
  ].filter(Boolean)
  return ways.slice(0, 2).join(' ou ') || 'contactez-nous'
}

/** The fault of a line of so many pieces, in French; null when there is none. */
export const piecesProblem = (quantity: number, { pieces, contact }: GuestLimits): string | null =>
  quantity > pieces ? `Pour plus de ${pieces}\u00A0pièces d’un produit, ${contact}.` : null

/** The fault of an order of that total, in French; null when there is none. */
export const totalProblem = (total: Centimes, { total: most, contact }: GuestLimits): string | null =>
  total > most ? `Pour une commande de plus de ${formatShortDirhams(most)}, ${contact}.` : null

/** Refuses (422) a visitor's order with too many pieces of a product or too high a total. */
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

/** An order above half of a limit is flagged for the admin. */
export const isLarge = (lines: readonly { quantity: number }[], total: Centimes, limits: GuestLimits): boolean =>
  total * 2 > limits.total || lines.some(({ quantity }) => quantity * 2 > limits.pieces)
