import type { Recipient } from '#features/orders/model.ts'
import type { Centimes } from '#platform/kernel/money.ts'
import { ApiError, isAccountDeleted, isUnanswered, NetworkError } from '#web/api/api.ts'
import { errorSentence } from '#web/api/french-errors.ts'
import { type RetryOptions, withRetries } from '#web/api/retry.ts'
import type { CartLines } from '#web/cart/lines.ts'
import { saveReceipt } from '../receipt/receipt.ts'
import type { Trouble } from './order-trouble.tsx'
import type { OrderContent } from './pending-order.ts'
import { placeOrder, problemsIn } from './place-order.ts'
import type { Promo } from './use-promo.ts'

interface Sending extends RetryOptions {
  contentWith: (promoCode: string | null) => OrderContent
  lines: CartLines
  verifyPromo: Promo['verify']
  /** The total that the page shows for an order to this city, in centimes. */
  totalOf: (lines: CartLines, promoCode: string | null, city: string) => Centimes
}

/** The end of a try to order. */
export type Outcome =
  | { kind: 'placed' | 'promo refused' | 'account deleted' }
  | { kind: 'total changed'; sentence: string }
  | {
      kind: 'fields refused'
      recipient: Partial<Record<keyof Recipient, string>>
      ofLines: ReadonlyMap<number, string>
    }
  | { kind: 'trouble'; trouble: Trouble }

/** Places an order, sent again as long as nobody answers, and stores its receipt. Never throws. */
export async function sendOrder(sending: Sending): Promise<Outcome> {
  try {
    return await send(sending)
  } catch (error) {
    return outcomeOf(error, sending)
  }
}

async function send({ contentWith, lines, verifyPromo, totalOf, ...options }: Sending): Promise<Outcome> {
  const retry = withRetries(options)
  const promoCode = await retry(verifyPromo)
  if (promoCode === 'unknown') return { kind: 'promo refused' }
  const content = contentWith(promoCode)
  const { accountId, recipient } = content
  const order = await placeOrder(content, totalOf(lines, promoCode, recipient.city), retry)
  saveReceipt({ accountId, order, recipient, lines, placedAt: Date.now() })
  return { kind: 'placed' }
}

function outcomeOf(error: unknown, { signal, lines }: Sending): Outcome {
  const trouble = (trouble: Trouble): Outcome => ({ kind: 'trouble', trouble })
  if (isAccountDeleted(error)) return { kind: 'account deleted' }
  if (signal.aborted) return trouble({ kind: 'stopped' })
  const sentence = errorSentence(error)
  if (isUnanswered(error)) return trouble({ kind: 'no answer', sentence, isOffline: error instanceof NetworkError })
  if (!(error instanceof ApiError && error.status === 422)) return trouble({ kind: 'refused', sentence })
  const { isPromoRefused, newTotal, recipient, ofLines } = problemsIn(error, lines)
  if (isPromoRefused) return { kind: 'promo refused' }
  if (newTotal !== undefined) return { kind: 'total changed', sentence: newTotal }
  if (ofLines.size + Object.keys(recipient).length === 0) return trouble({ kind: 'refused', sentence })
  return { kind: 'fields refused', recipient, ofLines }
}
