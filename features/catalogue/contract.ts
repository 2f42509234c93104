import * as z from 'zod/mini'
import { as, dirhams, id, json, named, oneLine, orNull, pageOf, record, says, text } from '#platform/kernel/codecs.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { type Centimes, centimes } from '#platform/kernel/money.ts'
import {
  CATEGORIES,
  CATEGORY_NAMES,
  type Category,
  IMPORT_ACTIONS,
  IMPORT_FORMATS,
  IMPORT_MODES,
  MAX_BENEFIT,
  MAX_MAPPED,
  MAX_PACK_ITEMS,
  MAX_PACK_PIECES,
  MAX_PICTURES,
  MAX_PRODUCT_DESCRIPTION,
  MAX_PRODUCT_NAME,
  MAX_PRODUCT_TEXT,
  PRODUCT_FIELDS,
  TAB_NAMES,
} from './model.ts'

const listed = {
  id: as('ProductID', id<ProductId>()),
  name: as('Name', z.string()),
  description: as('Description', z.string()),
  userPrice: as('user_price', dirhams),
  distributorPrice: as('distributeur_price', z.optional(dirhams)),
  stock: as('StockQuantity', z.int()),
  category: as('Category', named(CATEGORY_NAMES)),
  image: z.string(),
} as const

export const product = record(listed)

export const products = z.array(product)

const detailed = {
  ...listed,
  benefit: as(PRODUCT_FIELDS.benefit, z.nullable(z.string())),
  usage: as(PRODUCT_FIELDS.usage, z.nullable(z.string())),
  highlights: as(PRODUCT_FIELDS.highlights, z.nullable(z.string())),
  precautions: as(PRODUCT_FIELDS.precautions, z.nullable(z.string())),
  images: as(PRODUCT_FIELDS.images, z.array(z.string())),
} as const

/** A product as its own page shows it. */
export const productDetail = record(detailed)

const packItem = record({
  id: as('ProductID', id<ProductId>()),
  name: as('Name', z.string()),
  pieces: as('Quantity', z.int()),
})

/** A product as the back office has it. */
export const adminProduct = record({
  ...detailed,
  distributorPrice: as('distributeur_price', dirhams),
  isHidden: as(PRODUCT_FIELDS.isHidden, z.boolean()),
  contents: as(PRODUCT_FIELDS.contents, z.array(packItem)),
})

/** A row of the back office's list of products. */
export type AdminProductRow = z.output<typeof adminProduct>

export const adminProducts = z.array(adminProduct)

/** Distributor prices, for the cart of a supplier: pages are the same for everybody and hold public prices. */
export const supplierPrices = z.array(
  record({ id: as('ProductID', id<ProductId>()), distributorPrice: as('distributeur_price', dirhams) }),
)

export const similarProducts = z.object({ products })

export const adminProductPage = pageOf(adminProduct)

/** Reads a typed price (`149`, `149.5`, `149,50`) exactly, in centimes; or says the fault. */
export function readPrice(typed: string): Centimes | 'not a number' | 'too many decimals' {
  const [, whole, decimals = ''] = /^(\d{1,9})(?:[.,](\d+))?$/.exec(typed.trim()) ?? []
  if (whole === undefined) return 'not a number'
  if (decimals.length > 2) return 'too many decimals'
  return centimes(Number(whole) * 100 + Number(decimals.padEnd(2, '0')))
}

/** Reads a typed count of pieces; null for anything but digits. */
export const readPieces = (typed: string): number | null => (/^\d{1,9}$/.test(typed.trim()) ? Number(typed) : null)

const pieces = z.int().check(z.gte(0), z.lte(999_999_999))

const filled = z.string().check(z.trim(), z.minLength(1))

const typedPrice = (field: string) =>
  z.pipe(
    filled,
    z.transform((typed, context) => {
      const price = readPrice(typed)
      if (typeof price === 'number') return price
      const message =
        price === 'not a number'
          ? says('number', `The ${field} field must be a number.`)
          : says('decimals', `The ${field} field must have at most two decimals.`)
      context.issues.push({ code: 'custom', input: typed, message })
      return z.NEVER
    }),
  )

const typedPieces = (field: string) =>
  z.pipe(
    filled,
    z.transform((typed, context) => {
      const pieces = readPieces(typed)
      if (pieces !== null) return pieces
      const message = says('integer', `The ${field} field must be an integer.`)
      context.issues.push({ code: 'custom', input: typed, message })
      return z.NEVER
    }),
  )

/** Names of categories in forms and addresses: their own and their tabs'. */
const categoryNames = [...new Set(CATEGORIES.flatMap((each) => [CATEGORY_NAMES[each], TAB_NAMES[each]]))]
export const typedCategory = z.pipe(
  z.enum(categoryNames),
  z.transform((name): Category => CATEGORIES.find((each) => [CATEGORY_NAMES[each], TAB_NAMES[each]].includes(name))!),
)

/** An optional text: empty for none, missing to leave it as it is. */
const optionalText = (schema: z.ZodMiniType<string, string>) =>
  z.optional(
    z.pipe(
      z.union([z.literal(''), schema]),
      z.transform((typed) => (typed === '' ? null : typed)),
    ),
  )

const productText = optionalText(text(MAX_PRODUCT_TEXT, 0))

const wantedItem = record({
  id: as('ProductID', id<ProductId>()),
  pieces: as('Quantity', z.int().check(z.gte(1), z.lte(MAX_PACK_PIECES))),
})

/** Writes the contents of a pack for the product form. */
export const contentsField = (contents: readonly { id: ProductId; pieces: number }[]): string =>
  JSON.stringify(contents.map(({ id, pieces }) => ({ ProductID: id, Quantity: pieces })))

