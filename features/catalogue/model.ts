import type { ProductId } from '#platform/kernel/ids.ts'
import type { Centimes } from '#platform/kernel/money.ts'
import { formatInteger } from '#platform/kernel/text.ts'

// Names and constants for pages, apart from the schemas of `contract.ts`, which bring their library with them.

/** The address below which pictures are served; a product's `image` is a path below it. */
export const STORAGE_PATH = '/storage/'

/** Widths in pixels of the sizes of each picture. The list is closed: nobody makes the shop draw without end. */
export const PICTURE_WIDTHS = [160, 320, 480, 640, 960] as const

/** The width at the plain address, and the widest that is stored of a picture. */
export const LARGEST_WIDTH = 960

export type ImageFormat = 'avif' | 'webp'

export const CATEGORY_NAMES = { supplement: 'Complément', cosmetic: 'Cosmetique', pack: 'Packs' } as const

/** Names of the shop's tabs. The tab `Alimentaire` is the category `Complément` in the database and on the wire. */
export const TAB_NAMES = { supplement: 'Alimentaire', cosmetic: 'Cosmetique', pack: 'Packs' } as const

export type Category = keyof typeof CATEGORY_NAMES

export const CATEGORIES: readonly Category[] = ['supplement', 'cosmetic', 'pack']

/** Reasons of stock entries: typed by hand, or pieces of a parcel that did not come back. */
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

/** A product as pages and calls get it, prices in centimes; `distributorPrice` for suppliers and admins alone. */
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

/** The texts of a product beside its description; null for one that it has not. */
export interface ProductTexts {
  /** One line below the name, such as `Teint éclat · 30 ml`. */
  benefit: string | null
  usage: string | null
  highlights: string | null
  precautions: string | null
}

/** A product as the cards of pages show it. */
export type CardProduct = Product & Pick<ProductTexts, 'benefit'> & Pick<PackOffer, 'separately'>

/** A product as its own page and call show it. */
export interface ProductDetail extends Product, ProductTexts {
  /** All of its pictures: `image` first. */
  images: string[]
}

/** Titles of a product's texts, in the order in which pages show them. */
export const TEXT_TITLES = {
  usage: 'Conseils d’utilisation',
  highlights: 'À retenir',
  precautions: 'Précautions',
} as const satisfies Partial<Record<keyof ProductTexts, string>>

/** Pieces of another product in a pack. */
export interface PackItem {
  id: ProductId
  name: string
  pieces: number
}

/** A product of a pack, as the pack's page shows it. */
type PackPart = PackItem &
  Pick<CardProduct, 'image' | 'benefit' | 'userPrice'> &
  Pick<ProductTexts, 'usage'> & {
    secondImage: string | null
  }

export interface PackOffer {
  /** Those products of the pack that are on sale. */
  parts: PackPart[]
  /** The price of all its pieces one by one; null when the pack is not cheaper, or when some are not on sale. */
  separately: Centimes | null
}

/** Products on a page of the shop. */
export const SHOP_PAGE = 24

/** Sort orders of the shop: oldest or newest first, by price (with a minus, the dearest first) or by name. */
export type ShopSort = 'first' | 'newest' | 'price' | '-price' | 'name'

export interface ShopRequest {
  category: Category | null
  /** The typed text. */
  search: string
  sort: ShopSort
  /** Counted from 1. */
  page: number
}

export interface ShopPage<Shown = CardProduct> {
  /** None on a page beyond the last. */
  products: Shown[]
  /** The requested one, or the last when there are fewer. */
  page: number
  lastPage: number
  /** Products on all pages of this list. */
  found: number
  /** Products of each category that match the search; `foundAnywhere` is their sum. */
  counts: Record<Category, number>
  foundAnywhere: number
  isShopEmpty: boolean
}

export const countedProducts = (count: number): string =>
  `${formatInteger(count)} ${count > 1 ? 'produits' : 'produit'}`

/** The wire's names of a product's fields, in forms and under refusals. */
export const PRODUCT_FIELDS = {
  name: 'Name',
  description: 'Description',
  userPrice: 'user_price',
  distributorPrice: 'distributeur_price',
  stock: 'StockQuantity',
  shownStock: 'SeenStock',
  category: 'Category',
  image: 'image',
  benefit: 'Benefit',
  usage: 'Usage',
  highlights: 'Highlights',
  precautions: 'Precautions',
  isHidden: 'Hidden',
  images: 'images',
  contents: 'PackItems',
} as const

