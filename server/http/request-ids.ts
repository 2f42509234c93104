import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'

const ids = new WeakMap<IncomingMessage, string>()

/** The id of a request in the log and in the `X-Request-Id` of its answer; empty before it has one. */
export const requestIdOf = (request: IncomingMessage): string => ids.get(request) ?? ''

const ID = /^[\w.:=;@+/-]{1,128}$/

/** Gives each request an id once: the one sent by a trusted proxy, else a UUID. */
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

/** The addresses that a valid `TRUST_PROXY` names, as Fastify understands them. */
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

/** Bits of a dotted netmask: `255.255.0.0` is 16. */
const bitsIn = (mask: string): number =>
  mask
    .split('.')
    .map((part) => Number(part).toString(2))
    .join('')
    .replaceAll('0', '').length
