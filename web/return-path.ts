import { addresses } from './addresses.ts'

/** In the log-in page's address when a session has just ended by itself. */
export const SESSION_ENDED = 'session-terminee'

/** The log-in page, told where to come back to and whether a session has just ended. */
export function loginAddress(comeBackTo: string, sessionEnded = false): string {
  const query = new URLSearchParams({ retour: comeBackTo })
  if (sessionEnded) query.set(SESSION_ENDED, '1')
  return `${addresses.login}?${query}`
}

const NOT_A_RETURN: readonly string[] = [addresses.login, addresses.signup, addresses.forgotPassword, '/reset-password']

/**
 * A page of this shop to go back to, as a path; null for anything that could lead elsewhere (`//host`, `/\host`,
 * `javascript:`, control characters that browsers drop) and for the pages of logging in themselves.
 */
export function safeReturnPath(asked: string | null | undefined): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop them from addresses, which would hide a `//`
  if (!asked || !/^\/(?![/\\])[^\\\u0000-\u001F\u007F]*$/.test(asked)) return null
  const base = 'https://shop.invalid'
  if (!URL.canParse(asked, base)) return null
  const url = new URL(asked, base)
  if (url.origin !== base || url.pathname.startsWith('//')) return null
  return NOT_A_RETURN.includes(url.pathname.toLowerCase()) ? null : url.pathname + url.search + url.hash
}