export const MAX_PRODUCT_NAME = 150
export const MAX_PRODUCT_DESCRIPTION = 5_000
export const MAX_BENEFIT = 60
/** Characters of each other text. */
export const MAX_PRODUCT_TEXT = 2_000
export const MAX_PICTURES = 5
/** Products in a pack, and pieces of one of them. */
export const MAX_PACK_ITEMS = 12
export const MAX_PACK_PIECES = 99

/** The `image` of a product without a picture. It belongs to the program and is in no table. */
export const PLACEHOLDER = 'products/sans-image.webp'

/** Products in one call for a supplier's prices, at most. */
export const MAX_PRICED = 100

/** Pieces at which a product counts as nearly sold out. */
export const LOW_STOCK = 5

/** Sort orders of the back office's list of products; with a minus, the largest first. */
export const PRODUCT_SORTS = ['newest', 'name', '-name', 'price', '-price', 'stock', '-stock'] as const

export type ProductSort = (typeof PRODUCT_SORTS)[number]

/** `low`: nearly sold out or sold out. `out`: sold out. Hidden products count for neither: nobody misses them. */
export const STOCK_FILTERS = ['low', 'out'] as const

/** `shown`: in the shop. `hidden`: for admins alone. */
export const PLACE_FILTERS = ['shown', 'hidden'] as const

/** Formats of pictures that may be sent. The file's own bytes decide, not its name. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const
export const PICTURE_BYTES = 5 * 1024 * 1024
export const PICTURE_PIXELS = 40_000_000

/** Seconds that a file may take to arrive. */
export const UPLOAD_SECONDS = 120

/** Columns of the exported file of products, in this order. */
export const SHEET_COLUMNS = {
  id: 'Identifiant',
  name: 'Nom',
  description: 'Description',
  category: 'Catégorie',
  userPrice: 'Prix client',
  distributorPrice: 'Prix distributeur',
  stock: 'Stock',
  shownStock: 'Stock à l’export',
  exportName: 'Export',
} as const

/** Names of those columns in a file to import: the exported ones, or the wire's. */
export const READ_COLUMNS: Record<keyof typeof SHEET_COLUMNS, readonly string[]> = {
  id: [SHEET_COLUMNS.id, 'ProductID'],
  name: [SHEET_COLUMNS.name, PRODUCT_FIELDS.name],
  description: [SHEET_COLUMNS.description],
  category: [SHEET_COLUMNS.category, PRODUCT_FIELDS.category],
  userPrice: [SHEET_COLUMNS.userPrice, PRODUCT_FIELDS.userPrice],
  distributorPrice: [SHEET_COLUMNS.distributorPrice, PRODUCT_FIELDS.distributorPrice],
  stock: [SHEET_COLUMNS.stock, PRODUCT_FIELDS.stock],
  shownStock: [SHEET_COLUMNS.shownStock, PRODUCT_FIELDS.shownStock],
  exportName: [SHEET_COLUMNS.exportName],
}

/** The wire's names of an import's file and, in its answer, of a product's number. */
export const IMPORT_FIELDS = { file: 'file', id: 'ProductID' } as const

/** Categories of another shop in one file that are mapped to ours, at most. */
export const MAX_MAPPED = 500

export const IMPORT_BYTES = 2 * 1024 * 1024
/** Products in one file, at most; its head is not counted. */
export const IMPORT_LINES = 5_000
/** The distributor price of a new product for which the file has none, in percent of the public one. */
export const DISTRIBUTOR_PERCENT = 75

export const IMPORT_MODES = ['preview', 'apply'] as const
/** This shop's own export, and WooCommerce's. */
export const IMPORT_FORMATS = ['shop', 'woocommerce'] as const
export type ImportFormat = (typeof IMPORT_FORMATS)[number]
/** `choice`: nothing is wrong with the row, but nobody has chosen one of our categories for its own yet. */
export const IMPORT_ACTIONS = ['create', 'update', 'same', 'skip', 'choice', 'error'] as const
export type ImportAction = (typeof IMPORT_ACTIONS)[number]

/** The path of a picture at one width: `pictureFile('products/3f9c.webp', 320, 'avif')` → `products/3f9c-320.avif`. */
export const pictureFile = (image: string, width: number, format: ImageFormat): string =>
  `${image.replace(/\.[a-z0-9]+$/, '')}-${width}.${format}`

/** The address of a picture at one width. */
export const pictureAt = (image: string, width: number, format: ImageFormat): string =>
  STORAGE_PATH + pictureFile(image, width, format)
