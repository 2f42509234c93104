import { addresses } from '#web/addresses.ts'

/** In the log-in page's address when a session has just ended by itself. */
export const SESSION_ENDED = 'session-terminee'

/** In its address when somebody was sent there from a page of the admin's. */
export const REFUSED = 'refus'

/** What a browser is told that is not an admin's. */
export const REFUSALS = {
  admin: 'Unauthorized: You do not have admin access.',
  announcements: 'Unauthorized: You do not have permission to create an announcement.',
} as const

export type RefusalName = keyof typeof REFUSALS

/** The sentence that the log-in page's address names; null for any other word. */
export const refusalNamed = (name: string | null): string | null =>
  name !== null && Object.hasOwn(REFUSALS, name) ? REFUSALS[name as RefusalName] : null

/** The log-in page, told where to come back to, whether a session has just ended, or else why the page was refused. */
export function loginAddress(comeBackTo: string, sessionEnded = false, refused?: RefusalName): string {
  const query = new URLSearchParams({ retour: comeBackTo })
  if (sessionEnded) query.set(SESSION_ENDED, '1')
  else if (refused) query.set(REFUSED, refused)
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
