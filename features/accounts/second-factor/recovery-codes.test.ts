import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { readCode } from './check-code.ts'
import { groupDigits, newRecoveryCodes } from './recovery-codes.ts'
import { describeSecret, stepOf } from './totp.ts'

// The examples of RFC 6238, cut to six digits.
const RFC = Buffer.from('12345678901234567890')

test.each([
  ['1970-01-01T00:00:59Z', '287082', 1],
  ['2005-03-18T01:58:29Z', '081804', 37037036],
  ['2033-05-18T03:33:20Z', '279037', 66666666],
])('codes are those of RFC 6238: at %s it is %s', (at, code, step) => {
  expect(stepOf(RFC, code, new Date(at))).toBe(step)
})

test('a code is taken half a minute before and after its own, and no longer', () => {
  const [step, code] = [66666666, '279037']
  const begins = step * 30
  const at = (second: number) => stepOf(RFC, code, new Date((begins + second) * 1000))
  expect([-31, -30, 0, 29, 59, 60].map(at)).toEqual([null, step, step, step, step, null])
})

test('an authenticator is told whose code it is', () => {
  const { secret, uri } = describeSecret(RFC, { issuer: 'Rosalia', label: 'a@shop.example' })
  expect(secret).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  const { searchParams, pathname } = new URL(uri)
  expect(decodeURIComponent(pathname)).toBe('/Rosalia:a@shop.example')
  expect(Object.fromEntries(searchParams)).toEqual({
    issuer: 'Rosalia',
    secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})

test('ten recovery codes begin with their number, and are read as people write them', () => {
  const codes = newRecoveryCodes(randomBytes)
  expect(codes).toHaveLength(10)
  expect(new Set(codes.map((code) => code.slice(1))).size).toBe(10)
  for (const [number, code] of codes.entries()) {
    expect(groupDigits(code)).toMatch(/^\d{4} \d{4} \d{4} \d{4}$/)
    expect(readCode(` ${groupDigits(code).replaceAll(' ', '-')} `)).toEqual({ kind: 'recovery', code, number })
  }
  expect(readCode('123 456')).toEqual({ kind: 'authenticator', code: '123456' })
  expect(['12345', '1234567', 'abcdef', '12345678901234567'].map(readCode)).toEqual([null, null, null, null])
})
