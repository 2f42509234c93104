import proxyAddr from '@fastify/proxy-addr'

/** The addresses that `TRUST_PROXY` names, as Fastify understands them. Throws a `TypeError` at one that is none. */
export const proxiesIn = (list: string): ((address: string, hop: number) => boolean) =>
  proxyAddr.compile(list.split(',').map((one) => one.trim()))
