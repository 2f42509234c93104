import { RECOVERY_CODE_COUNT } from '../model.ts'

// Digits alone, because phones show a keypad for the field that takes them. The first digit is the code's number, so
// that one slow hash tells whether it is right; the others are chance (10^15).

const CHANCE_DIGITS = 15
const CHANCE_BYTES = 8

/** As they are kept and compared: sixteen digits. */
export const newRecoveryCodes = (randomBytes: (count: number) => Buffer): string[] =>
  Array.from({ length: RECOVERY_CODE_COUNT }, (_, number) => {
    const chance = randomBytes(CHANCE_BYTES).readBigUInt64BE() % 10n ** BigInt(CHANCE_DIGITS)
    return `${number}${String(chance).padStart(CHANCE_DIGITS, '0')}`
  })

/** `0123 4567 8901 2345`: as they are shown and printed. */
export const groupDigits = (code: string): string => code.replace(/\d{4}(?=\d)/g, '$& ')

type TypedCode = { kind: 'authenticator'; code: string } | { kind: 'recovery'; code: string; number: number }

/** What somebody typed into the one field for both; spaces and dashes are how people write it. Null for neither. */
export function readCode(typed: string): TypedCode | null {
  const code = typed.replace(/[\s-]/g, '')
  if (/^\d{6}$/.test(code)) return { kind: 'authenticator', code }
  return /^\d{16}$/.test(code) ? { kind: 'recovery', code, number: Number(code[0]) } : null
}
