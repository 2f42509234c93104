import { type Browse, onSale, type Wish } from '../on-sale.ts'
import { type Sources, sceneSources } from '../pictures.ts'
import type { Benefit } from './benefits.tsx'

/** The benefits that people look for, and the request whose products bring each. */
const WANTED: readonly (Omit<Benefit, 'to' | keyof Sources> & {
  scene: string
  request: Wish
})[] = [
  {
    scene: 'cream',
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
    scene: 'omega',
    title: 'Fortifier',
    text: 'Des compléments pour la forme, avec une alimentation variée.',
    request: { category: 'supplement' },
  },
]

/** Those of the benefits that a product on sale brings. */
export const benefitsOnSale = async (browse: Browse): Promise<Benefit[]> =>
  (await onSale(browse, WANTED)).map(({ scene, ...benefit }) => ({ ...benefit, ...sceneSources(scene) }))
