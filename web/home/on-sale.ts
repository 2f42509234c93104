import type { ShopRequest } from '#features/catalogue/model.ts'
import { shopAddress } from '#web/catalogue/shop/shop-query.ts'

/** A request for products, by their family or by words. */
export type Wish = Partial<Pick<ShopRequest, 'category' | 'search'>>

export type Browse = (request: ShopRequest) => Promise<{ found: number } | null>

/** Those of the wishes that a product on sale answers, with the address of its products. */
export async function onSale<Wanted extends { request: Wish }>(
  browse: Browse,
  wishes: readonly Wanted[],
): Promise<(Omit<Wanted, 'request'> & { to: string })[]> {
  const found = await Promise.all(
    wishes.map(async ({ request, ...words }) => {
      const page = await browse({ category: null, search: '', sort: 'first', page: 1, ...request })
      return page && page.found > 0 ? [{ ...words, to: shopAddress(request) }] : []
    }),
  )
  return found.flat()
}
