import {
  CUSTOMER_FIELD,
  lineField,
  PROMO_FIELD,
  RECIPIENT_FIELDS,
  type Recipient,
  TOTAL_FIELD,
} from '#features/orders/model.ts'
import type { Centimes } from '#platform/kernel/money.ts'
import { ApiError, callApi, isUnanswered } from '#web/api/api.ts'
import { fieldSentence, fieldSentences } from '#web/api/french-errors.ts'
import type { Retry } from '#web/api/retry.ts'
import type { CartLines } from '#web/cart/lines.ts'
import { beginOrder, forgetPendingOrder, markOrderRefused } from './begin-order.ts'
import { createdCustomer, type OrderOnReceipt, orderBody, placedOrder, recipientBody } from './contract.ts'
import type { OrderContent, PendingOrder } from './pending-order.ts'

/**
 * Creates the customer, then the order, each once however often this is called with the same content. The shop refuses
 * an order whose total is not the one on the page. Throws as `callApi` does.
 */
export async function placeOrder(content: OrderContent, total: Centimes, retry: Retry): Promise<OrderOnReceipt> {
  const order = await placeOrRenew(content, total, retry)
  forgetPendingOrder()
  // Loaded while the dialog is read, so that the receipt is there with its page.
  import('../receipt/receipt-panel.tsx').catch(() => undefined)
  return order
}

async function placeOrRenew(content: OrderContent, total: Centimes, retry: Retry): Promise<OrderOnReceipt> {
  try {
    return await placeUnder(beginOrder(content, total), content, retry)
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 422 && CUSTOMER_FIELD in error.fields)) throw error
    // The customer that this key created accepts no more orders. No order was placed under the key, or the server would
    // have answered with it.
    forgetPendingOrder()
    return placeUnder(beginOrder(content, total), content, retry)
  }
}

async function placeUnder(pending: PendingOrder, content: OrderContent, retry: Retry): Promise<OrderOnReceipt> {
  try {
    return await sendUnder(pending, content, retry)
  } catch (error) {
    if (!isUnanswered(error)) markOrderRefused(pending)
    throw error
  }
}

async function sendUnder({ key: idempotencyKey, total }: PendingOrder, content: OrderContent, retry: Retry) {
  const { recipient, note, lines, promoCode } = content
  const created = await retry((signal) =>
    callApi('/api/customers/create', {
      method: 'POST',
      body: recipientBody(recipient),
      idempotencyKey,
      answer: { parse: createdCustomer },
      signal,
    }),
  )
  const body = orderBody({
    lines,
    customerId: created.id,
    customerKey: created.key ?? null,
    promoCode,
    note: note || null,
    total,
  })
  return retry((signal) =>
    callApi('/api/orders/create', {
      method: 'POST',
      body,
      idempotencyKey,
      answer: { parse: placedOrder },
      signal,
    }),
  )
}

/** Sorts a refusal into problems of the promo code, the total, the recipient's fields and the lines, in French. */
export function problemsIn(error: ApiError, lines: CartLines) {
  return {
    isPromoRefused: PROMO_FIELD in error.fields,
    /** The sentence that names today's total. */
    newTotal: fieldSentences(error, [TOTAL_FIELD])[TOTAL_FIELD],
    recipient: fieldSentences(error, RECIPIENT_NAMES, RECIPIENT_FIELDS),
    ofLines: lineProblems(error, lines),
  }
}

const RECIPIENT_NAMES = Object.keys(RECIPIENT_FIELDS) as (keyof Recipient)[]

const LINE_FIELDS = ['productId', 'quantity', 'price', 'userPrice'] as const

/** All problems of each line, under its product. */
function lineProblems({ fields }: ApiError, lines: CartLines): ReadonlyMap<number, string> {
  const problems = new Map<number, string>()
  lines.forEach((line, index) => {
    const sentences = LINE_FIELDS.map((field) => lineField(field, index)).flatMap((field) =>
      (fields[field] ?? []).map((problem) => fieldSentence(field, problem)),
    )
    if (sentences.length > 0) problems.set(line.productId, [...new Set(sentences)].join(' '))
  })
  return problems
}
