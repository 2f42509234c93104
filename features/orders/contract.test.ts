import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { MAX_ID } from '#platform/kernel/ids.ts'
import {
  cancelReason,
  cartLine,
  changedOrder,
  orderAnswer,
  orderRequest,
  orderStatus,
  paymentStatus,
  recipientRequest,
  trackingRequest,
} from './contract.ts'
import { lineField, MAX_LINES, MAX_QUANTITY, REASON_NAMES, STATUS_NAMES } from './model.ts'

const amount = fc.integer({ min: 0, max: 5_000_000_000_000 })
const id = fc.integer({ min: 1, max: MAX_ID })
const quantity = fc.integer({ min: 1, max: MAX_QUANTITY })
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })

/** There and back through what really travels: JSON text. */
function roundTrip<Schema extends z.ZodMiniType>(schema: Schema, inside: z.output<Schema>): unknown {
  return z.decode(schema, JSON.parse(JSON.stringify(z.encode(schema, inside))))
}

const survives = <Schema extends z.ZodMiniType>(schema: Schema, values: fc.Arbitrary<unknown>) =>
  fc.assert(
    fc.property(values, (inside) => {
      expect(roundTrip(schema, inside as z.output<Schema>)).toEqual(inside)
    }),
  )

describe('what travels comes back as it was:', () => {
  test('a request for an order', () => {
    const lines = fc.uniqueArray(fc.record({ productId: id, quantity, price: amount, userPrice: amount }), {
      selector: (line) => line.productId,
      minLength: 1,
      maxLength: MAX_LINES,
    })
    const promoCode = fc.option(fc.stringMatching(/^[A-Z0-9]{6,12}$/))
    survives(
      orderRequest,
      fc.record({
        lines,
        customerId: id,
        customerKey: fc.option(fc.stringMatching(/^[\w-]{32}$/)),
        promoCode,
        note: fc.option(fc.stringMatching(/^[a-zé]{1,200}$/)),
        total: fc.option(amount),
      }),
    )
  })

  test('the answer to an order', () => {
    const order = fc.record({
      id,
      status: fc.constantFrom(...Object.keys(STATUS_NAMES)),
      subtotal: amount,
      discount: amount,
      delivery: amount,
      total: amount,
      collected: maybe(amount),
      gain: maybe(amount),
    })
    survives(orderAnswer, fc.record({ message: fc.string(), order }))
  })

  test('a line of the cart', () => {
    const text = fc.string()
    survives(
      cartLine,
      fc.record({ productId: id, name: text, image: text, price: amount, userPrice: amount, quantity }),
    )
  })

  test('a recipient', () => {
    const word = fc.stringMatching(/^[A-Za-z0-9éà]{1,30}$/)
    const email = fc.option(fc.stringMatching(/^[a-z]{1,10}@[a-z]{1,10}\.ma$/))
    survives(recipientRequest, fc.record({ name: word, phone: word, address: word, city: word, email }))
  })

  test('a move of the admin’s', () => {
    const status = fc.constantFrom(...Object.keys(STATUS_NAMES))
    survives(trackingRequest, fc.record({ status, reason: fc.option(fc.constantFrom(...Object.keys(REASON_NAMES))) }))
  })

  test('an order after a change', () => {
    const status = fc.constantFrom(...Object.keys(STATUS_NAMES))
    const payment = fc.constantFrom('pending', 'paid', 'void')
    survives(changedOrder, fc.record({ message: fc.string(), order: fc.record({ id, status, payment }) }))
  })
})

test('statuses, payments and reasons travel under the shop’s French names', () => {
  const names = ['en attente', 'attribué', 'en transit', 'livré', 'annulé']
  expect(Object.keys(STATUS_NAMES).map((status) => z.encode(orderStatus, status as never))).toEqual(names)
  expect(names.map((name) => z.decode(orderStatus, name as never))).toEqual(Object.keys(STATUS_NAMES))
  expect(['pending', 'paid', 'void'].map((payment) => z.encode(paymentStatus, payment as never))).toEqual([
    'en attente',
    'payé',
    'annulé',
  ])
  for (const [reason, name] of Object.entries(REASON_NAMES)) expect(z.decode(cancelReason, name)).toBe(reason)
})

test('a supplier’s figures are left out, not emptied, for everybody else', () => {
  const order = { id: 7, status: 'pending', subtotal: 100, discount: 0, delivery: 2000, total: 2100 }
  const wire = z.encode(orderAnswer, { message: 'ok', order } as never)
  expect(Object.keys(wire.order)).toEqual(
    expect.arrayContaining(['OrderID', 'status', 'subtotal', 'discount', 'delivery_fee', 'total']),
  )
  expect(Object.keys(wire.order)).toHaveLength(6)
})

