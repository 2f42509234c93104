import type { Width } from './screen.ts'

/**
 * Pictures that docs/screens shows, in this order: screens by name, each at one width. At most 24, since nobody looks
 * at more; `npm run screens` draws all the others into results/screens.
 */
export const GALLERY: readonly (readonly [name: string, width: Width])[] = [
  ['home', 360],
  ['home', 1280],
  ['boutique', 360],
  ['boutique', 1280],
  ['product', 360],
  ['product', 1280],
  ['checkout-code', 360],
  ['checkout', 1280],
  ['checkout-placed', 360],
  ['tracking', 360],
  ['supplier', 360],
  ['supplier', 1280],
  ['supplier-why', 360],
  ['buyer', 1280],
  ['admin', 360],
  ['admin', 1280],
  ['orders', 360],
  ['orders', 1280],
  ['order', 1280],
  ['products', 1280],
  ['shipping-ticked', 1280],
  ['withdrawals', 1280],
  ['parcels', 360],
  ['settings', 1280],
]
