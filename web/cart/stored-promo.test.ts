import { beforeEach, expect, test, vi } from 'vitest'
import { DAY_MS } from '#platform/kernel/durations.ts'
import { forgetStored, readStored, writeStored } from '#web/browser-storage.ts'
import { saveArrivingPromo, savePromoFrom } from './arriving-promo.ts'
import { forgetPromo, promoFrom, readPromo, readPromoGiver, savePromo } from './stored-promo.ts'

beforeEach(() => {
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location: { search: '?promo=HERE11' } }))
  vi.useFakeTimers({ now: new Date('2026-11-20T09:00:00Z') })
  forgetStored(['promo', 'promo-arrival'])
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

test('a link’s code is kept, and the latest link’s is the one', () => {
  savePromoFrom('?utm_source=story&promo=%20SARA10%20')
  expect(readPromo()).toBe('SARA10')
  savePromoFrom('?promo=YOUSSEF5')
  expect(readPromo()).toBe('YOUSSEF5')
})

test('a link that was left before its page was alive counts, once for each document', () => {
  writeStored('promo-arrival', '?promo=SARA10')
  saveArrivingPromo()
  expect(readPromo()).toBe('SARA10')
  expect(readStored('promo-arrival')).toBeNull()
  // Once for each document: what was taken out does not come back.
  forgetStored(['promo'])
  saveArrivingPromo()
  expect(readPromo()).toBeNull()
})

test('an address without a code, or with one that is too long, changes nothing', () => {
  savePromoFrom('?promo=SARA10')
  for (const search of ['', '?promo=', '?promo=%20', `?promo=${'A'.repeat(101)}`]) savePromoFrom(search)
  expect(readPromo()).toBe('SARA10')
})

test('a typed code wins over links, until it is taken away', () => {
  savePromo('MINE99', 'Sara')
  savePromoFrom('?promo=SARA10')
  expect(readPromo()).toBe('MINE99')
  forgetPromo()
  savePromoFrom('?promo=SARA10')
  expect(readPromo()).toBe('SARA10')
})

test('a link says `promo` or `code`; the shop’s answer stays with the code, and with no other', () => {
  savePromoFrom('?code=SARA10')
  expect([readPromo(), readPromoGiver()]).toEqual(['SARA10', null])
  savePromo('SARA10', 'Sara', false)
  savePromoFrom('?promo=SARA10&code=YOUSSEF5')
  expect([readPromo(), readPromoGiver()]).toEqual(['SARA10', 'Sara'])
  savePromoFrom('?code=YOUSSEF5')
  expect([readPromo(), readPromoGiver()]).toEqual(['YOUSSEF5', null])
})

test('a code is kept for 30 days', () => {
  savePromoFrom('?promo=SARA10')
  vi.advanceTimersByTime(30 * DAY_MS - 1)
  expect(readPromo()).toBe('SARA10')
  vi.advanceTimersByTime(1)
  expect(readPromo()).toBeNull()
})

test('a damaged text is no code, nor is one that was kept by a clock that went wrong', () => {
  const now = Date.now()
  for (const stored of [null, '', 'SARA10', '7', 'null', '{"code":1,"until":1}', '{"code":"SARA10"}'])
    expect(promoFrom(stored, now)).toBeNull()
  expect(promoFrom(JSON.stringify({ code: 'SARA10', until: now + 31 * DAY_MS }), now)).toBeNull()
})
