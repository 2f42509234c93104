import * as z from 'zod/mini'
import type { ProductId } from '#platform/kernel/ids.ts'
import { type Centimes, centimes } from '#platform/kernel/money.ts'
import { dirhams, id, named, pageOf, text } from '#platform/kernel/wire.ts'
import {
  CATEGORIES,
  CATEGORY_NAMES,
  type Category,
  IMPORT_ACTIONS,
  IMPORT_FORMATS,
  IMPORT_MODES,
  LONGEST_DESCRIPTION,
  LONGEST_NAME,
  PRODUCT_FIELDS,
  TAB_NAMES,
} from './names.ts'

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

export const products = z.array(product)

/** What products cost a supplier. */
export const supplierPrices = z.array(
  z.codec(
    z.object({ ProductID: id<ProductId>(), distributeur_price: dirhams }),
    z.object({ id: id<ProductId>(), distributorPrice: z.int() as unknown as z.ZodMiniType<Centimes, Centimes> }),
    {
      decode: ({ ProductID, distributeur_price }) => ({ id: ProductID, distributorPrice: distributeur_price }),
      encode: ({ id, distributorPrice }) => ({ ProductID: id, distributeur_price: distributorPrice }),
    },
  ),
)

export const similarProducts = z.object({ products })

export const productPage = pageOf(product)

/** A price as it is typed (`149`, `149.5`, `149,50`), exact to the centime; or why it is none. */
export function readPrice(typed: string): Centimes | 'not a number' | 'too many decimals' {
  const [, whole, decimals = ''] = /^(\d{1,9})(?:[.,](\d+))?$/.exec(typed.trim()) ?? []
  if (whole === undefined) return 'not a number'
  if (decimals.length > 2) return 'too many decimals'
  return centimes(Number(whole) * 100 + Number(decimals.padEnd(2, '0')))
}

/** A count of pieces as it is typed; null when it is none. */
export const readPieces = (typed: string): number | null => (/^\d{1,9}$/.test(typed.trim()) ? Number(typed) : null)

const filled = z.string().check(z.trim(), z.minLength(1))

const typedPrice = (field: string) =>
  z.pipe(
    filled,
    z.transform((typed, context) => {
      const price = readPrice(typed)
      if (typeof price === 'number') return price
      const what = price === 'not a number' ? 'be a number' : 'have at most two decimals'
      context.issues.push({ code: 'custom', input: typed, message: `The ${field} field must ${what}.` })
      return z.NEVER
    }),
  )

const typedPieces = (field: string) =>
  z.pipe(
    filled,
    z.transform((typed, context) => {
      const pieces = readPieces(typed)
      if (pieces !== null) return pieces
      context.issues.push({ code: 'custom', input: typed, message: `The ${field} field must be an integer.` })
      return z.NEVER
    }),
  )

/** A category as a form or an address names it: by its own name or its tab's. */
const categoryNames = [...new Set(CATEGORIES.flatMap((each) => [CATEGORY_NAMES[each], TAB_NAMES[each]]))]
export const typedCategory = z.pipe(
  z.enum(categoryNames),
  z.transform((name): Category => CATEGORIES.find((each) => [CATEGORY_NAMES[each], TAB_NAMES[each]].includes(name))!),
)

/** The product form. Its fields travel as text, beside the picture. */
export const productForm = z.pipe(
  z.object({
    [PRODUCT_FIELDS.name]: text(LONGEST_NAME),
    [PRODUCT_FIELDS.description]: text(LONGEST_DESCRIPTION),
    [PRODUCT_FIELDS.userPrice]: typedPrice(PRODUCT_FIELDS.userPrice),
    [PRODUCT_FIELDS.distributorPrice]: typedPrice(PRODUCT_FIELDS.distributorPrice),
    [PRODUCT_FIELDS.stock]: typedPieces(PRODUCT_FIELDS.stock),
    [PRODUCT_FIELDS.seenStock]: z.optional(typedPieces(PRODUCT_FIELDS.seenStock)),
    [PRODUCT_FIELDS.category]: typedCategory,
  }),
  z.transform((form) => ({
    name: form.Name,
    description: form.Description,
    userPrice: form.user_price,
    distributorPrice: form.distributeur_price,
    stock: form.StockQuantity,
    /** The stock that the form showed: what is typed is counted from it. */
    seenStock: form.SeenStock ?? null,
    category: form.Category,
  })),
)

export const importForm = z.object({
  mode: z.enum(IMPORT_MODES),
  distributor_percent: z.optional(
    z.pipe(
      z.string().check(z.regex(/^([1-9]\d?|100)$/)),
      z.transform((digits) => Number(digits)),
    ),
  ),
  /** What the preview answered: what is applied is what was seen. */
  fingerprint: z.optional(z.string().check(z.maxLength(100))),
})

const importedValue = z.nullable(z.union([z.string(), z.number()]))

/** What a file would change, or has changed, line by line as a spreadsheet numbers them. Prices in dirhams. */
export const importAnswer = z.object({
  format: z.enum(IMPORT_FORMATS),
  counts: z.object({
    created: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    skipped: z.int(),
    errors: z.int(),
  }),
  lines: z.array(
    z.object({
      line: z.int(),
      name: z.string(),
      action: z.enum(IMPORT_ACTIONS),
      changes: z.array(z.object({ field: z.string(), before: importedValue, after: importedValue })),
      errors: z.array(z.object({ field: z.string(), message: z.string() })),
      /** Why it is skipped. */
      reason: z.optional(z.string()),
    }),
  ),
  /** What holds for the whole file, in French. */
  notes: z.array(z.string()),
  fingerprint: z.string(),
})

export type ImportAnswer = z.output<typeof importAnswer>
