import { createHash } from 'node:crypto'

const INLINE = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/g

/**
 * Turns a page rendered with a secret nonce into one that can be kept for everybody: the policy names the hashes of the
 * inline scripts and styles that bear the nonce (ours; what came in through data bears none and stays blocked), and the
 * nonce is taken out.
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
