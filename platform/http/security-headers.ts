/** Headers of every answer. Pages add their own policy for scripts and styles. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

/** The security headers; for an `https` shop with HSTS of two years. */
export const securityHeaders = (publicUrl: string): Readonly<Record<string, string>> =>
  publicUrl.startsWith('https:')
    ? { ...SECURITY_HEADERS, 'strict-transport-security': 'max-age=63072000' }
    : SECURITY_HEADERS

/** The policy of answers that are not pages: nothing in them may run or be framed. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"
