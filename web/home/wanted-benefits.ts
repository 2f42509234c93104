import type { ShopRequest } from '#features/catalogue/model.ts'
import acerola from '#web/assets/scenes/acerola-320.webp'
import even from '#web/assets/scenes/even-320.webp'
import serum from '#web/assets/scenes/serum-320.webp'
import sun from '#web/assets/scenes/sun-320.webp'
import { shopAddress } from '#web/catalogue/shop/shop-query.ts'
import type { Benefit } from './benefits.tsx'

/** The benefits that people look for, and the request whose products bring each. */
const WANTED: readonly (Omit<Benefit, 'to'> & { request: Partial<Pick<ShopRequest, 'category' | 'search'>> })[] = [
  {
    picture: serum,
    title: 'Hydrater',
    text: 'Pour une peau souple et confortable, du matin au soir.',
    request: { search: 'hydratant' },
  },
  {
    picture: sun,
    title: 'Protéger',
    text: 'Des soins solaires, à porter chaque jour de l’année.',
    request: { search: 'solaire' },
  },
  {
    picture: even,
    title: 'Unifier',
    text: 'Pour un teint plus égal et plus lumineux.',
    request: { search: 'teint' },
  },
  {
    picture: acerola,
    title: 'Fortifier',
    text: 'Des compléments pour la forme, à côté de repas variés.',
    request: { category: 'supplement' },
  },
]

/** Those of the benefits that a product on sale brings. */
export async function benefitsOnSale(
  browse: (request: ShopRequest) => Promise<{ found: number } | null>,
): Promise<Benefit[]> {
  const found = await Promise.all(
    WANTED.map(async ({ request, ...benefit }) => {
      const page = await browse({ category: null, search: '', sort: 'first', page: 1, ...request })
      return page && page.found > 0 ? [{ ...benefit, to: shopAddress(request) }] : []
    }),
  )
  return found.flat()
}
