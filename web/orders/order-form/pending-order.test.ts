import { afterEach, expect, test, vi } from 'vitest'
import type { CartLine } from '#features/orders/contract.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { dh } from '#platform/kernel/money.ts'
import { beginOrder, forgetPendingOrder, pendingOrderFor } from './begin-order.ts'
import { hashOf, type OrderContent, pendingOrderFrom, unansweredOrder } from './pending-order.ts'

afterEach(() => {
  forgetPendingOrder()
  vi.useRealTimers()
})

const line: CartLine = {
  productId: 1 as ProductId,
  name: 'Sérum éclat',
  image: 'products/serum.webp',
  price: dh(149.5),
  userPrice: dh(149.5),
  quantity: 2,
}

const content: OrderContent = {
  accountId: null,
  recipient: { name: 'Salma', phone: '0612345678', city: 'Casablanca', address: 'Maârif, rue 4' },
  note: 'Sonner deux fois',
  lines: [line],
  promoCode: 'SARA10',
}

const NOW = 1_800_000_000_000
let made = 0
const around = { now: NOW, freshKey: () => `key ${++made}` }
const TOTAL = dh(304)
const TWENTY_HOURS = 20 * 60 * 60 * 1000

test('the same content is sent again under its key, at the total that it left with', () => {
  const first = pendingOrderFor(content, TOTAL, null, around)
  expect(pendingOrderFor(structuredClone(content), dh(309), first, around)).toEqual(first)
})

test('a refused order keeps its key and takes the total of today', () => {
  const refused = { ...pendingOrderFor(content, TOTAL, null, around), sentAt: null }
  expect(pendingOrderFor(content, dh(309), refused, around)).toEqual({ ...refused, total: dh(309), sentAt: NOW })
})

test('a key that the shop no longer answers to is not used again', () => {
  const first = pendingOrderFor(content, TOTAL, null, around)
  const at = (now: number) => pendingOrderFor(content, TOTAL, first, { ...around, now }).key
  expect(at(NOW + TWENTY_HOURS)).toBe(first.key)
  expect(at(NOW + TWENTY_HOURS + 1)).not.toBe(first.key)
})

test('an order that left unanswered is the same for as long as its key is, then another', () => {
  vi.useFakeTimers({ now: NOW })
  expect(unansweredOrder(content)).toBe('none')
  beginOrder(content, TOTAL)
  vi.setSystemTime(NOW + TWENTY_HOURS)
  expect(unansweredOrder(content)).toBe('same')
  expect(unansweredOrder({ ...content, note: '' })).toBe('another')
  vi.setSystemTime(NOW + TWENTY_HOURS + 1)
  expect(unansweredOrder(content)).toBe('another')
})

test('a key comes back after a reload', () => {
  const last = { key: 'a'.repeat(32), hash: hashOf(content), total: TOTAL, sentAt: NOW - 1000 }
  const stored = pendingOrderFrom(JSON.stringify(last))
  expect(pendingOrderFor(content, TOTAL, stored, around)).toEqual(last)
})

test.each<[string, Partial<OrderContent>]>([
  ['a quantity', { lines: [{ ...line, quantity: 3 }] }],
  ['a price', { lines: [{ ...line, price: dh(110) }] }],
  ['a public price', { lines: [{ ...line, userPrice: dh(150) }] }],
  ['a line more', { lines: [line, { ...line, productId: 2 as ProductId }] }],
  ['the address', { recipient: { ...content.recipient, address: 'Maârif, rue 5' } }],
  ['the phone', { recipient: { ...content.recipient, phone: '0612345679' } }],
  ['the name', { recipient: { ...content.recipient, name: 'Selma' } }],
  ['the city', { recipient: { ...content.recipient, city: 'Fès' } }],
  ['the code', { promoCode: null }],
  ['the note', { note: '' }],
  ['the person', { accountId: 7 }],
])('%s that changed is another order, with another key', (_, change) => {
  const first = pendingOrderFor(content, TOTAL, null, around)
  expect(pendingOrderFor({ ...content, ...change }, TOTAL, first, around).key).not.toBe(first.key)
})

test('a product’s new name or picture is no other order', () => {
  expect(hashOf({ ...content, lines: [{ ...line, name: 'Sérum', image: 'x.webp' }] })).toBe(hashOf(content))
})

test('a damaged attempt is none', () => {
  for (const stored of [
    null,
    '',
    '{',
    'null',
    '[]',
    '{"key":"short","hash":"x","total":30400}',
    `{"key":"${'a'.repeat(32)}","hash":"x"}`,
  ])
    expect(pendingOrderFrom(stored)).toBeNull()
})
