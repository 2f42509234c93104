import * as z from 'zod/mini'
import type { ProductId } from '#platform/kernel/ids.ts'
import type { Centimes } from '#platform/kernel/money.ts'
import { dirhams, id, named } from '#platform/kernel/wire.ts'

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

export const product = z.codec(
  z.object({
    ProductID: id<ProductId>(),
    Name: z.string(),
    Description: z.string(),
    user_price: dirhams,
    distributeur_price: z.optional(dirhams),
    StockQuantity: z.int(),
    Category: named(CATEGORY_NAMES),
    image: z.string(),
  }),
  z.object({
    id: id<ProductId>(),
    name: z.string(),
    description: z.string(),
    userPrice: z.int() as unknown as z.ZodMiniType<Centimes, Centimes>,
    distributorPrice: z.optional(z.int() as unknown as z.ZodMiniType<Centimes, Centimes>),
    stock: z.int(),
    category: z.enum(['supplement', 'cosmetic', 'pack']),
    image: z.string(),
  }),
  {
    decode: (wire) => ({
      id: wire.ProductID,
      name: wire.Name,
      description: wire.Description,
      userPrice: wire.user_price,
      distributorPrice: wire.distributeur_price,
      stock: wire.StockQuantity,
      category: wire.Category,
      image: wire.image,
    }),
    encode: (product) => ({
      ProductID: product.id,
      Name: product.name,
      Description: product.description,
      user_price: product.userPrice,
      ...(product.distributorPrice === undefined ? {} : { distributeur_price: product.distributorPrice }),
      StockQuantity: product.stock,
      Category: product.category,
      image: product.image,
    }),
  },
)

/** The wire's names of a product's fields, for the refusals that are about them. */
export const PRODUCT_FIELDS = { userPrice: 'user_price', distributorPrice: 'distributeur_price' } as const

export const products = z.array(product)
export const similarProducts = z.object({ products })

/** The file of a picture at one width: `pictureFile('products/3f9c.webp', 320, 'avif')` → `products/3f9c-320.avif`. */
export const pictureFile = (image: string, width: number, format: 'avif' | 'webp'): string =>
  `${image.replace(/\.[a-z0-9]+$/, '')}-${width}.${format}`

/** The address of a picture at one width. */
export const pictureAt = (image: string, width: number, format: 'avif' | 'webp'): string =>
  STORAGE_PATH + pictureFile(image, width, format)
