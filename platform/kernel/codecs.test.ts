import * as fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'
import * as z from 'zod/mini'
import { as, dirhams, flag, id, instant, named, orNull, record, text } from './codecs.ts'
import { type AccountId, MAX_ID, type OrderId } from './ids.ts'
import { type Centimes, centimes } from './money.ts'

const refuses = (schema: z.ZodMiniType, value: unknown) => expect(schema.safeParse(value).success).toBe(false)

describe('dirhams', () => {
  test('carry every amount there and back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000_000 }).map(centimes), (amount) => {
        const wire = z.encode(dirhams, amount)
        expect(JSON.parse(JSON.stringify(wire))).toBe(amount / 100)
        expect(z.decode(dirhams, wire)).toBe(amount)
      }),
    )
  })

  test('carry the dearest order that can be placed: fifty lines of a thousand of the dearest product', () => {
    const dearest = centimes(50 * 1000 * 99_999_999)
    expect(z.decode(dirhams, z.encode(dirhams, dearest))).toBe(dearest)
  })

  test.each([-0.01, 149.505, 0.001, 1e-7, Number.NaN, Number.POSITIVE_INFINITY, 1e300, '149.5', null, [1], {}])(
    'are not %s',
    (value) => refuses(dirhams, value),
  )
})

describe('an instant', () => {
  test('goes there and back to the millisecond', () => {
    const years = { min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true }
    fc.assert(fc.property(fc.date(years), (at) => z.decode(instant, z.encode(instant, at)).getTime() === at.getTime()))
  })

  test.each(['2026-11-20', '2026-13-01T00:00:00Z', 'yesterday', '2026-11-20T00:00:00+01:00', 0])('is not %s', (value) =>
    refuses(instant, value),
  )
})

describe('an id', () => {
  test.each([1, 2, MAX_ID])('may be %d', (value) => expect(z.decode(id(), value)).toBe(value))
  test.each([0, -1, 1.5, MAX_ID + 1, 2 ** 53 + 1, 1e300, Number.NaN, '1', null, true])('is not %s', (value) =>
    refuses(id(), value),
  )
})

describe('text', () => {
  const upTo20 = text(20)
  test.each(['Zoé', '  Zoé  ', 'rue 1\nappt 2', 'الدار', '👩‍👩‍👧', '<script>'])('may be « %s »', (value) =>
    expect(z.decode(upTo20, value)).toBe(value.trim()),
  )
  test.each(['', '   ', 'a\u0000b', 'a\u001Bb', 'a\u007Fb', 'a\uD800', '\uDC00a', 'a'.repeat(21), 1, null])(
    'is not %j',
    (value) => refuses(upTo20, value),
  )
})

test('a flag is 0 or 1 on the wire and a yes or no inside', () => {
  for (const is of [true, false]) expect(z.decode(flag, z.encode(flag, is))).toBe(is)
  for (const value of [2, -1, '1', true, null]) refuses(flag, value)
})

test('a named value goes there and back, and no other name is known', () => {
  const size = named({ small: 'petit', large: 'grand' })
  expect(z.encode(size, 'small')).toBe('petit')
  for (const name of ['small', 'large'] as const) expect(z.decode(size, z.encode(size, name))).toBe(name)
  for (const value of ['small', 'Petit', 'petit ', '', 'constructor', '__proto__', null, 0]) refuses(size, value)
})

