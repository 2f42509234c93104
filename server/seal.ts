import { createHash } from 'node:crypto'

const INLINE_SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/g

/**
 * Turns a page rendered with a secret nonce into one that can be kept for everybody: the policy names the hashes of the
 * inline scripts that bear the nonce (ours; a script that came in through data bears none and stays blocked), and the
 * nonce is taken out.
 */
export function seal(html: string, nonce: string, isDashboard: boolean): { html: string; policy: string } {
  const mark = ` nonce="${nonce}"`
  const hashes = new Set<string>()
  for (const [, attributes, script] of html.matchAll(INLINE_SCRIPT))
    if (attributes?.includes(mark) && script)
      hashes.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  return { html: html.replaceAll(mark, ''), policy: policyWith([...hashes], isDashboard) }
}

const policyWith = (scriptHashes: readonly string[], isDashboard: boolean): string =>
  [
    "default-src 'none'",
    `script-src 'self' ${scriptHashes.join(' ')}`.trim(),
    // The component kit of the dashboards writes styles as it goes; public pages need none of that.
    `style-src 'self'${isDashboard ? " 'unsafe-inline'" : ''}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    'frame-src https:',
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
