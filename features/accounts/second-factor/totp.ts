import { Secret, TOTP } from 'otpauth'

// Time-based one-time passwords (RFC 6238) with the parameters that every authenticator assumes: SHA-1, six digits,
// thirty seconds.

const SECRET_BYTES = 20
const STEP_MS = 30_000
// A clock may be half a minute off, and a person needs a moment to type.
const STEPS_AROUND = 1

export const newSecret = (randomBytes: (count: number) => Buffer): Buffer => randomBytes(SECRET_BYTES)

const asSecret = (secret: Buffer): Secret => Secret.fromHex(secret.toString('hex'))

/** Gives a secret in the two forms that an authenticator takes: base32 to type, and the address for a QR code. */
export function describeSecret(secret: Buffer, { issuer, label }: { issuer: string; label: string }) {
  const totp = new TOTP({ issuer, label, secret: asSecret(secret) })
  return { secret: totp.secret.base32, uri: totp.toString() }
}

/** Finds the step (half minutes since 1970) that a code belongs to; null unless it is this step or one beside it. */
export function stepOf(secret: Buffer, code: string, now: Date): number | null {
  const timestamp = now.getTime()
  const around = TOTP.validate({ token: code, secret: asSecret(secret), timestamp, window: STEPS_AROUND })
  return around === null ? null : Math.floor(timestamp / STEP_MS) + around
}
