import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { MAX_ID } from '#platform/kernel/ids.ts'
import { credentials, person } from './contract.ts'
import { ROLES } from './model.ts'

const people = fc.record({
  id: fc.integer({ min: 1, max: MAX_ID }),
  customId: fc.string(),
  name: fc.string(),
  email: fc.string(),
  phone: fc.string(),
  address: fc.string(),
  role: fc.constantFrom(...ROLES),
  isAdmin: fc.boolean(),
  isActive: fc.boolean(),
})

test('a person comes back from the wire as they were', () => {
  fc.assert(
    fc.property(people, (each) => {
      const wire = JSON.parse(JSON.stringify(z.encode(person, each as never)))
      expect([0, 1]).toContain(wire.is_admin)
      expect([0, 1]).toContain(wire.is_active)
      expect(z.decode(person, wire)).toEqual(each)
    }),
  )
})

test('a password hash in what is encoded does not travel', () => {
  const [each] = fc.sample(people, 1)
  expect(JSON.stringify(z.encode(person, { ...each, passwordHash: '$argon2id$' } as never))).not.toContain('argon2')
})

test.each<[string, unknown, boolean]>([
  ['a pair', { identifier: 'F-1001', password: 'secret' }, true],
  ['spaces around the identifier', { identifier: '  F-1001 ', password: ' secret ' }, true],
  ['an empty identifier', { identifier: '  ', password: 'secret' }, false],
  ['an empty password', { identifier: 'F-1001', password: '' }, false],
  ['a password as long as a book', { identifier: 'F-1001', password: 'a'.repeat(201) }, false],
  ['an object for an identifier', { identifier: { $ne: '' }, password: 'secret' }, false],
  ['a zero byte', { identifier: 'F-\u00001001', password: 'secret' }, false],
])('log-in with %s', (_, body, good) => expect(credentials.safeParse(body).success).toBe(good))
