import { normaliseForSearch } from '#platform/kernel/text.ts'
import { addresses } from '#web/addresses.ts'

const pages = [
  ...Object.values(addresses).filter((address) => typeof address === 'string'),
  ...Object.values(addresses.admin),
]
const byFolded = new Map(pages.map((address) => [normaliseForSearch(address), encodeURI(address)]))

const PRODUCT = /^\/product-details\/(\d+)$/i

/**
 * The one address of a page, however it was typed: another case, other accents or none, UTF-8 or Latin-1 escapes, a
 * slash at the end. Null when the path names no page that we know (it may be a file, or nothing).
 */
export function canonicalPath(path: string): string | null {
  const typed = withoutSlashesAtEnd(decoded(path))
  const product = PRODUCT.exec(typed)
  // A number beyond exact ones would come out as another, and names no product anyway.
  if (product) return Number.isSafeInteger(Number(product[1])) ? addresses.product(Number(product[1])) : null
  return byFolded.get(normaliseForSearch(typed)) ?? null
}

/** Counted from the end: a pattern for it looks at every slash in between again and again. */
function withoutSlashesAtEnd(path: string): string {
  let end = path.length
  while (end > 1 && path[end - 1] === '/') end--
  return path.slice(0, end)
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    // Escapes that are no UTF-8 come from old keyboards and links: read them as Latin-1.
    return path.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  }
}
