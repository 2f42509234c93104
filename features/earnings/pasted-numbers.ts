import type { OrderStatus, PaymentStatus } from '#features/orders/model.ts'
import type { PastedVerdict } from './model.ts'

/** Pieces of a courier's list that are no order: a date, a phone, an hour, an amount with its centimes or its currency, a code. */
const NO_ORDERS = [
  // The mark of a number is no part of a code.
  /(?<![\p{L}\d])n[°ºo]?(?=\d)/giu,
  /\d{1,4}[/-]\d{1,2}[/-]\d{1,4}/g,
  /(?<!\d|\d\.)\d{1,2}\.\d{1,2}\.(?:\d{4}|\d{2})(?!\d|\.\d)/g,
  /\d{1,2}[:h]\d{2}(?::\d{2})?\b/g,
  /(?:\+|00)\s?212[\s.-]?\(?0?\)?[\s.-]?\d(?:[\s.-]?\d){8}/g,
  /\b0[5-8](?:[\s.-]?\d\d){4}\b/g,
  // `1 249,00 DH`: beside a plain space, more digits than that are the number of an order.
  /(?<!\d)(?:\d \d{3}|\d{1,3}(?:[.\u00A0\u202F]\d{3})+|\d+)(?:[.,]\d{1,2})?[^\S\r\n]?(?:DH|MAD)\b/gi,
  // Alone between other signs: `10,11,12` are three orders.
  /(?<!\d[.,]?)(?:\d \d{3}|\d{1,3}(?:[.\u00A0\u202F]\d{3})+|\d+)[.,]\d{2}(?![.,]?\d)/g,
  // A courier's own number, `OZ-812`: digits that letters touch, and all that hyphens join to them. `1042-Nadia` names an order.
  /(?<!\d)\d*\p{L}[\p{L}\d]*(?:[\p{Pd}_][\p{L}\d]+)*/gu,
]

/** The numbers of orders in a pasted text, separated by anything, as they were written and in their order. */
export function orderNumbersIn(pasted: string): string[] {
  const numbers = NO_ORDERS.reduce((text, other) => text.replace(other, ' '), pasted)
  return numbers.match(/\d+/g) ?? []
}

/** Rule: a list pays what was delivered and waits for its money. One that was given up is looked at by hand. */
export function pastedVerdict(order: { status: OrderStatus; payment: PaymentStatus } | null): PastedVerdict {
  if (order === null) return 'unknown'
  if (order.status !== 'delivered') return 'undelivered'
  return { pending: 'payable', paid: 'already', void: 'void' }[order.payment] as PastedVerdict
}
