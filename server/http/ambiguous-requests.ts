import type { IncomingMessage } from 'node:http'

/**
 * True for a request with an absolute URL (`GET http://…`) or with two `Host` headers, which no browser sends. A proxy in
 * front may understand it differently from us, so it is answered 400.
 */
export const isAmbiguous = ({ url = '', rawHeaders }: IncomingMessage): boolean =>
  (!url.startsWith('/') && url !== '*') || hostsIn(rawHeaders) > 1

function hostsIn(rawHeaders: readonly string[]): number {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]!.toLowerCase() === 'host') hosts++
  return hosts
}

/** Resolves leading slashes, backslashes and steps (`..`, `%2e`) in a path as browsers do. */
export const resolvePath = (path: string): string => {
  const collapsed = path.replace(/^[/\\]+/, '/')
  return URL.canParse(collapsed, 'http://x') ? new URL(collapsed, 'http://x').pathname : collapsed
}
