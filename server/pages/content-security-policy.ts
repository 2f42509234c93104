import { createHash } from 'node:crypto'

const INLINE = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/g

/**
 * Makes a page that was rendered with a secret nonce safe to cache for everybody: the nonce is removed, and the policy
 * allows the hashes of the inline scripts and styles that had it. Those that came in through data have no nonce and stay
 * blocked.
 */
export function withHashedCsp(html: string, nonce: string): { html: string; policy: string } {
  const mark = ` nonce="${nonce}"`
  const hashes = { script: new Set<string>(), style: new Set<string>() }
  for (const [, kind, attributes, text] of html.matchAll(INLINE))
    if (attributes?.includes(mark) && text)
      hashes[kind as 'script' | 'style'].add(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  return { html: html.replaceAll(mark, ''), policy: policyWith([...hashes.script], [...hashes.style]) }
}

const policyWith = (scripts: readonly string[], styles: readonly string[]): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    ["style-src 'self'", ...styles].join(' '),
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    'frame-src https:',
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
