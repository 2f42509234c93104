import { Secret, TOTP } from 'otpauth'

// RFC 6238 as every authenticator takes it for granted: SHA-1, six digits, thirty seconds.

const SECRET_BYTES = 20
const STEP_MS = 30_000
/** A clock may be half a minute off, and a person needs a moment to type. */
const STEPS_AROUND = 1

export const newSecret = (randomBytes: (count: number) => Buffer): Buffer => randomBytes(SECRET_BYTES)

const asSecret = (secret: Buffer): Secret => Secret.fromHex(secret.toString('hex'))

/** A secret as an authenticator takes it: to be typed, and as the address that its QR code holds. */
export function describeSecret(secret: Buffer, { issuer, label }: { issuer: string; label: string }) {
  const totp = new TOTP({ issuer, label, secret: asSecret(secret) })
  return { secret: totp.secret.base32, uri: totp.toString() }
}

/** Which half minute since 1970 a code belongs to; null when it is none of now or beside it. */
export function stepOf(secret: Buffer, code: string, now: Date): number | null {
  const timestamp = now.getTime()
  const around = TOTP.validate({ token: code, secret: asSecret(secret), timestamp, window: STEPS_AROUND })
  return around === null ? null : Math.floor(timestamp / STEP_MS) + around
}
