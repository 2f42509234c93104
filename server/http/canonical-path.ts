import { normaliseForSearch } from '#platform/kernel/text.ts'
import { addresses } from '#web/addresses.ts'

const pages = [
  ...Object.values(addresses).filter((address) => typeof address === 'string'),
  ...Object.values(addresses.admin),
]
const byNormalisedPath = new Map(pages.map((address) => [normaliseForSearch(address), encodeURI(address)]))

const PRODUCT = /^\/product-details\/(\d+)$/i

/**
 * Finds the canonical address of a page, whatever the case, the accents, the escapes (UTF-8 or Latin-1) and the slashes at
 * the end of the typed path. Null when the path names no page: it may still be a file.
 */
export function canonicalPath(path: string): string | null {
  const typed = withoutSlashesAtEnd(decoded(path))
  const product = PRODUCT.exec(typed)
  // A number beyond the safe integers would be rounded to another one, and names no product anyway.
  if (product) return Number.isSafeInteger(Number(product[1])) ? addresses.product(Number(product[1])) : null
  return byNormalisedPath.get(normaliseForSearch(typed)) ?? null
}

/** A loop from the end, since a regular expression would take quadratic time on a long row of slashes. */
function withoutSlashesAtEnd(path: string): string {
  let end = path.length
  while (end > 1 && path[end - 1] === '/') end--
  return path.slice(0, end)
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    // Escapes that are not UTF-8 come from old links, which used Latin-1.
    return path.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  }
}
