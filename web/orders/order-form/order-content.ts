import { normalisePromoCode } from '#features/accounts/promo-codes/rules.ts'
import { normalisePhone } from '#platform/kernel/phone.ts'
import type { CartLines } from '#web/cart/lines.ts'
import { readPromo } from '#web/cart/stored-promo.ts'
import { readSession } from '#web/session/stored-session.ts'
import { type Draft, readDraft } from './draft.ts'
import { addressOf } from './fields.ts'
import { type OrderContent, unansweredOrder } from './pending-order.ts'

/** The order to send, from the typed fields. A phone that cannot be normalised stays as it was typed. */
export function contentOf(draft: Draft, lines: CartLines, promoCode: string | null): OrderContent {
  const phone = normalisePhone(draft.phone) ?? draft.phone
  const recipient = { name: draft.name.trim(), phone, city: draft.city, address: addressOf(draft) }
  return { accountId: readSession()?.id ?? null, recipient, note: draft.note.trim(), lines, promoCode }
}

/** Compares the unanswered order, if any, with the one that a page with these lines would send now. */
export function unansweredWith(lines: CartLines) {
  const isSupplier = readSession()?.role === 'supplier'
  const promoCode = isSupplier ? null : normalisePromoCode(readPromo() ?? '') || null
  return unansweredOrder(contentOf(readDraft(), lines, promoCode))
}
