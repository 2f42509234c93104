import type { IncomingMessage } from 'node:http'

/**
 * Whether a request names what it wants as no browser does: by a whole address (`GET http://…`), or for two hosts at
 * once. Whoever stands in front may read it otherwise than we do, so it is answered 400 whatever it wants.
 */
export const isAmbiguous = ({ url = '', rawHeaders }: IncomingMessage): boolean =>
  (!url.startsWith('/') && url !== '*') || hostsIn(rawHeaders) > 1

function hostsIn(rawHeaders: readonly string[]): number {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]!.toLowerCase() === 'host') hosts++
  return hosts
}

/** Where a path leads once slashes that begin it, backslashes and steps (`..`, `%2e`) are read as browsers read them. */
export const resolvePath = (path: string): string => {
  const collapsed = path.replace(/^[/\\]+/, '/')
  return URL.canParse(collapsed, 'http://x') ? new URL(collapsed, 'http://x').pathname : collapsed
}
