/** Content of the mailed link to a new password. */
export interface ResetLink {
  token: string
  email: string
}

/** The link's two values; null when one of them is missing, as in an address that was cut when it was copied. */
export function resetLinkFrom(search: string): ResetLink | null {
  const query = new URLSearchParams(search)
  const token = query.get('token')?.trim()
  const email = query.get('email')?.trim()
  return token && email ? { token, email } : null
}
