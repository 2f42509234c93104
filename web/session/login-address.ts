import { addresses } from '#web/addresses.ts'

/** A parameter of the log-in page's address: the session has just ended by itself. */
export const SESSION_ENDED = 'session-terminee'

/** A parameter of the log-in page's address: the name of the refusal on an admin's page. */
export const REFUSAL_PARAMETER = 'refus'

/** The sentences for people who open an admin's page and are no admins. */
export const REFUSALS = {
  admin: 'Unauthorized: You do not have admin access.',
  announcements: 'Unauthorized: You do not have permission to create an announcement.',
} as const

export type RefusalName = keyof typeof REFUSALS

/** The sentence that an address names; null for any other word, so that no link can make the page show a text. */
export const refusalNamed = (name: string | null): string | null =>
  name !== null && Object.hasOwn(REFUSALS, name) ? REFUSALS[name as RefusalName] : null

/** The log-in page's address, with the page to come back to, and with the end of the session or else the refusal. */
export function loginAddress(comeBackTo: string, sessionEnded = false, refused?: RefusalName): string {
  const query = new URLSearchParams({ retour: comeBackTo })
  if (sessionEnded) query.set(SESSION_ENDED, '1')
  else if (refused) query.set(REFUSAL_PARAMETER, refused)
  return `${addresses.login}?${query}`
}

const NOT_A_RETURN: readonly string[] = [addresses.login, addresses.signup, addresses.forgotPassword, '/reset-password']

/**
 * A page of this shop to go back to, as a path; null for anything that could lead elsewhere (`//host`, `/\host`,
 * `javascript:`, control characters that browsers drop) and for the pages of logging in themselves.
 */
export function safeReturnPath(path: string | null | undefined): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop them from addresses, which would hide a `//`
  if (!path || !/^\/(?![/\\])[^\\\u0000-\u001F\u007F]*$/.test(path)) return null
  const base = 'https://shop.invalid'
  if (!URL.canParse(path, base)) return null
  const url = new URL(path, base)
  if (url.origin !== base || url.pathname.startsWith('//')) return null
  return NOT_A_RETURN.includes(url.pathname.toLowerCase()) ? null : url.pathname + url.search + url.hash
}
