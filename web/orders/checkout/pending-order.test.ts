import { afterEach, expect, test, vi } from 'vitest'
import type { CartLine } from '#features/orders/contract.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { dh } from '#platform/kernel/money.ts'
import {
  type AttemptContent,
  attemptFor,
  attemptFrom,
  beginAttempt,
  forgetAttempt,
  hashOf,
  unansweredAttempt,
} from './pending-order.ts'

afterEach(() => {
  forgetAttempt()
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

const content: AttemptContent = {
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
  const first = attemptFor(content, TOTAL, null, around)
  expect(attemptFor(structuredClone(content), dh(309), first, around)).toEqual(first)
})

test('a refused order keeps its key and takes the total of today', () => {
  const refused = { ...attemptFor(content, TOTAL, null, around), sentAt: null }
  expect(attemptFor(content, dh(309), refused, around)).toEqual({ ...refused, total: dh(309), sentAt: NOW })
})

test('a key that the shop no longer answers to is not used again', () => {
  const first = attemptFor(content, TOTAL, null, around)
  const at = (now: number) => attemptFor(content, TOTAL, first, { ...around, now }).key
  expect(at(NOW + TWENTY_HOURS)).toBe(first.key)
  expect(at(NOW + TWENTY_HOURS + 1)).not.toBe(first.key)
})

test('an order that left unanswered is the same for as long as its key is, then another', () => {
  vi.useFakeTimers({ now: NOW })
  expect(unansweredAttempt(content)).toBe('none')
  beginAttempt(content, TOTAL)
  vi.setSystemTime(NOW + TWENTY_HOURS)
  expect(unansweredAttempt(content)).toBe('same')
  expect(unansweredAttempt({ ...content, note: '' })).toBe('another')
  vi.setSystemTime(NOW + TWENTY_HOURS + 1)
  expect(unansweredAttempt(content)).toBe('another')
})

test('a key comes back after a reload', () => {
  const last = { key: 'a'.repeat(32), hash: hashOf(content), total: TOTAL, sentAt: NOW - 1000 }
  const stored = attemptFrom(JSON.stringify(last))
  expect(attemptFor(content, TOTAL, stored, around)).toEqual(last)
})

test.each<[string, Partial<AttemptContent>]>([
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
  const first = attemptFor(content, TOTAL, null, around)
  expect(attemptFor({ ...content, ...change }, TOTAL, first, around).key).not.toBe(first.key)
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
    expect(attemptFrom(stored)).toBeNull()
})
