import type { ProductId } from '#platform/kernel/ids.ts'
import type { Centimes } from '#platform/kernel/money.ts'

// Names and constants that pages need without the schemas of `contract.ts`, which bring their library with them.

/** Where pictures are served; a product's `image` is a path below it. */
export const STORAGE_PATH = '/storage/'

/** Widths, in pixels, at which every picture is kept as AVIF and as WebP. */
export const PICTURE_WIDTHS = [160, 320, 480, 640, 960] as const

export const CATEGORY_NAMES = { supplement: 'Complément', cosmetic: 'Cosmetique', pack: 'Packs' } as const

/** `Alimentaire` is the name of the tab; what is stored and answered is `Complément`. */
export const TAB_NAMES = { supplement: 'Alimentaire', cosmetic: 'Cosmetique', pack: 'Packs' } as const

export type Category = keyof typeof CATEGORY_NAMES

export const CATEGORIES: readonly Category[] = ['supplement', 'cosmetic', 'pack']

export const LIST_PATHS = {
  supplement: '/api/Produit-alimentaire',
  cosmetic: '/api/cosmetique',
  pack: '/api/packs',
} as const

/** A product as its reader may see it. `distributorPrice` is there for suppliers and admins alone. */
export interface Product {
  id: ProductId
  name: string
  description: string
  userPrice: Centimes
  distributorPrice?: Centimes | undefined
  stock: number
  category: Category
  /** A path below `/storage/`, such as `products/3f9c….webp`. */
  image: string
}

/** The wire's names of a product's fields, for the refusals that are about them. */
export const PRODUCT_FIELDS = { userPrice: 'user_price', distributorPrice: 'distributeur_price' } as const

/** The file of a picture at one width: `pictureFile('products/3f9c.webp', 320, 'avif')` → `products/3f9c-320.avif`. */
export const pictureFile = (image: string, width: number, format: 'avif' | 'webp'): string =>
  `${image.replace(/\.[a-z0-9]+$/, '')}-${width}.${format}`

/** The address of a picture at one width. */
export const pictureAt = (image: string, width: number, format: 'avif' | 'webp'): string =>
  STORAGE_PATH + pictureFile(image, width, format)
