import * as z from 'zod/mini'
import { customerAnswer, orderAnswer, orderRequest, recipientRequest } from '#features/orders/contract.ts'
import {
  CUSTOMER_FIELD,
  lineField,
  type PlacedOrder,
  PROMO_FIELD,
  RECIPIENT_FIELDS,
  type Recipient,
} from '#features/orders/names.ts'
import type { FieldMessages } from '#platform/kernel/refusal.ts'
import { ApiError, callApi } from '#web/api.ts'
import type { Lines } from '#web/cart/lines.ts'
import { fieldSentence } from '#web/french-errors.ts'
import { type AttemptContent, forgetAttempt, keyFor } from './checkout-attempt.ts'

/**
 * Gives the shop a recipient, then the order, each carried out once however often this is called with the same content.
 * Throws as `callApi` does.
 */
export async function placeOrder(content: AttemptContent): Promise<PlacedOrder> {
  const order = await placeOrRenew(content)
  forgetAttempt()
  return order
}

async function placeOrRenew(content: AttemptContent): Promise<PlacedOrder> {
  try {
    return await placeUnder(keyFor(content), content)
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 422 && CUSTOMER_FIELD in error.fields)) throw error
    // A visitor's customer record takes orders for an hour only, and this key still leads to the old one. The order
    // itself was not placed under it: the server would have answered with it.
    forgetAttempt()
    return placeUnder(keyFor(content), content)
  }
}

async function placeUnder(idempotencyKey: string, { recipient, lines, promoCode }: AttemptContent) {
  const created = await whenFree(() =>
    callApi('/api/customers/create', {
      method: 'POST',
      body: z.encode(recipientRequest, { ...recipient, email: null }),
      idempotencyKey,
      answer: customerAnswer,
    }),
  )
  const body = z.encode(orderRequest, {
    lines: lines.map(({ productId, quantity, price, userPrice }) => ({ productId, quantity, price, userPrice })),
    customerId: created.customer.id,
    promoCode,
  })
  const { order } = await whenFree(() =>
    callApi('/api/orders/create', { method: 'POST', body, idempotencyKey, answer: orderAnswer }),
  )
  return order
}

const TRIES = 3

/** A 409 with a time says that the same call is still being carried out: its answer is worth waiting for. */
async function whenFree<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  for (let left = TRIES - 1; ; left--) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 409 && error.retryAfterSeconds !== null) || left === 0)
        throw error
      const pause = error.retryAfterSeconds * 1000
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

/** What a refusal says of the code, of the recipient's fields and of the lines, in French. */
export function problemsIn(fields: FieldMessages, lines: Lines) {
  return {
    isPromoRefused: PROMO_FIELD in fields,
    recipient: recipientProblems(fields),
    ofLines: lineProblems(fields, lines),
  }
}

/** The first message of each field. */
function recipientProblems(fields: FieldMessages): Partial<Record<keyof Recipient, string>> {
  const problems: Partial<Record<keyof Recipient, string>> = {}
  for (const field of Object.keys(RECIPIENT_FIELDS) as (keyof Recipient)[]) {
    const message = fields[RECIPIENT_FIELDS[field]]?.[0]
    if (message) problems[field] = fieldSentence(message)
  }
  return problems
}

const LINE_FIELDS = ['productId', 'quantity', 'price', 'userPrice'] as const

/** All messages of each line, under its product. */
function lineProblems(fields: FieldMessages, lines: Lines): ReadonlyMap<number, string> {
  const problems = new Map<number, string>()
  lines.forEach((line, index) => {
    const messages = LINE_FIELDS.flatMap((field) => fields[lineField(field, index)] ?? []).map((message) =>
      fieldSentence(message),
    )
    if (messages.length > 0) problems.set(line.productId, [...new Set(messages)].join(' '))
  })
  return problems
}
