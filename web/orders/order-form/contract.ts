import type { OrderRequest, PlacedOrder, Recipient } from '#features/orders/model.ts'
import type { CustomerId, OrderId } from '#platform/kernel/ids.ts'
import { amount, fields, id, optional, text } from '#web/cart/plain-answer.ts'

// What the orders' contract does, by hand: see `plain-answer.ts`. The server checks what is sent, and says of each field
// what is wrong with it. A test compares the two.

/** The body that creates a customer. */
export const recipientBody = ({ name, phone, address, city }: Recipient) => ({
  Name: name,
  Phone: phone,
  Address: address,
  City: city,
  Email: null,
})

/** The body of an order: parallel arrays, prices in dirhams. */
export const orderBody = ({ lines, customerId, customerKey, promoCode, note, total }: OrderRequest) => ({
  product_ids: lines.map((line) => line.productId),
  prices: lines.map((line) => line.price / 100),
  priceGain: lines.map((line) => line.userPrice / 100),
  quantities: lines.map((line) => line.quantity),
  customer_id: customerId,
  customer_key: customerKey,
  promo_code: promoCode,
  note,
  total: total === null ? null : total / 100,
})

/** The customer's id and key, of the answer about it. */
export function createdCustomer(answer: unknown): { id: CustomerId; key: string | undefined } {
  const { customer, key } = fields<'customer' | 'key'>(answer)
  return { id: id<CustomerId>(fields<'CustomerID'>(customer).CustomerID), key: optional(text)(key) }
}

/** An order as its receipt tells of it. */
export type OrderOnReceipt = Omit<PlacedOrder, 'status' | 'subtotal'>

type WireName = 'OrderID' | 'discount' | 'delivery_fee' | 'total' | 'amount' | 'gain' | 'tracking' | 'code'

export function placedOrder(answer: unknown): OrderOnReceipt {
  const order = fields<WireName>(fields<'order'>(answer).order)
  return {
    id: id<OrderId>(order.OrderID),
    discount: amount(order.discount),
    delivery: amount(order.delivery_fee),
    total: amount(order.total),
    collected: optional(amount)(order.amount),
    gain: optional(amount)(order.gain),
    tracking: optional(text)(order.tracking),
    code: optional(text)(order.code),
  }
}
