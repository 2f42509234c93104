import * as z from 'zod/mini'
import { as, dirhams, id, named, oneLine, orNull, pageOf, record, says, text } from '#platform/kernel/codecs.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { type Centimes, centimes } from '#platform/kernel/money.ts'
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
} from './model.ts'

export const product = record({
  id: as('ProductID', id<ProductId>()),
  name: as('Name', z.string()),
  description: as('Description', z.string()),
  userPrice: as('user_price', dirhams),
  distributorPrice: as('distributeur_price', z.optional(dirhams)),
  stock: as('StockQuantity', z.int()),
  category: as('Category', named(CATEGORY_NAMES)),
  image: z.string(),
})

export const products = z.array(product)

/** What products cost a supplier. */
export const supplierPrices = z.array(
  record({ id: as('ProductID', id<ProductId>()), distributorPrice: as('distributeur_price', dirhams) }),
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

/** A category as a form or an address names it: by its own name or its tab's. */
const categoryNames = [...new Set(CATEGORIES.flatMap((each) => [CATEGORY_NAMES[each], TAB_NAMES[each]]))]
export const typedCategory = z.pipe(
  z.enum(categoryNames),
  z.transform((name): Category => CATEGORIES.find((each) => [CATEGORY_NAMES[each], TAB_NAMES[each]].includes(name))!),
)

/** The product form. Its fields travel as text, beside the picture. */
export const productForm = record({
  name: as(PRODUCT_FIELDS.name, oneLine(LONGEST_NAME)),
  description: as(PRODUCT_FIELDS.description, text(LONGEST_DESCRIPTION)),
  userPrice: as(PRODUCT_FIELDS.userPrice, typedPrice(PRODUCT_FIELDS.userPrice)),
  distributorPrice: as(PRODUCT_FIELDS.distributorPrice, typedPrice(PRODUCT_FIELDS.distributorPrice)),
  stock: as(PRODUCT_FIELDS.stock, typedPieces(PRODUCT_FIELDS.stock)),
  /** The stock that the form showed: what is typed is counted from it. */
  seenStock: as(PRODUCT_FIELDS.seenStock, orNull(z.optional(typedPieces(PRODUCT_FIELDS.seenStock)))),
  category: as(PRODUCT_FIELDS.category, typedCategory),
})

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
