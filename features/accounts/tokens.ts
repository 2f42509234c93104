import { createHash } from 'node:crypto'

const TOKEN_BYTES = 32

/** Draws a token of 32 random bytes, as it is sent to its owner (base64url). */
export const newToken = (randomBytes: (count: number) => Buffer): string =>
  randomBytes(TOKEN_BYTES).toString('base64url')

/** Hashes a token (SHA-256) for storage, so that a reader of the table cannot use it. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
