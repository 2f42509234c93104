import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { MAX_ID } from './ids.ts'
import { centimes } from './money.ts'
import { dirhams, flag, id, instant, named, text } from './wire.ts'

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
