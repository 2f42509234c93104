import { createHash } from 'node:crypto'

const TOKEN_BYTES = 32

export const newToken = (randomBytes: (count: number) => Buffer): string =>
  randomBytes(TOKEN_BYTES).toString('base64url')

/** What is kept of a token: who reads the table cannot use it. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
