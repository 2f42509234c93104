import { type CardProduct, SHOP_PAGE } from '#features/catalogue/model.ts'

/** Pages of one list that this document has had, one after the other. A page that is come back to stands below those before it. */
let had: { list: string; first: number; pages: (readonly CardProduct[])[] } | null = null

export interface InSight {
  products: readonly CardProduct[]
  /** The number of its first product in the whole list, from 1. */
  from: number
}

/** The products of a page, below those of the pages that the visitor came from. `list` names what is listed. */
export function inSight(list: string, page: number, products: readonly CardProduct[]): InSight {
  const fromPage = (first: number, pages: readonly (readonly CardProduct[])[]) => ({
    products: pages.flat(),
    from: (first - 1) * SHOP_PAGE + 1,
  })
  // The server has many visitors.
  if (import.meta.env.SSR) return fromPage(page, [products])
  const follows = had?.list === list && page >= had.first && page <= had.first + had.pages.length
  if (!had || !follows) had = { list, first: page, pages: [] }
  had.pages[page - had.first] = products
  return fromPage(had.first, had.pages.slice(0, page - had.first + 1))
}
