import { expect, test } from 'vitest'
import { scoreOf } from './observatory.ts'

// The scores that the scanner itself (1.4.8) gave for these headers.

const GOOD = {
  'content-security-policy':
    "default-src 'none'; script-src 'self' 'nonce-a'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'strict-transport-security': 'max-age=63072000',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
}

const scored = (change: Record<string, string>) => {
  const { score, grade } = scoreOf(new Headers(Object.entries({ ...GOOD, ...change }).filter(([, value]) => value)))
  return [score, grade]
}

test.each<[string, Record<string, string>, number, string]>([
  ['all that is good', {}, 130, 'A+'],
  ['no header at all', Object.fromEntries(Object.keys(GOOD).map((name) => [name, ''])), 30, 'D'],
  [
    'scripts of the page itself',
    { 'content-security-policy': "default-src 'none'; script-src 'unsafe-inline'" },
    80,
    'B+',
  ],
  [
    'styles of the page itself',
    { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'" },
    120,
    'A+',
  ],
  ['no word of transport', { 'strict-transport-security': '' }, 80, 'B+'],
  ['a month of transport', { 'strict-transport-security': 'max-age=2592000' }, 120, 'A+'],
  ['an old referrer', { 'referrer-policy': 'unsafe-url' }, 120, 'A+'],
  ['types may be guessed', { 'x-content-type-options': '' }, 125, 'A+'],
])('%s', (_, change, score, grade) => {
  expect(scored(change)).toEqual([score, grade])
})
