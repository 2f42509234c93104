import type { ShopPage, ShopRequest } from '#features/catalogue/model.ts'
import { shopAddress } from '#web/catalogue/shop/shop-query.ts'

/** A request for products, by their family or by words. */
export type Wish = Partial<Pick<ShopRequest, 'category' | 'search'>>

export type Browse = (request: ShopRequest) => Promise<Pick<ShopPage, 'found' | 'products'> | null>

/** The first page of the products on sale that a wish asks for; null when the shop does not answer. */
export const firstPageOf = (browse: Browse, wish: Wish) =>
  browse({ category: null, search: '', sort: 'first', page: 1, ...wish })

/** Those of the wishes that a product on sale answers, with the address of its products. */
export async function onSale<Wanted extends { request: Wish }>(
  browse: Browse,
  wishes: readonly Wanted[],
): Promise<(Omit<Wanted, 'request'> & { to: string })[]> {
  const pages = await Promise.all(
    wishes.map(async ({ request, ...words }) => {
      const page = await firstPageOf(browse, request)
      return page && page.found > 0 ? [{ ...words, to: shopAddress(request) }] : []
    }),
  )
  return pages.flat()
}
