import { sql } from 'drizzle-orm'
import { type AnyPgColumn, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { accounts } from '#features/accounts/tables.ts'
import { identity, idOf, moment, money } from '#platform/db/columns.ts'
import type { AccountId, ProductId } from '#platform/kernel/ids.ts'
import { type Category, LOW_STOCK } from './names.ts'

const onSale = (table: { deletedAt: AnyPgColumn }) => sql`${table.deletedAt} is null`

/**
 * The words of a product's name and description as `fold` has them, whole: kept as an index alone, so searches must spell
 * it the same.
 */
export const wordsOf = (table: { search: AnyPgColumn; description: AnyPgColumn }) =>
  sql`to_tsvector('simple', translate(lower(regexp_replace(normalize(${table.search} || ' ' || ${table.description}, NFKD), '[\\u0300-\\u036f\\u064b-\\u065f]+', '', 'g')), '’‘“”«»–—…·', '          '))`

/** The first of the shop: a word that many of them have need not be looked up among all. */
export const isFirst = (table: { id: AnyPgColumn }) => sql`${table.id} <= 2000`

/** Their words, spelt so that no other index is taken for it. */
export const wordsOfFirst = (table: { search: AnyPgColumn; description: AnyPgColumn }) => sql`strip(${wordsOf(table)})`

export const products = pgTable(
  'products',
  {
    id: identity<ProductId>(),
    name: text().notNull(),
    description: text().notNull(),
    userPrice: money().notNull(),
    distributorPrice: money().notNull(),
    stock: integer().notNull(),
    category: text().$type<Category>().notNull(),
    image: text().notNull(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    /** Out of the shop since then; orders keep its name. */
    deletedAt: moment(),
    search: text().notNull(),
    /**
     * The stock while it is low, and nothing otherwise: an index of it is written when a product nears its end, while one
     * of the stock itself would make every order write every index there is.
     */
    scarceStock: integer().generatedAlwaysAs(sql.raw(`case when stock <= ${LOW_STOCK} then stock end`)),
    /** The stock as it was a while ago, at least as high as it is now: triggers move it when it is too far off, so seldom. */
    stockMark: integer().notNull().default(0),
  },
  (table) => [
    index('products_on_sale').on(table.category, table.id).where(onSale(table)),
    index('products_in_order').on(table.id).where(onSale(table)),
    index('products_by_price').on(table.userPrice, table.id).where(onSale(table)),
    index('products_by_price_in_category').on(table.category, table.userPrice, table.id).where(onSale(table)),
    index('products_by_name').on(table.search, table.id).where(onSale(table)),
    index('products_by_name_in_category').on(table.category, table.search, table.id).where(onSale(table)),
    // With what lists of scarce products are sorted and filtered by.
    index('scarce_products')
      .on(table.scarceStock, table.id, table.userPrice, table.search, table.category)
      .where(sql`${onSale(table)} and ${table.scarceStock} is not null`),
    index('products_by_stock_mark').on(table.stockMark, table.id).where(onSale(table)),
    index('parts_of_products').using('gin', sql`${table.search} gin_trgm_ops`),
    index('words_of_products').using('gin', wordsOf(table)).where(onSale(table)),
    index('words_of_first_products')
      .using('gin', wordsOfFirst(table))
      .where(sql`${onSale(table)} and ${isFirst(table)}`),
    check('stock_is_never_below_zero', sql`${table.stock} >= 0`),
    check('a_price_has_bounds', sql`${table.userPrice} between 1 and 99999999`),
    check('distributor_price_has_bounds', sql`${table.distributorPrice} between 1 and ${table.userPrice}`),
    check('a_category_is_known', sql`${table.category} in ('supplement', 'cosmetic', 'pack')`),
  ],
)

/**
 * What was put on the shelf or taken from it by hand. Their sum, less what live orders hold, is the product's stock:
 * nothing else may change it.
 */
export const stockEntries = pgTable(
  'stock_entries',
  {
    id: identity(),
    productId: idOf<ProductId>()
      .notNull()
      .references(() => products.id),
    quantity: integer().notNull(),
    enteredBy: idOf<AccountId>().references(() => accounts.id),
    enteredAt: moment().notNull(),
  },
  (table) => [index('stock_entries_of_a_product').on(table.productId)],
)
