const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/

/** Splits an address with several hosts into one address each: `postgres://shop@a:5432,b/shop` names two. */
export function addressesOf(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = ADDRESS.exec(url) ?? []
  return hosts.includes(',') ? hosts.split(',').map((host) => `${before}${host}${after}`) : [url]
}