/** Names of pictures that the shop holds already. */
const pictureNames = z.array(z.string().check(z.maxLength(200))).check(z.maxLength(MAX_PICTURES))

/** Required fields of a new product. */
const needed = {
  name: oneLine(MAX_PRODUCT_NAME),
  description: text(MAX_PRODUCT_DESCRIPTION),
  userPrice: typedPrice(PRODUCT_FIELDS.userPrice),
  distributorPrice: typedPrice(PRODUCT_FIELDS.distributorPrice),
  stock: typedPieces(PRODUCT_FIELDS.stock),
  category: typedCategory,
} as const

/** Optional fields of a product; a missing one stays as it is. */
const furtherFields = {
  /** The stock that the form showed; the difference is entered, so that orders placed meanwhile count. */
  shownStock: as(PRODUCT_FIELDS.shownStock, orNull(z.optional(typedPieces(PRODUCT_FIELDS.shownStock)))),
  benefit: as(PRODUCT_FIELDS.benefit, optionalText(oneLine(MAX_BENEFIT, 0))),
  usage: as(PRODUCT_FIELDS.usage, productText),
  highlights: as(PRODUCT_FIELDS.highlights, productText),
  precautions: as(PRODUCT_FIELDS.precautions, productText),
  isHidden: as(
    PRODUCT_FIELDS.isHidden,
    z.optional(
      z.pipe(
        z.enum(['0', '1']),
        z.transform((digit) => digit === '1'),
      ),
    ),
  ),
  images: as(PRODUCT_FIELDS.images, z.optional(json(pictureNames))),
  contents: as(PRODUCT_FIELDS.contents, z.optional(json(z.array(wantedItem).check(z.maxLength(MAX_PACK_ITEMS))))),
} as const

/** The form of a new product. Its fields travel as text, beside the picture. */
export const productForm = record({
  name: as(PRODUCT_FIELDS.name, needed.name),
  description: as(PRODUCT_FIELDS.description, needed.description),
  userPrice: as(PRODUCT_FIELDS.userPrice, needed.userPrice),
  distributorPrice: as(PRODUCT_FIELDS.distributorPrice, needed.distributorPrice),
  stock: as(PRODUCT_FIELDS.stock, needed.stock),
  category: as(PRODUCT_FIELDS.category, needed.category),
  ...furtherFields,
})

/** The form of a product that exists: a missing field stays as it is, so that a form undoes nobody else's changes. */
export const productEdit = record({
  name: as(PRODUCT_FIELDS.name, z.optional(needed.name)),
  description: as(PRODUCT_FIELDS.description, z.optional(needed.description)),
  userPrice: as(PRODUCT_FIELDS.userPrice, z.optional(needed.userPrice)),
  distributorPrice: as(PRODUCT_FIELDS.distributorPrice, z.optional(needed.distributorPrice)),
  stock: as(PRODUCT_FIELDS.stock, z.optional(needed.stock)),
  category: as(PRODUCT_FIELDS.category, z.optional(needed.category)),
  ...furtherFields,
})

/** A picture that was uploaded, for a form to name. */
export const storedPicture = z.object({ image: z.string() })

/** A figure typed in a product's row: which, and what the row showed. Prices in dirhams. */
export const figureChange = z.discriminatedUnion('figure', [
  z.object({ figure: z.literal(PRODUCT_FIELDS.userPrice), value: dirhams, shown: dirhams }),
  z.object({ figure: z.literal(PRODUCT_FIELDS.distributorPrice), value: dirhams, shown: dirhams }),
  z.object({ figure: z.literal(PRODUCT_FIELDS.stock), value: pieces, shown: pieces }),
])

export const importForm = z.object({
  mode: z.enum(IMPORT_MODES),
  distributor_percent: z.optional(
    z.pipe(
      z.string().check(z.regex(/^([1-9]\d?|100)$/)),
      z.transform((digits) => Number(digits)),
    ),
  ),
  /** Our category for each of the file's that we do not know, by the file's words. */
  categories: z.optional(
    json(
      z
        .record(z.string().check(z.maxLength(1_000)), typedCategory)
        .check(z.refine((mapped) => Object.keys(mapped).length <= MAX_MAPPED)),
    ),
  ),
  /** The preview's fingerprint, so that exactly the previewed changes are applied. */
  fingerprint: z.optional(z.string().check(z.maxLength(100))),
})

const importedValue = z.nullable(z.union([z.string(), z.number()]))

/** The changes that a file would make, or has made; `line` is the number of its row in a spreadsheet. Prices in dirhams. */
export const importAnswer = z.object({
  format: z.enum(IMPORT_FORMATS),
  counts: z.object({
    created: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    skipped: z.int(),
    choices: z.int(),
    errors: z.int(),
  }),
  lines: z.array(
    z.object({
      line: z.int(),
      name: z.string(),
      action: z.enum(IMPORT_ACTIONS),
      changes: z.array(z.object({ field: z.string(), before: importedValue, after: importedValue })),
      errors: z.array(z.object({ field: z.string(), message: z.string() })),
      /** For a skipped row, in French. */
      reason: z.optional(z.string()),
    }),
  ),
  /** Categories of the file that we do not know, each with the number of its rows and ours for it once it was chosen. */
  unknown_categories: z.array(
    z.object({ name: z.string(), rows: z.int(), category: z.nullable(named(CATEGORY_NAMES)) }),
  ),
  /** Remarks on the whole file, in French. */
  notes: z.array(z.string()),
  fingerprint: z.string(),
})

export type ImportAnswer = z.output<typeof importAnswer>
