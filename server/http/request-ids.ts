import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'

const ids = new WeakMap<IncomingMessage, string>()

/** What a request is called in the log and in the `X-Request-Id` of its answer, once it has a name. */
export const requestIdOf = (request: IncomingMessage): string => ids.get(request) ?? ''

const ID = /^[\w.:=;@+/-]{1,128}$/

/** Names requests: as a proxy that is trusted calls them, else by a UUID. A request keeps the name that it got first. */
export function requestNamer(trustProxy: string | false): (request: IncomingMessage) => string {
  const proxies = trustProxy === false ? null : proxiesIn(trustProxy)
  const isProxy = (address = '') => proxies?.check(address, isIPv6(address) ? 'ipv6' : 'ipv4') ?? false
  return (request) => {
    const known = ids.get(request)
    if (known !== undefined) return known
    const given = request.headers['x-request-id']
    const isGood = typeof given === 'string' && ID.test(given) && isProxy(request.socket.remoteAddress)
    const id = isGood ? given : randomUUID()
    ids.set(request, id)
    return id
  }
}

const RANGES: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** The addresses that a checked `TRUST_PROXY` names, as Fastify reads them. */
function proxiesIn(list: string): BlockList {
  const proxies = new BlockList()
  const names = list.split(',').map((name) => name.trim())
  for (const range of names.flatMap((name) => RANGES[name] ?? [name])) {
    const [address = '', size] = range.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (size === undefined) proxies.addAddress(address, family)
    else proxies.addSubnet(address, size.includes('.') ? bitsIn(size) : Number(size), family)
  }
  return proxies
}

/** `255.255.0.0` is 16. */
const bitsIn = (mask: string): number =>
  mask
    .split('.')
    .map((part) => Number(part).toString(2))
    .join('')
    .replaceAll('0', '').length
