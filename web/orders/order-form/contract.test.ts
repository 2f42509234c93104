import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { product } from '#features/catalogue/contract.ts'
import {
  customerAnswer,
  orderAnswer,
  orderRequest,
  promoCodeAnswer,
  recipientRequest,
} from '#features/orders/contract.ts'
import { deliveryDatesAnswer } from '#features/orders/delivery-dates/contract.ts'
import type { OrderRequest, Recipient } from '#features/orders/model.ts'
import type { CustomerId, ProductId } from '#platform/kernel/ids.ts'
import { dh } from '#platform/kernel/money.ts'
import { promoGiver } from '#web/cart/check-promo-code.ts'
import { currentProduct } from '#web/cart/refresh/contract.ts'
import { deliveryDates } from '../delivery-dates/ask-delivery-dates.ts'
import { createdCustomer, orderBody, placedOrder, recipientBody } from './contract.ts'

// What customers' pages read and write by hand is what the contracts do.

const recipient: Recipient = { name: 'Salma', phone: '0612345678', city: 'Casablanca', address: 'Maârif, rue 4' }

const order: OrderRequest = {
  lines: [
    { productId: 1 as ProductId, quantity: 2, price: dh(149.5), userPrice: dh(149.5) },
    { productId: 8 as ProductId, quantity: 1, price: dh(60.07), userPrice: dh(72) },
  ],
  customerId: 7 as CustomerId,
  customerKey: 'k',
  promoCode: 'SARA10',
  note: 'Sonner deux fois',
  total: dh(304.35),
}

/** Text for text: an order that is sent again must have the very same body. */
const sent = (body: unknown) => JSON.stringify(body)

test('a customer and an order are sent as their contracts write them', () => {
  expect(sent(recipientBody(recipient))).toBe(sent(z.encode(recipientRequest, { ...recipient, email: null })))
  for (const each of [order, { ...order, customerKey: null, promoCode: null, note: null, total: null }])
    expect(sent(orderBody(each))).toBe(sent(z.encode(orderRequest, each)))
})

test('a created customer is read as its contract reads it, with a key or without', () => {
  const customer = { CustomerID: 7, Name: 'Salma', Phone: '0612345678', Address: 'Maârif', City: 'Rabat' }
  for (const answer of [{ customer, key: 'k' }, { customer }]) {
    const { customer: expected, key } = z.parse(customerAnswer, answer)
    expect(createdCustomer(answer)).toEqual({ id: expected.id, key })
  }
})

test('a placed order is read as its contract reads it, a supplier’s too', () => {
  const visitors = {
    OrderID: 201,
    status: 'en attente',
    subtotal: 299,
    discount: 29.9,
    delivery_fee: 35,
    total: 304.1,
    tracking: '/suivi/abc',
    code: 'ABCD',
  }
  for (const each of [visitors, { ...visitors, amount: 340.07, gain: 30.5, tracking: undefined }]) {
    const answer = { message: 'ok', order: each }
    const { status: _, subtotal: __, ...expected } = z.parse(orderAnswer, answer).order
    expect(placedOrder(answer)).toEqual(expected)
  }
})

test('a product, a code’s giver and the dates are read as their contracts read them', () => {
  const listed = {
    ProductID: 1,
    Name: 'Sérum éclat',
    Description: '',
    user_price: 149.5,
    StockQuantity: 5,
    Category: 'Cosmetique',
    image: 'products/serum.webp',
  }
  for (const answer of [listed, { ...listed, distributeur_price: 99.99 }]) {
    const { name, image, userPrice, distributorPrice, stock } = z.parse(product, answer)
    expect(currentProduct(answer)).toEqual({ name, image, userPrice, distributorPrice, stock })
  }
  for (const answer of [null, { supplier_id: 1, first_name: 'Sara', percent: 10 }]) {
    const giver = z.parse(promoCodeAnswer, answer)
    expect(promoGiver(answer)).toEqual(giver && { firstName: giver.firstName })
  }
  expect(promoGiver({ supplier_id: 1, first_name: null, percent: 10 })).toEqual({ firstName: null })
  for (const answer of [{ dates: null }, { dates: 'mardi 24' }])
    expect(deliveryDates(answer)).toBe(z.parse(deliveryDatesAnswer, answer).dates)
})

test('what is no such answer is refused', () => {
  for (const answer of [undefined, null, 7, 'ok', [], {}, { message: 'ok' }, { order: {}, customer: {} }])
    for (const read of [createdCustomer, placedOrder, currentProduct, deliveryDates])
      expect(() => read(answer)).toThrow(TypeError)
  for (const answer of [undefined, 7, 'ok', {}]) expect(() => promoGiver(answer)).toThrow(TypeError)
  const order = { OrderID: 1, discount: 0, delivery_fee: 35, total: 184.5 }
  for (const wrong of [{ OrderID: '1' }, { total: '184.5' }, { total: null }, { tracking: 1 }])
    expect(() => placedOrder({ order: { ...order, ...wrong } })).toThrow(TypeError)
})
