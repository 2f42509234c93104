import type { ProductId } from '#platform/kernel/ids.ts'
import type { Centimes } from '#platform/kernel/money.ts'
import { formatInteger } from '#platform/kernel/text.ts'

// Names and constants that pages need without the schemas of `contract.ts`, which bring their library with them.

/** Where pictures are served; a product's `image` is a path below it. */
export const STORAGE_PATH = '/storage/'

/** Widths, in pixels, at which every picture can be had as AVIF and as WebP; no other is drawn for anybody. */
export const PICTURE_WIDTHS = [160, 320, 480, 640, 960] as const

/** The size at the plain address, and the most that is kept of a picture. */
export const LARGEST_WIDTH = 960

export type ImageFormat = 'avif' | 'webp'

export const CATEGORY_NAMES = { supplement: 'Complément', cosmetic: 'Cosmetique', pack: 'Packs' } as const

/** `Alimentaire` is the name of the tab; what is stored and answered is `Complément`. */
export const TAB_NAMES = { supplement: 'Alimentaire', cosmetic: 'Cosmetique', pack: 'Packs' } as const

export type Category = keyof typeof CATEGORY_NAMES

export const CATEGORIES: readonly Category[] = ['supplement', 'cosmetic', 'pack']

/** Why a stock changed otherwise than by an order: by hand, or because pieces of a parcel did not come back. */
export const STOCK_REASON_NAMES = {
  hand: 'saisie',
  damaged: 'abîmé',
  missing: 'manquant',
  lost: 'perdu',
} as const

export type StockReason = keyof typeof STOCK_REASON_NAMES

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

/** How many products a page of the shop shows. */
export const SHOP_PAGE = 24

/** What the shop can be in the order of: as it was filled or the newest first, by price (with a minus, the dearest first) or by name. */
export type ShopSort = 'first' | 'newest' | 'price' | '-price' | 'name'

export interface ShopRequest {
  category: Category | null
  /** As it was typed. */
  search: string
  sort: ShopSort
  /** Counted from 1. */
  page: number
}

export interface ShopPage<Shown = Product> {
  /** None on a page beyond the last. */
  products: Shown[]
  /** The one that was asked for, or the last. */
  page: number
  lastPage: number
  /** What all pages of this list hold. */
  found: number
  /** What each category, and all of them, hold of what is searched for. */
  counts: Record<Category, number>
  foundAnywhere: number
  isShopEmpty: boolean
}

export const countedProducts = (count: number): string =>
  `${formatInteger(count)} ${count > 1 ? 'produits' : 'produit'}`

/** The wire's names of a product's fields, for the forms that send them and the refusals that are about them. */
export const PRODUCT_FIELDS = {
  name: 'Name',
  description: 'Description',
  userPrice: 'user_price',
  distributorPrice: 'distributeur_price',
  stock: 'StockQuantity',
  seenStock: 'SeenStock',
  category: 'Category',
  image: 'image',
} as const

export const LONGEST_NAME = 150
export const LONGEST_DESCRIPTION = 5_000

/** Of how many products a supplier may ask the prices at once. */
export const MOST_PRICED = 100

/** From here down a product is nearly sold out. */
export const LOW_STOCK = 5

/** What the back office's list of products can be in the order of; with a minus, the largest first. */
export const PRODUCT_SORTS = ['newest', 'name', '-name', 'price', '-price', 'stock', '-stock'] as const

export type ProductSort = (typeof PRODUCT_SORTS)[number]

/** Nearly sold out, which the sold out are as well, or sold out. */
export const STOCK_FILTERS = ['low', 'out'] as const

/** What a picture that is sent may be: decided by what the file is, whatever it is called. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const
export const PICTURE_BYTES = 5 * 1024 * 1024
export const PICTURE_PIXELS = 40_000_000

/** How long a file may take to arrive. */
export const UPLOAD_SECONDS = 120

/** The columns of a spreadsheet of products, in this order. */
export const SHEET_COLUMNS = {
  id: 'Identifiant',
  name: 'Nom',
  description: 'Description',
  category: 'Catégorie',
  userPrice: 'Prix client',
  distributorPrice: 'Prix distributeur',
  stock: 'Stock',
  seenStock: 'Stock à l’export',
} as const

/** What those columns are called in a file that is read: so, or by the wire's names. */
export const READ_COLUMNS: Record<keyof typeof SHEET_COLUMNS, readonly string[]> = {
  id: [SHEET_COLUMNS.id, 'ProductID'],
  name: [SHEET_COLUMNS.name, PRODUCT_FIELDS.name],
  description: [SHEET_COLUMNS.description],
  category: [SHEET_COLUMNS.category, PRODUCT_FIELDS.category],
  userPrice: [SHEET_COLUMNS.userPrice, PRODUCT_FIELDS.userPrice],
  distributorPrice: [SHEET_COLUMNS.distributorPrice, PRODUCT_FIELDS.distributorPrice],
  stock: [SHEET_COLUMNS.stock, PRODUCT_FIELDS.stock],
  seenStock: [SHEET_COLUMNS.seenStock, PRODUCT_FIELDS.seenStock],
}

/** The field of a call that brings a spreadsheet, and what an import's answer calls a product's number. */
export const IMPORT_FIELDS = { file: 'file', id: 'ProductID' } as const

export const IMPORT_BYTES = 2 * 1024 * 1024
/** Of products in one file; its head is not counted. */
export const IMPORT_LINES = 5_000
/** What a new product's distributor price is of the public one, in percent, when the file has none. */
export const DISTRIBUTOR_PERCENT = 75

export const IMPORT_MODES = ['preview', 'apply'] as const
/** This shop's own export, and WooCommerce's. */
export const IMPORT_FORMATS = ['shop', 'woocommerce'] as const
export type ImportFormat = (typeof IMPORT_FORMATS)[number]
export const IMPORT_ACTIONS = ['create', 'update', 'same', 'skip', 'error'] as const
export type ImportAction = (typeof IMPORT_ACTIONS)[number]

/** The file of a picture at one width: `pictureFile('products/3f9c.webp', 320, 'avif')` → `products/3f9c-320.avif`. */
export const pictureFile = (image: string, width: number, format: ImageFormat): string =>
  `${image.replace(/\.[a-z0-9]+$/, '')}-${width}.${format}`

/** The address of a picture at one width. */
export const pictureAt = (image: string, width: number, format: ImageFormat): string =>
  STORAGE_PATH + pictureFile(image, width, format)
