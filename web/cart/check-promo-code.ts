import { normalisePromoCode } from '#features/accounts/promo-codes/rules.ts'
import { callApi } from '#web/api/api.ts'
import { writeStored } from '#web/browser-storage.ts'
import { readSession } from '#web/session/stored-session.ts'
import { announce } from '#web/ui/live-region.tsx'
import { fields, nullable, text } from './plain-answer.ts'
import { forgetPromo, PROMO_KEY, readPromo, showPromo, storedPromo } from './stored-promo.ts'

export { saveArrivingPromo } from './arriving-promo.ts'

/** The giver's first name: null where it cannot be said. */
export const promoGiver = nullable((answer) => ({
  firstName: nullable(text)(fields<'first_name'>(answer).first_name),
}))

/**
 * Asks who gives the discount of a code: a first name, or the code itself; null when it is no active supplier's. Stores
 * the answer beside the code, if that is the stored one. Throws when the shop does not answer.
 */
export async function giverOf(typed: string, signal?: AbortSignal): Promise<string | null> {
  const code = normalisePromoCode(typed)
  const path = `/api/supplier-from-code/${encodeURIComponent(code)}` as const
  const answer = await callApi(path, { answer: { parse: promoGiver }, ...(signal && { signal }) })
  const giver = answer && (answer.firstName ?? code)
  if (giver) confirmPromo(code, giver)
  return giver
}

function confirmPromo(code: string, by: string): void {
  const stored = storedPromo()
  if (stored && normalisePromoCode(stored.code) === code) writeStored(PROMO_KEY, JSON.stringify({ ...stored, by }))
}

/**
 * Asks about the stored code, since its supplier may have been banned meanwhile. One that is nobody's is forgotten, and
 * the page says so until the next one.
 */
export async function checkStoredPromo(): Promise<void> {
  const role = readSession()?.role
  const code = readPromo()
  if (code === null || role === 'supplier' || role === 'buyer') return
  // The script in the head has looked up the code of a new link.
  const answered = await globalThis.promoAnswer
  try {
    const giver = answered?.code === code ? answered.giver : await giverOf(code)
    if (readPromo() !== code) return
    if (giver !== null) return confirmPromo(normalisePromoCode(code), giver)
    forgetPromo()
    showPromo('refused')
    announce('Ce code promo n’est pas valable.')
  } catch {
    // The code stays, and the next page asks again.
    if (storedPromo()?.by === undefined) showPromo('')
  }
}
