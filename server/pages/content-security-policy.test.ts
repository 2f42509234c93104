import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { withHashedCsp } from './content-security-policy.ts'

const NONCE = 'c2VjcmV0LW5vbmNl'
const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`
const scriptsAllowed = (policy: string) => /script-src ([^;]*)/.exec(policy)![1]!.split(' ')

test('our own inline scripts are named by their hashes, and the nonce is gone', () => {
  const { html, policy } = withHashedCsp(
    `<html><script nonce="${NONCE}">ours()</script><script nonce="${NONCE}" async src="/a.js"></script><link nonce="${NONCE}"></html>`,
    NONCE,
  )
  expect(scriptsAllowed(policy)).toEqual(["'self'", hashOf('ours()')])
  expect(html).toBe('<html><script>ours()</script><script async src="/a.js"></script><link></html>')
})

test.each([
  '<script>evil()</script>',
  '<SCRIPT>evil()</SCRIPT>',
  '<script nonce="">evil()</script>',
  '<script nonce="guessed">evil()</script>',
  "<script nonce='guessed'>evil()</script>",
  '<script nonce>evil()</script>',
  '<script\nnonce="guessed">evil()</script>',
  '<script type="module">evil()</script>',
  '<svg><script>evil()</script></svg>',
  '<!-- <script>evil()</script> -->',
  '<img onerror="evil()">',
  '<script>evil()',
])('%s that came in through data gets no hash, before or after ours', (injected) => {
  for (const html of [
    `${injected}<script nonce="${NONCE}">ours()</script>`,
    `<script nonce="${NONCE}">ours()</script>${injected}`,
  ]) {
    const allowed = scriptsAllowed(withHashedCsp(html, NONCE).policy)
    expect([["'self'"], ["'self'", hashOf('ours()')]]).toContainEqual(allowed)
  }
})

test('nothing but scripts that bear the nonce is ever allowed, whatever stands around them', () => {
  const piece = fc.constantFrom(
    '<script',
    '</script>',
    '>',
    '<',
    ' nonce="x"',
    'evil()',
    '"',
    "'",
    ' ',
    '<!--',
    '-->',
    '\n',
    '<b>',
    '</',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.array(piece, { maxLength: 12 }), (before, after) => {
      const html = `${before.join('')}<script nonce="${NONCE}">ours()</script>${after.join('')}`
      const allowed = scriptsAllowed(withHashedCsp(html, NONCE).policy)
      expect(allowed.filter((each) => each !== "'self'" && each !== hashOf('ours()'))).toEqual([])
    }),
    { numRuns: 1000 },
  )
})

test('our own inline styles are named by their hashes too, those of data are not', () => {
  const page = `<style>evil{}</style><style nonce="${NONCE}" data-files="/a.css">ours{}</style><style nonce="x">evil{}</style>`
  expect(/style-src ([^;]*)/.exec(withHashedCsp(page, NONCE).policy)![1]).toBe(`'self' ${hashOf('ours{}')}`)
})

test('one hash for the same script twice, and none for an empty one', () => {
  const script = `<script nonce="${NONCE}">ours()</script>`
  expect(
    scriptsAllowed(withHashedCsp(`${script}${script}<script nonce="${NONCE}"></script>`, NONCE).policy),
  ).toHaveLength(2)
})

test('nothing allows inline scripts or styles, plug-ins, frames around or other hosts', () => {
  const { policy } = withHashedCsp('', NONCE)
  expect(scriptsAllowed(policy)).toEqual(["'self'"])
  for (const part of [
    "default-src 'none'",
    "style-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "connect-src 'self'",
  ])
    expect(policy.split('; ')).toContain(part)
  expect(policy).not.toMatch(/unsafe|http:|\*/)
})