describe('a record', () => {
  const line = record({ quantity: as('Quantity', z.int()), name: as('product.Name', z.string()) })
  const order = record({
    id: as('OrderID', id<OrderId>()),
    status: named({ pending: 'en attente', sent: 'envoyé' }),
    supplier: z.nullable(record({ id: id<AccountId>(), customId: as('custom_id', z.string()) })),
    payment: as('payment.PaymentStatus', named({ pending: 'attend', paid: 'payé' })),
    collected: as('payment.Amount', dirhams),
    paidAt: as('payment.PaymentDate', z.nullable(instant)),
    gain: z.optional(dirhams),
    lines: as('order_items', z.array(line)),
    note: as('Note', orNull(z.optional(z.nullable(text(20))))),
    changes: z.array(z.union([z.object({ amount: dirhams }), z.object({ word: z.string() })])),
  })

  type Ours = z.output<typeof order>
  type Theirs = z.input<typeof order>

  test('has our names inside and the wire’s on the wire, each with its type', () => {
    expectTypeOf<Ours>().toEqualTypeOf<{
      id: OrderId
      status: 'pending' | 'sent'
      supplier: { id: AccountId; customId: string } | null
      payment: 'pending' | 'paid'
      collected: Centimes
      paidAt: Date | null
      gain?: Centimes | undefined
      lines: { quantity: number; name: string }[]
      note: string | null
      changes: ({ amount: Centimes } | { word: string })[]
    }>()
    expectTypeOf<Theirs>().toEqualTypeOf<{
      OrderID: OrderId
      status: 'en attente' | 'envoyé'
      supplier: { id: AccountId; custom_id: string } | null
      payment: { PaymentStatus: 'attend' | 'payé'; Amount: number; PaymentDate: string | null }
      gain?: number | undefined
      order_items: { Quantity: number; product: { Name: string } }[]
      Note?: string | null | undefined
      changes: ({ amount: number } | { word: string })[]
    }>()
  })

  const anyOrder = fc.record(
    {
      id: fc.integer({ min: 1, max: MAX_ID }) as fc.Arbitrary<OrderId>,
      status: fc.constantFrom('pending', 'sent'),
      supplier: fc.option(fc.record({ id: fc.constant(1 as AccountId), customId: fc.string() })),
      payment: fc.constantFrom('pending', 'paid'),
      collected: fc.nat().map(centimes),
      paidAt: fc.option(fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31T23:59:59Z') })),
      gain: fc.nat().map(centimes),
      lines: fc.array(fc.record({ quantity: fc.integer(), name: fc.string() }), { maxLength: 3 }),
      note: fc.option(fc.stringMatching(/^[a-zé]{1,20}$/)),
      changes: fc.array(fc.oneof(fc.record({ amount: fc.nat().map(centimes) }), fc.record({ word: fc.string() }))),
    },
    { requiredKeys: ['id', 'status', 'supplier', 'payment', 'collected', 'paidAt', 'lines', 'note', 'changes'] },
  )

  test('goes there and back, through JSON', () => {
    fc.assert(
      fc.property(anyOrder, (each) => {
        expect(order.parse(JSON.parse(JSON.stringify(z.encode(order, each))))).toEqual(each)
      }),
    )
  })

  const wire: Theirs = {
    OrderID: 7 as OrderId,
    status: 'envoyé',
    supplier: { id: 3 as AccountId, custom_id: 'F-1001' },
    payment: { PaymentStatus: 'payé', Amount: 149.5, PaymentDate: '2026-11-20T12:00:00.000Z' },
    order_items: [{ Quantity: 2, product: { Name: 'Crème' } }],
    changes: [{ amount: 20 }, { word: 'Rabat' }],
  }

  test('is on the wire what the wire calls it, in the order of its fields', () => {
    const there = z.encode(order, z.decode(order, wire))
    expect(there).toEqual({ ...wire, Note: null })
    expect(Object.keys(there).slice(0, 5)).toEqual(['OrderID', 'status', 'supplier', 'payment', 'order_items'])
  })

  test('drops what it does not name, either way and at any depth', () => {
    const more = { role: 'admin', __proto__: { passwordHash: 'x' } }
    const read = z.decode(order, { ...wire, ...more, supplier: { ...wire.supplier!, ...more } })
    expect(read).toEqual(z.decode(order, wire))
    const written = z.encode(order, { ...read, ...more, lines: read.lines.map((each) => ({ ...each, ...more })) })
    expect(written).toEqual({ ...wire, Note: null })
  })

  const pathsOf = (value: unknown) => order.safeParse(value).error?.issues.map(({ path }) => path.join('.'))

  test('says what is wrong under the wire’s names', () => {
    expect(pathsOf({ ...wire, OrderID: 0 })).toEqual(['OrderID'])
    expect(pathsOf({ ...wire, supplier: { id: 3 } })).toEqual(['supplier.custom_id'])
    expect(pathsOf({ ...wire, payment: { ...wire.payment, Amount: -1, PaymentDate: 'hier' } })).toEqual([
      'payment.Amount',
      'payment.PaymentDate',
    ])
    expect(pathsOf({ ...wire, order_items: [{ Quantity: 1, product: {} }] })).toEqual(['order_items.0.product.Name'])
    expect(pathsOf({ ...wire, Note: 'a'.repeat(21) })).toEqual(['Note'])
    expect(pathsOf({ ...wire, payment: undefined })).toEqual(['payment'])
  })

  test('says what a rule of its own finds wrong under the wire’s name', () => {
    const differing = z.refine<number[]>((ids) => new Set(ids).size === ids.length, 'twice')
    const batch = record({ orders: as('ids', z.array(z.int()).check(differing)), reason: orNull(z.optional(text(9))) })
    const { error } = batch.safeParse({ ids: [1, 1] })
    expect(error?.issues.map(({ path, message }) => [path, message])).toEqual([[['ids'], 'twice']])
  })

  test('has null inside for a field that is left out, null or empty', () => {
    for (const Note of [undefined, null]) expect(z.decode(order, { ...wire, Note }).note).toBeNull()
    expect(z.decode(record({ code: orNull(z.optional(text(9, 0))) }), { code: '  ' }).code).toBeNull()
    expect(z.decode(record({ seen: orNull(z.optional(z.int())) }), { seen: 0 }).seen).toBe(0)
  })

  test('keeps a field that is optional out of the wire when there is none', () => {
    expect('gain' in z.decode(order, wire)).toBe(false)
    expect('gain' in z.encode(order, z.decode(order, wire))).toBe(false)
  })

  test('does once what a field does to what is typed', () => {
    const typed = z.pipe(
      z.string(),
      z.transform((digits) => Number(digits) + 1),
    )
    expect(z.decode(record({ pieces: as('Pieces', typed) }), { Pieces: '41' })).toEqual({ pieces: 42 })
  })

  test('is described to clients as the wire’s object', () => {
    const schema = z.toJSONSchema(order, { io: 'input' })
    expect(schema.required).toEqual(['OrderID', 'status', 'supplier', 'payment', 'order_items', 'changes'])
    expect(schema.properties).toMatchObject({
      payment: { required: ['PaymentStatus', 'Amount', 'PaymentDate'], properties: { Amount: { type: 'number' } } },
      order_items: { items: { properties: { product: { properties: { Name: { type: 'string' } } } } } },
    })
  })
})
