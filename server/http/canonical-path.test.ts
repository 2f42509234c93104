import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addresses } from '#web/addresses.ts'
import { canonicalPath } from './canonical-path.ts'

const ABOUT = '/%C3%A0-props'

describe('the page « à propos » is found', () => {
  test.each([
    '/à-props',
    '/%C3%A0-props',
    '/%c3%a0-props',
    '/%C3%80-PROPS',
    '/a-props',
    '/A-Props',
    '/%E0-props',
    '/%e0-PROPS',
    '/%C0-props',
    '/a%CC%80-props',
    '/à-props/',
    '/%C3%A0-props///',
    '/%61-props',
    '/%EF%BD%81-props',
  ])('as %s', (typed) => expect(canonicalPath(typed)).toBe(ABOUT))
})

test.each([
  ['/boutique', '/Boutique'],
  ['/BOUTIQUE/', '/Boutique'],
  ['/adminannouncement', '/AdminAnnouncement'],
  ['/buyeradmin', '/buyerAdmin'],
  ['/CHECKOUT', '/checkout'],
  ['/', '/'],
  ['/Product-Details/7', '/product-details/7'],
  ['/product-details/007/', '/product-details/7'],
])('%s is %s', (typed, canonical) => expect(canonicalPath(typed)).toBe(canonical))

test.each([
  '/inconnu',
  '/à-props/x',
  '/Boutique.data',
  '/assets/root.css',
  '/product-details/abc',
  '/product-details/-1',
  '/product-details/1.5',
  '/product-details/1e3',
  '/product-details/1/2',
  '//evil.example',
  '/\\evil.example',
  '/%2Fevil.example',
  '/https:%2F%2Fevil.example',
  '',
  '%',
  '/%',
  '/%zz',
])('%s is no page that we know', (typed) => expect(canonicalPath(typed)).toBeNull())

const pages = [addresses.home, addresses.shop, addresses.about, addresses.login, ...Object.values(addresses.admin)]

test('every page is found however its letters are cased, marked and escaped, in one step', () => {
  const spellings = fc.constantFrom<((text: string) => string)[]>(
    (text) => text.toUpperCase(),
    (text) => text.normalize('NFD'),
    (text) => text.normalize('NFD').replaceAll(/\p{M}/gu, ''),
    (text) => encodeURI(text),
    (text) => encodeURI(text).toLowerCase(),
    (text) => `${text}/`,
    (text) => text.replaceAll(/[^/]/g, (each) => encodeURIComponent(each)),
  )
  fc.assert(
    fc.property(fc.constantFrom(...pages), fc.array(spellings, { maxLength: 1 }), (page, spell) => {
      const canonical = encodeURI(page)
      expect(canonicalPath(spell.reduce<string>((text, each) => each(text), page))).toBe(canonical)
      expect(canonicalPath(canonical)).toBe(canonical)
    }),
  )
})

test('whatever is typed leads to a page of ours or nowhere, never to another host or in a circle', () => {
  const typed = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.webPath(),
    fc
      .array(fc.constantFrom('/', '%', '%2F', '\\', 'product-details', '7', '..', 'a', 'à', '%E0', '?', '#', '\r\n'), {
        maxLength: 8,
      })
      .map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(typed, (path) => {
      const canonical = canonicalPath(path)
      if (canonical === null) return
      expect(canonical).toMatch(/^\/(?![/\\])[\w%.+/-]*$/)
      expect(canonicalPath(canonical) ?? canonical).toBe(canonical)
    }),
    { numRuns: 500 },
  )
})

test.each(['2147483648', '9007199254740993', '99999999999999999999999', '0'.repeat(400)])(
  'product number %s is asked for under the number that was typed, not under another',
  (digits) => {
    const canonical = canonicalPath(`/product-details/${digits}`)
    expect(canonical === null || canonical === `/product-details/${BigInt(digits)}`).toBe(true)
  },
)

test('a path of a million slashes takes no longer than its letters: the square of them would be minutes', () => {
  expect(canonicalPath(`/a${'/'.repeat(2_000_000)}b`)).toBeNull()
  expect(canonicalPath(`/boutique${'/'.repeat(2_000_000)}`)).toBe('/Boutique')
})
