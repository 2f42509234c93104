import * as z from 'zod/mini'
import { customerAnswer, orderAnswer, orderRequest, recipientRequest } from '#features/orders/contract.ts'
import {
  CUSTOMER_FIELD,
  lineField,
  type PlacedOrder,
  PROMO_FIELD,
  RECIPIENT_FIELDS,
  type Recipient,
  TOTAL_FIELD,
} from '#features/orders/model.ts'
import type { Centimes } from '#platform/kernel/money.ts'
import { ApiError, callApi, isUnanswered } from '#web/api/api.ts'
import { fieldSentence, fieldSentences } from '#web/api/french-errors.ts'
import { type Retry, withRetries } from '#web/api/retry.ts'
import type { CartLines } from '#web/cart/lines.ts'
import {
  beginOrder,
  forgetPendingOrder,
  markOrderRefused,
  type OrderContent,
  type PendingOrder,
} from './pending-order.ts'

export { withRetries }

/**
 * Gives the shop a recipient, then the order, each carried out once however often this is called with the same content.
 * An order that does not cost what the page shows is refused.
 * Throws as `callApi` does.
 */
export async function placeOrder(content: OrderContent, total: Centimes, persevere: Retry): Promise<PlacedOrder> {
  const order = await placeOrRenew(content, total, persevere)
  forgetPendingOrder()
  return order
}

async function placeOrRenew(content: OrderContent, total: Centimes, persevere: Retry): Promise<PlacedOrder> {
  try {
    return await placeUnder(beginOrder(content, total), content, persevere)
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 422 && CUSTOMER_FIELD in error.fields)) throw error
    // The record that this key leads to serves no order any more. The order itself was not placed under it: the server
    // would have answered with it.
    forgetPendingOrder()
    return placeUnder(beginOrder(content, total), content, persevere)
  }
}

async function placeUnder(attempt: PendingOrder, content: OrderContent, persevere: Retry): Promise<PlacedOrder> {
  try {
    return await sendUnder(attempt, content, persevere)
  } catch (error) {
    if (!isUnanswered(error)) markOrderRefused(attempt)
    throw error
  }
}

async function sendUnder({ key: idempotencyKey, total }: PendingOrder, content: OrderContent, persevere: Retry) {
  const { recipient, note, lines, promoCode } = content
  const created = await persevere((signal) =>
    callApi('/api/customers/create', {
      method: 'POST',
      body: z.encode(recipientRequest, { ...recipient, email: null }),
      idempotencyKey,
      answer: customerAnswer,
      signal,
    }),
  )
  const body = z.encode(orderRequest, {
    lines: lines.map(({ productId, quantity, price, userPrice }) => ({ productId, quantity, price, userPrice })),
    customerId: created.customer.id,
    customerKey: created.key ?? null,
    promoCode,
    note: note || null,
    total,
  })
  const { order } = await persevere((signal) =>
    callApi('/api/orders/create', { method: 'POST', body, idempotencyKey, answer: orderAnswer, signal }),
  )
  return order
}

/** What a refusal says of the code, of the recipient's fields and of the lines, in French. */
export function problemsIn(error: ApiError, lines: CartLines) {
  return {
    isPromoRefused: PROMO_FIELD in error.fields,
    /** The sentence that names it. */
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
