import type { ShopRequest } from '#features/catalogue/model.ts'
import { shopAddress } from '#web/catalogue/shop/shop-query.ts'
import { type Sources, sceneSources } from '../pictures.ts'
import type { Benefit } from './benefits.tsx'

/** The benefits that people look for, and the request whose products bring each. */
const WANTED: readonly (Omit<Benefit, 'to' | keyof Sources> & {
  scene: string
  request: Partial<Pick<ShopRequest, 'category' | 'search'>>
})[] = [
  {
    scene: 'even',
    title: 'Hydrater',
    text: 'Pour une peau souple et confortable, du matin au soir.',
    request: { search: 'hydratant' },
  },
  {
    scene: 'sun',
    title: 'Protéger',
    text: 'Des soins solaires, à porter chaque jour de l’année.',
    request: { search: 'solaire' },
  },
  {
    scene: 'serum',
    title: 'Unifier',
    text: 'Pour un teint plus égal et plus lumineux.',
    request: { search: 'teint' },
  },
  {
    scene: 'acerola',
    title: 'Fortifier',
    text: 'Des compléments pour la forme, avec une alimentation variée.',
    request: { category: 'supplement' },
  },
]

/** Those of the benefits that a product on sale brings. */
export async function benefitsOnSale(
  browse: (request: ShopRequest) => Promise<{ found: number } | null>,
): Promise<Benefit[]> {
  const found = await Promise.all(
    WANTED.map(async ({ scene, request, ...benefit }) => {
      const page = await browse({ category: null, search: '', sort: 'first', page: 1, ...request })
      return page && page.found > 0 ? [{ ...benefit, ...sceneSources(scene), to: shopAddress(request) }] : []
    }),
  )
  return found.flat()
}
