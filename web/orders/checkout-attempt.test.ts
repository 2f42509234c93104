import { expect, test } from 'vitest'
import type { CartLine } from '#features/orders/contract.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { dh } from '#platform/kernel/money.ts'
import { type AttemptContent, attemptFor, attemptFrom, hashOf } from './checkout-attempt.ts'

const line: CartLine = {
  productId: 1 as ProductId,
  name: 'Sérum éclat',
  image: 'products/serum.webp',
  price: dh(149.5),
  userPrice: dh(149.5),
  quantity: 2,
}

const content: AttemptContent = {
  accountId: null,
  recipient: { name: 'Salma', phone: '0612345678', city: 'Casablanca', address: 'Maârif, rue 4' },
  note: 'Sonner deux fois',
  lines: [line],
  promoCode: 'SARA10',
}

let made = 0
const freshKey = () => `key ${++made}`

test('the same content is sent again under its key', () => {
  const first = attemptFor(content, null, freshKey)
  expect(attemptFor(structuredClone(content), first, freshKey)).toEqual(first)
})

test('a key comes back after a reload', () => {
  const kept = { key: 'a'.repeat(32), hash: hashOf(content) }
  const stored = attemptFrom(JSON.stringify(kept))
  expect(attemptFor(content, stored, freshKey)).toEqual(kept)
})

test.each<[string, Partial<AttemptContent>]>([
  ['a quantity', { lines: [{ ...line, quantity: 3 }] }],
  ['a price', { lines: [{ ...line, price: dh(110) }] }],
  ['a line more', { lines: [line, { ...line, productId: 2 as ProductId }] }],
  ['the address', { recipient: { ...content.recipient, address: 'Maârif, rue 5' } }],
  ['the phone', { recipient: { ...content.recipient, phone: '0612345679' } }],
  ['the code', { promoCode: null }],
  ['the note', { note: '' }],
  ['the person', { accountId: 7 }],
])('%s that changed is another order, with another key', (_, change) => {
  const first = attemptFor(content, null, freshKey)
  expect(attemptFor({ ...content, ...change }, first, freshKey).key).not.toBe(first.key)
})

test('a product’s new name or picture is no other order', () => {
  expect(hashOf({ ...content, lines: [{ ...line, name: 'Sérum', image: 'x.webp' }] })).toBe(hashOf(content))
})

test('a damaged attempt is none', () => {
  for (const stored of [null, '', '{', 'null', '[]', '{"key":"short","hash":"x"}', `{"key":"${'a'.repeat(32)}"}`])
    expect(attemptFrom(stored)).toBeNull()
})
