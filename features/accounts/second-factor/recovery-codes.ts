import { RECOVERY_CODE_COUNT } from '../model.ts'

// A recovery code is digits alone, because phones show a keypad for its field. The first digit is the code's number, so
// that one slow hash is enough to check it; the other fifteen are random.

const RANDOM_DIGITS = 15
const RANDOM_BYTES = 8

/** Draws the recovery codes of an account, sixteen digits each, without spaces. */
export const newRecoveryCodes = (randomBytes: (count: number) => Buffer): string[] =>
  Array.from({ length: RECOVERY_CODE_COUNT }, (_, number) => {
    const random = randomBytes(RANDOM_BYTES).readBigUInt64BE() % 10n ** BigInt(RANDOM_DIGITS)
    return `${number}${String(random).padStart(RANDOM_DIGITS, '0')}`
  })

/** Groups a code for reading: `0123 4567 8901 2345`. */
export const groupDigits = (code: string): string => code.replace(/\d{4}(?=\d)/g, '$& ')
