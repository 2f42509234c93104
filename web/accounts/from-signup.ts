import { safeReturnPath } from '#web/session/login-address.ts'

/** Sign-up hands this to the log-in page beside the address: it stays with the page, and no link can make it up. */
export interface FromSignup {
  identifier: string
  returnTo: string
}

/** Reads it; null for whoever came from elsewhere. */
export function fromSignup(state: unknown): FromSignup | null {
  const { identifier, returnTo } = (state ?? {}) as Partial<Record<keyof FromSignup, unknown>>
  if (typeof identifier !== 'string' || typeof returnTo !== 'string') return null
  const path = safeReturnPath(returnTo)
  return path === null ? null : { identifier, returnTo: path }
}