describe('a request for an order is refused, under the field that is wrong:', () => {
  const good = {
    product_ids: [1, 2],
    prices: [149.5, 99],
    priceGain: [149.5, 99],
    quantities: [2, 1],
    customer_id: 1,
    promo_code: null,
  }
  const many = (count: number) => ({
    product_ids: Array.from({ length: count }, (_, index) => index + 1),
    prices: Array(count).fill(1),
    priceGain: Array(count).fill(1),
    quantities: Array(count).fill(1),
  })

  test('a good one is not', () => {
    expect(orderRequest.safeParse(good).success).toBe(true)
    expect(orderRequest.safeParse({ ...good, ...many(50) }).success).toBe(true)
    expect(orderRequest.safeParse({ ...good, supplierId: 'x', total: 1, role: 'admin' }).success).toBe(true)
  })

  test.each<[string, object, string]>([
    ['no product at all', many(0), 'product_ids'],
    ['more than fifty', many(51), 'product_ids'],
    ['a product twice', { product_ids: [1, 1] }, 'product_ids.1'],
    ['fewer prices', { prices: [149.5] }, 'prices'],
    ['more quantities', { quantities: [1, 1, 1] }, 'quantities'],
    ['fewer public prices', { priceGain: [1] }, 'priceGain'],
    ['an object for an array', { quantities: { 0: 1, 1: 1, length: 2 } }, 'quantities'],
    ['a string for an array', { prices: '12' }, 'prices'],
    ['a quantity of none', { quantities: [2, 0] }, 'quantities.1'],
    ['a negative quantity', { quantities: [-2, 1] }, 'quantities.0'],
    ['half a piece', { quantities: [2, 0.5] }, 'quantities.1'],
    ['a thousand and one', { quantities: [1001, 1] }, 'quantities.0'],
    ['a quantity in letters', { quantities: ['2', 1] }, 'quantities.0'],
    ['a quantity of nothing', { quantities: [null, 1] }, 'quantities.0'],
    ['a quantity of true', { quantities: [true, 1] }, 'quantities.0'],
    ['a quantity in a list', { quantities: [[2], 1] }, 'quantities.0'],
    ['a negative price', { prices: [-149.5, 99] }, 'prices.0'],
    ['a price of three decimals', { prices: [149.505, 99] }, 'prices.0'],
    ['a price in letters', { priceGain: ['149.5', 99] }, 'priceGain.0'],
    ['a product that no row can be', { product_ids: [2 ** 31, 2] }, 'product_ids.0'],
    ['a product beyond exact numbers', { product_ids: [1, 2 ** 53 + 2] }, 'product_ids.1'],
    ['a product of zero', { product_ids: [0, 2] }, 'product_ids.0'],
    ['no customer', { customer_id: null }, 'customer_id'],
    ['a customer in letters', { customer_id: '1' }, 'customer_id'],
    ['a code that is no text', { promo_code: 12 }, 'promo_code'],
    ['a code as long as a book', { promo_code: 'A'.repeat(101) }, 'promo_code'],
  ])('%s', (_, change, field) => {
    const read = orderRequest.safeParse({ ...good, ...change })
    expect(read.error?.issues.map((issue) => issue.path.join('.'))).toContain(field)
  })

  test('an empty code is no code, and spaces around one do not count', () => {
    for (const none of ['', '   ', null, undefined])
      expect(z.decode(orderRequest, { ...good, promo_code: none } as never).promoCode).toBeNull()
    expect(z.decode(orderRequest, { ...good, promo_code: ' sara10 ' } as never).promoCode).toBe('sara10')
  })

  test('a refusal’s field and the request’s field have one name', () => {
    expect(lineField('quantity', 3)).toBe('quantities.3')
    expect(lineField('userPrice', 0)).toBe('priceGain.0')
    expect(lineField('price', 1)).toBe('prices.1')
    expect(lineField('productId', 2)).toBe('product_ids.2')
  })
})

test.each<[string, object, boolean]>([
  ['a move', { CurrentStatus: 'livré' }, true],
  ['a reason', { CurrentStatus: 'annulé', Reason: 'injoignable' }, true],
  ['no reason', { CurrentStatus: 'annulé', Reason: null }, true],
  ['an unknown reason', { CurrentStatus: 'annulé', Reason: 'envie' }, false],
  ['an inner name', { CurrentStatus: 'delivered' }, false],
  ['another case', { CurrentStatus: 'Livré' }, false],
  ['nothing', {}, false],
])('a status that is changed to: %s', (_, body, good) => {
  expect(trackingRequest.safeParse(body).success).toBe(good)
})

test.each<[string, object, string | null]>([
  ['an address to write to', { Email: 'nadia@example.com' }, null],
  ['no address', { Email: '' }, null],
  ['nothing for an address', { Email: null }, null],
  ['an address that is none', { Email: 'nadia' }, 'Email'],
  ['a line break in an address', { Email: 'nadia@example.com\r\nBcc: all@example.com' }, 'Email'],
  ['a zero byte in an address', { Email: 'nadia\u0000@example.com' }, 'Email'],
  ['a zero byte in a name', { Name: 'Nadia\u0000' }, 'Name'],
  ['half a character', { Address: 'rue \uD83D' }, 'Address'],
  ['spaces for a name', { Name: '   ' }, 'Name'],
  ['a number for a phone', { Phone: 612345678 }, 'Phone'],
  ['a book for an address', { Address: 'a'.repeat(301) }, 'Address'],
])('a recipient with %s', (_, change, wrong) => {
  const good = { Name: 'Nadia', Phone: '0612345678', Address: '1, rue des Fleurs', City: 'Fès' }
  const read = recipientRequest.safeParse({ ...good, ...change })
  expect(read.error?.issues[0]?.path.join('.') ?? null).toBe(wrong)
})
